package driver

import (
	"context"
	"fmt"
	"go/version"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/budgetlint/budgetlint/internal/config"
)

// loaded is what the rules run on.
type loaded struct {
	asked  map[string]bool     // import paths to report in
	source []*packages.Package // those, and every other package of the main module that they reach
	groups []*group
	timing Timing
}

// group is the packages that share a configuration: a module of a workspace, as a rule all of them.
type group struct {
	config *config.Config
	pkgs   []*packages.Package
	only   map[string]bool // report in these files only; nil for all
	ran    map[string]bool // the rules that ran
}

// load finds the packages in two steps. The first lists the patterns' dependencies, which says cheaply which of them
// belong to the main module. The second loads those from source, for their facts, and everything else from the build
// cache's export data: to load all from source (packages.LoadAllSyntax) costs ten times as much.
func load(ctx context.Context, opts Options) (*loaded, error) {
	patterns, files, err := split(opts)
	if err != nil {
		return nil, err
	}
	opts.progress("listing", 0)
	start := time.Now()
	listed, err := packages.Load(opts.packages(ctx, packages.NeedName|packages.NeedFiles|packages.NeedImports|packages.NeedDeps|packages.NeedModule|packages.NeedForTest), patterns...)
	if err != nil {
		return nil, loadError(err)
	}
	if err := matched(opts, patterns, listed); err != nil {
		return nil, err
	}
	configs := configurations{opts: opts}
	below, asked, err := fromSource(listed, &configs)
	if err != nil {
		return nil, err
	}
	l := &loaded{asked: asked, timing: Timing{List: time.Since(start)}}

	opts.progress("loading", len(asked)+len(below))
	start = time.Now()
	pkgs, err := packages.Load(opts.packages(ctx, packages.LoadSyntax|packages.NeedModule|packages.NeedForTest|packages.NeedExportFile), append(patterns, below...)...)
	if err != nil {
		return nil, loadError(err)
	}
	l.timing.Load = time.Since(start)
	groups := make(map[*config.Config]*group)
	for _, p := range pkgs {
		if strings.HasSuffix(p.PkgPath, ".test") && p.Name == "main" { // the generated main of a test binary
			continue
		}
		l.source = append(l.source, p)
		if !asked[base(p)] {
			continue
		}
		c, err := configs.of(p)
		if err != nil {
			return nil, err
		}
		if groups[c] == nil {
			groups[c] = &group{config: c, only: files}
			l.groups = append(l.groups, groups[c])
		}
		groups[c].pkgs = append(groups[c].pkgs, p)
	}
	return l, nil
}

func (o Options) packages(ctx context.Context, mode packages.LoadMode) *packages.Config {
	c := &packages.Config{Context: ctx, Mode: mode, Dir: o.Dir, Env: o.Env, Tests: o.Tests}
	if o.Tags != "" {
		c.BuildFlags = append(c.BuildFlags, "-tags="+o.Tags)
	}
	if o.Mod != "" {
		c.BuildFlags = append(c.BuildFlags, "-mod="+o.Mod)
	}
	return c
}

// split turns named files into their packages, so that a file is judged with everything it belongs to, and returns
// the files to report in.
func split(opts Options) (patterns []string, files map[string]bool, err error) {
	if info, err := os.Stat(opts.Dir); opts.Dir != "" && (err != nil || !info.IsDir()) {
		return nil, nil, fmt.Errorf("-C %s: no such directory", opts.Dir)
	}
	if len(opts.Patterns) == 0 {
		return []string{"./..."}, nil, nil
	}
	for _, p := range opts.Patterns {
		if !strings.HasSuffix(p, ".go") {
			patterns = append(patterns, p)
			continue
		}
		file := p
		if !filepath.IsAbs(file) {
			file = filepath.Join(opts.Dir, file)
		}
		if file, err = filepath.Abs(file); err != nil {
			return nil, nil, err
		}
		if _, err := os.Stat(file); err != nil {
			return nil, nil, fmt.Errorf("%s: no such file: name a package or a Go file", p)
		}
		if files == nil {
			files = make(map[string]bool)
		}
		files[file] = true
		patterns = append(patterns, "file="+file)
	}
	if files != nil && len(files) != len(opts.Patterns) {
		return nil, nil, fmt.Errorf("%s: name either Go files or packages, not both", strings.Join(opts.Patterns, " "))
	}
	return patterns, files, nil
}

// fromSource returns the import paths that were asked for, and those below them, sorted, that are loaded from source
// for their facts.
func fromSource(listed []*packages.Package, configs *configurations) (below []string, asked map[string]bool, err error) {
	asked = make(map[string]bool)
	for _, p := range listed {
		asked[base(p)] = true
		if _, err := configs.of(p); err != nil { // bad configurations fail before the costly step
			return nil, nil, err
		}
	}
	paths := make(map[string]bool)
	for p := range packages.Postorder(listed) {
		if p.Module != nil && (p.Module.Main || configs.follows(p.PkgPath)) {
			if err := NewEnough(p.Module); err != nil {
				return nil, nil, err
			}
			if !asked[base(p)] {
				paths[base(p)] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(paths)), asked, nil
}

// base is the import path that names p on a command line; test variants go by the path of the package under test.
func base(p *packages.Package) string {
	if p.ForTest != "" {
		return p.ForTest
	}
	if path, ok := strings.CutSuffix(p.PkgPath, ".test"); ok && p.Name == "main" {
		return path
	}
	if path, ok := strings.CutSuffix(p.PkgPath, "_test"); ok && strings.HasSuffix(p.Name, "_test") {
		return path
	}
	return p.PkgPath
}

// NewEnough refuses a module whose Go is newer than the one that built this program: its type checker would not
// understand it.
func NewEnough(m *packages.Module) error {
	built := runtime.Version()
	if m.GoVersion == "" || !version.IsValid(built) || version.Compare(version.Lang("go"+m.GoVersion), version.Lang(built)) <= 0 {
		return nil
	}
	toolchain := m.GoVersion
	if strings.Count(toolchain, ".") == 1 {
		toolchain += ".0" // releases are named so
	}
	return fmt.Errorf("%s: needs go %s but this budgetlint was built with %s: reinstall it with the newer Go, "+
		"GOTOOLCHAIN=go%s go install github.com/budgetlint/budgetlint/cmd/budgetlint@latest", m.GoMod, m.GoVersion, built, toolchain)
}

// matched fails if a pattern names nothing: a misspelt path must not pass for clean code.
func matched(opts Options, patterns []string, listed []*packages.Package) error {
	if len(listed) == 0 {
		return fmt.Errorf("no packages match %s", strings.Join(patterns, " "))
	}
	for _, p := range listed {
		// A path that does not exist comes back as a package with an error and no files.
		if len(p.GoFiles)+len(p.OtherFiles)+len(p.IgnoredFiles) == 0 && len(p.Errors) > 0 {
			return fmt.Errorf("%s: %s", strings.TrimPrefix(p.ID, "file="), oneLine(p.Errors[0].Msg))
		}
	}
	if len(patterns) == 1 {
		return nil
	}
	for _, pattern := range patterns {
		prefix, wild := strings.CutSuffix(pattern, "/...")
		if !wild || strings.Contains(prefix, "...") || prefix == "." {
			continue
		}
		dir, err := filepath.Abs(filepath.Join(opts.Dir, prefix))
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(listed, func(p *packages.Package) bool {
			return within(p.PkgPath, prefix, "/") || len(p.GoFiles) > 0 && within(filepath.Dir(p.GoFiles[0]), dir, string(filepath.Separator))
		}) {
			return fmt.Errorf("no packages match %s", pattern)
		}
	}
	return nil
}

func within(path, prefix, sep string) bool {
	return path == prefix || strings.HasPrefix(path, prefix+sep)
}

// loadError is what go list said, without the frame that go/packages puts around it.
func loadError(err error) error {
	said := err.Error()
	if _, stderr, ok := strings.Cut(said, ": stderr: "); ok && strings.TrimSpace(stderr) != "" {
		said = stderr
	}
	return fmt.Errorf("load: %s", oneLine(said))
}

func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' }), ": ")
}

// broken names what does not compile among the packages loaded from source.
func (l *loaded) broken() []string {
	const perPackage = 3 // the first says what is wrong; the rest tends to follow from it
	seen := make(map[string]bool)
	for _, p := range l.source {
		for i, e := range p.Errors {
			if i == perPackage {
				seen[fmt.Sprintf("%s: %d more errors", p.PkgPath, len(p.Errors)-i)] = true
				break
			}
			where := e.Pos
			if where == "" || where == "-" {
				where = p.PkgPath
			}
			seen[where+": "+oneLine(e.Msg)] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

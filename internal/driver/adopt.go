package driver

import (
	"errors"
	"fmt"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/budgetlint/budgetlint/internal/baseline"
	"github.com/budgetlint/budgetlint/internal/report"
)

// Adopted is what baselines and -new-from left out, and what is to be said about it.
type Adopted struct {
	Covered int             // findings that a baseline covers
	Renamed int             // those of them that it has under a name that is gone
	More    []baseline.Key  // more findings than the baseline allows
	Gone    []StaleBaseline // entries without a finding
	Old     int             // findings that rest on nothing that changed
}

// StaleBaseline is a baseline's entries for which there is no finding any more.
type StaleBaseline struct {
	File    string // as seen from the working directory
	Entries []baseline.Entry
}

// cover takes the findings out that a baseline covers.
func (out *Outcome) cover(opts Options, l *loaded) error {
	files := make(map[string]bool)
	for _, g := range l.groups {
		if file := g.baseline(opts); file != "" {
			files[file] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file, err := readBaseline(name)
		if err != nil {
			return err
		}
		out.coverBy(file, l.world(opts, func(g *group) bool { return g.baseline(opts) == name }), opts, func(f Found) bool {
			return opts.Baseline != nil || f.Baseline == name
		})
	}
	return nil
}

// coverBy is cover for one baseline and the findings of its modules.
func (out *Outcome) coverBy(file *baseline.File, world baseline.World, opts Options, concerns func(Found) bool) {
	var keys [][]baseline.Key
	for _, f := range out.Findings {
		if concerns(f) {
			keys = append(keys, f.keys)
		}
	}
	res := file.Match(keys, world)
	a := &out.Adopted
	a.Renamed += res.Renamed
	a.More = append(a.More, res.More...)
	if len(res.Gone) > 0 {
		a.Gone = append(a.Gone, StaleBaseline{Relative(workingDir(opts), file.Name), res.Gone})
	}
	kept := make([]Found, 0, len(out.Findings))
	i := 0
	for _, f := range out.Findings {
		covered := false
		if concerns(f) {
			covered = res.Covered[i]
			i++
		}
		if !covered {
			kept = append(kept, f)
			continue
		}
		a.Covered++
		if opts.Suppressed {
			f.Suppressed = &report.Suppressed{Kind: report.Baselined, Reason: "in the baseline " + filepath.Base(file.Name)}
			out.Suppressed = append(out.Suppressed, f)
		}
	}
	out.Findings = kept
}

func readBaseline(name string) (*baseline.File, error) {
	data, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("baseline %s: %w: budgetlint baseline writes it", name, fs.ErrNotExist)
	case err != nil:
		return nil, fmt.Errorf("baseline %w", err)
	}
	return baseline.Parse(name, data)
}

// baseline is the file that covers g's findings, absolute; "" for none.
func (g *group) baseline(opts Options) string {
	if opts.Baseline == nil {
		return g.config.Baseline
	}
	if *opts.Baseline == "" {
		return ""
	}
	return opts.file(*opts.Baseline)
}

// file is a name given on the command line, as seen from the directory that -C names.
func (o Options) file(name string) string {
	if !filepath.IsAbs(name) {
		name = filepath.Join(o.Dir, name)
	}
	if abs, err := filepath.Abs(name); err == nil {
		return abs
	}
	return name
}

// world is what this run knows about the packages of the groups that concern a baseline.
func (l *loaded) world(opts Options, concerns func(*group) bool) baseline.World {
	known := make(map[string]bool)
	broken := make(map[string]bool)
	for _, p := range l.source {
		known[p.PkgPath] = true
		broken[p.PkgPath] = broken[p.PkgPath] || len(p.Errors) > 0
	}
	ran := make(map[string]map[string]bool)
	var wides []wide
	for _, g := range l.groups {
		if !concerns(g) || g.only != nil { // some files of a package do not say what is gone from it
			continue
		}
		for _, p := range g.pkgs {
			ran[p.PkgPath] = g.ran
		}
		wides = append(wides, g.wide(opts)...)
	}
	w := goneFrom(l.source...)
	w.Judged = func(pkg, rule string) bool {
		rule, _, _ = strings.Cut(rule, "/")
		if rules, ok := ran[pkg]; ok {
			return rules[rule] && !broken[pkg]
		}
		// A package that is there no more was asked for if a pattern would have matched it.
		return !known[pkg] && slices.ContainsFunc(wides, func(w wide) bool {
			return within(pkg, w.path, "/") && w.ran[rule]
		})
	}
	return w
}

// goneFrom knows what is not declared any more in packages, and in what those import.
func goneFrom(pkgs ...*packages.Package) baseline.World {
	scopes := make(map[string][]*types.Package) // a package and its test variants
	for _, p := range pkgs {
		if p.Types != nil {
			scopes[p.PkgPath] = append(scopes[p.PkgPath], p.Types)
		}
	}
	gone := func(list []*types.Package, name string) bool {
		return len(list) > 0 && !slices.ContainsFunc(list, func(p *types.Package) bool { return declares(p, name) })
	}
	return baseline.World{
		GoneFunction: func(pkg, function string) bool { return gone(scopes[pkg], function) },
		GoneCallee: func(pkg, callee string) bool {
			if own, ok := strings.CutPrefix(callee, "."); ok {
				return gone(scopes[pkg], own)
			}
			at := strings.LastIndexByte(callee, '/') + 1
			for i := at; i < len(callee); i++ {
				if callee[i] != '.' {
					continue
				}
				var list []*types.Package
				for _, p := range scopes[pkg] {
					for _, q := range append(p.Imports(), p) {
						if q.Path() == callee[:i] && q.Complete() {
							list = append(list, q)
						}
					}
				}
				if len(list) > 0 {
					return gone(list, callee[i+1:])
				}
			}
			return false
		},
	}
}

// wide is the import path of a pattern dir/..., with the rules that ran there.
type wide struct {
	path string
	ran  map[string]bool
}

// wide lists the patterns that would match a package of g's module wherever it was below a directory.
func (g *group) wide(opts Options) []wide {
	patterns := opts.Patterns
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	var list []wide
	for _, m := range modules(g.pkgs) {
		for _, pattern := range patterns {
			prefix, ok := strings.CutSuffix(pattern, "/...")
			if !ok || strings.Contains(prefix, "...") {
				continue
			}
			if prefix != "." && prefix != ".." && !strings.HasPrefix(prefix, "./") && !strings.HasPrefix(prefix, "../") && !filepath.IsAbs(prefix) {
				list = append(list, wide{prefix, g.ran}) // an import path already
				continue
			}
			dir := opts.file(prefix)
			if real, err := filepath.EvalSymlinks(dir); err == nil {
				dir = real
			}
			root := m.Dir
			if real, err := filepath.EvalSymlinks(root); err == nil {
				root = real
			}
			switch rel, err := filepath.Rel(root, dir); {
			case err != nil:
			case rel == ".":
				list = append(list, wide{m.Path, g.ran})
			case !strings.HasPrefix(rel, ".."):
				list = append(list, wide{m.Path + "/" + filepath.ToSlash(rel), g.ran})
			}
		}
	}
	return list
}

func modules(pkgs []*packages.Package) []*packages.Module {
	seen := make(map[string]bool)
	var list []*packages.Module
	for _, p := range pkgs {
		if p.Module != nil && p.Module.Main && !seen[p.Module.Path] {
			seen[p.Module.Path] = true
			list = append(list, p.Module)
		}
	}
	return list
}

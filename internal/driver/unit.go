package driver

import (
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"

	"github.com/budgetlint/budgetlint/analyzers"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/facts"
)

// unit is a package as the go command describes it; cmd/go's vetConfig has the fields.
type unit struct {
	ID, Dir, ImportPath, GoVersion      string
	GoFiles, NonGoFiles, IgnoredFiles   []string
	ModulePath, ModuleVersion           string
	Module                              *analysis.Module // since go 1.27
	ImportMap, PackageFile, PackageVetx map[string]string
	VetxOnly                            bool
	VetxOutput, Stdout, FixArchive      string
}

func readUnit(file string) (*unit, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	u := new(unit)
	if err := json.Unmarshal(data, u); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if u.Module == nil {
		u.Module = &analysis.Module{Path: u.ModulePath, Version: u.ModuleVersion, GoVersion: strings.TrimPrefix(u.GoVersion, "go")}
	}
	u.Module.Main = u.main()
	return u, nil
}

func (u *unit) std() bool {
	first, _, _ := strings.Cut(u.ImportPath, "/")
	return u.Module.Path == "" && !strings.Contains(first, ".") && first != "command-line-arguments"
}

// main reports whether the unit belongs to the main module or to its workspace, or to no module at all.
func (u *unit) main() bool {
	return !u.std() && u.Module.Version == "" && !strings.Contains(filepath.ToSlash(u.Dir), "/vendor/")
}

// idle reports whether nobody will ask for this unit: it is analysed for its facts, and only the main module and deps:
// have any; or it is the external test package, which nobody imports, and test files are not reported on.
func (u *unit) idle(c *config.Config) bool {
	if u.VetxOnly {
		return !u.main() && !Follows(c, u.ImportPath)
	}
	return !c.Tests && u.onlyTests()
}

func (u *unit) onlyTests() bool {
	return !slices.ContainsFunc(u.GoFiles, func(name string) bool { return !isTest(name) })
}

func isTest(name string) bool { return strings.HasSuffix(name, "_test.go") }

// handsOutTypes reports whether the go command gives units the export data of their imports, as it does up to 1.26 at
// least. If not, every unit has to export its types for those that import it. A unit without imports cannot tell.
func (u *unit) handsOutTypes() bool {
	seen := false
	for _, path := range u.ImportMap {
		if path != "unsafe" {
			if u.PackageFile[path] == "" {
				return false
			}
			seen = true
		}
	}
	return seen
}

// config is the configuration of the unit.
func (u *unit) config(f *vetFlags) (*config.Config, error) {
	if (f.configFile != "" || f.contract != "") && !u.VetxOnly && !u.onlyTests() { // said once for each package named
		return nil, fmt.Errorf("-config and -contract cannot be used with go vet, which would replay old results: set %s to an absolute path", configVariable)
	}
	file, err := vetConfigFile()
	if err != nil {
		return nil, err
	}
	if u.std() {
		file = "" // the standard library is a table
	} else if file == "" && u.main() {
		file, _ = config.Find(u.Dir)
	}
	c, err := config.Load(file, analyzers.Known())
	if err != nil {
		return nil, err
	}
	adjusted := *c
	adjusted.Host = config.Vet
	adjusted.Advice = f.advice
	adjusted.UnsafeFixes = c.UnsafeFixes || f.unsafe
	adjusted.Tests = f.tests
	return &adjusted, nil
}

// runUnit analyses one unit and returns the exit code.
func runUnit(f *vetFlags, file string, stdout, stderr io.Writer) (code int, err error) {
	u, err := readUnit(file)
	if err != nil {
		return 0, err
	}
	conf, err := u.config(f)
	if err != nil {
		return 0, err
	}
	if u.idle(conf) && (!u.VetxOnly || u.handsOutTypes()) {
		if u.FixArchive != "" {
			if err := writeArchive(u, nil); err != nil {
				return 0, err
			}
		}
		return 0, writeVetx(u.VetxOutput, nil, nil, nil)
	}
	if !conf.Tests {
		// go vet describes "p [p.test]" instead of p. Without its tests it is p again: the same findings as alone.
		u.GoFiles = slices.DeleteFunc(u.GoFiles, isTest)
	}
	pkg, set, err := u.load()
	if err != nil && u.VetxOnly && u.idle(conf) {
		// Only its types could be of use, and most go commands hand those out: whoever misses them says so.
		return 0, writeVetx(u.VetxOutput, nil, nil, nil)
	}
	if err != nil {
		return 0, err
	}
	list := f.selected(analyzers.New(conf))
	if u.VetxOnly {
		list = facts.Makers(list)
	}
	if u.idle(conf) {
		list = nil // only its types are needed
	}
	facts.Register(append(analyzers.New(config.Default()), list...))
	if err := u.readFacts(pkg.Types, set); err != nil {
		return 0, err
	}
	run := u.execution(conf, pkg, set)
	for _, a := range list {
		run.Exec(context.Background(), a)
	}
	left, err := set.Encode()
	if err != nil {
		return 0, err
	}
	exported := pkg.Types
	if u.handsOutTypes() {
		exported = nil
	}
	if err := writeVetx(u.VetxOutput, pkg.Fset, exported, left); err != nil || u.VetxOnly {
		return 0, err
	}
	if err := run.cover(list); err != nil {
		return 0, err
	}
	return run.show(f, list, stdout, stderr)
}

// load parses and type-checks the unit. Types of imports come from export data.
func (u *unit) load() (*packages.Package, *facts.Set, error) {
	if err := NewEnough(&packages.Module{GoMod: u.ImportPath, GoVersion: u.Module.GoVersion}); err != nil && u.main() {
		return nil, nil, err
	}
	pkg := &packages.Package{ID: u.ID, PkgPath: u.ImportPath, Fset: token.NewFileSet(), GoFiles: u.GoFiles}
	for _, name := range u.GoFiles {
		f, err := parser.ParseFile(pkg.Fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, err
		}
		pkg.Syntax = append(pkg.Syntax, f)
	}
	pkg.TypesSizes = types.SizesFor("gc", build.Default.GOARCH)
	pkg.TypesInfo = &types.Info{
		Types:        make(map[ast.Expr]types.TypeAndValue),
		Defs:         make(map[*ast.Ident]types.Object),
		Uses:         make(map[*ast.Ident]types.Object),
		Implicits:    make(map[ast.Node]types.Object),
		Instances:    make(map[*ast.Ident]types.Instance),
		Scopes:       make(map[ast.Node]*types.Scope),
		Selections:   make(map[*ast.SelectorExpr]*types.Selection),
		FileVersions: make(map[*ast.File]string),
	}
	im := &unitImporter{unit: u, fset: pkg.Fset, known: make(map[string]*types.Package)}
	tc := types.Config{Importer: im, Sizes: pkg.TypesSizes, GoVersion: u.GoVersion}
	var err error
	if pkg.Types, err = tc.Check(u.ImportPath, pkg.Fset, pkg.Syntax, pkg.TypesInfo); err != nil {
		return nil, nil, err
	}
	pkg.Name = pkg.Types.Name()
	return pkg, facts.New(pkg.Types), nil
}

type unitImporter struct {
	unit  *unit
	fset  *token.FileSet
	known map[string]*types.Package
}

func (im *unitImporter) Import(path string) (*types.Package, error) {
	resolved, ok := im.unit.ImportMap[path] // vendoring and the like
	if !ok {
		return nil, fmt.Errorf("can't resolve import %q", path)
	}
	if resolved == "unsafe" {
		return types.Unsafe, nil
	}
	if p := im.known[resolved]; p != nil && p.Complete() {
		return p, nil
	}
	if file := im.unit.PackageFile[resolved]; file != "" {
		return readExport(im.fset, file, im.known, resolved)
	}
	data, _, err := readVetx(im.unit.PackageVetx[resolved])
	if err != nil {
		return nil, err
	}
	return gcexportdata.Read(strings.NewReader(string(data)), im.fset, im.known, resolved)
}

// readFacts reads what the units of the direct imports left.
func (u *unit) readFacts(pkg *types.Package, set *facts.Set) error {
	var known map[string]*types.Package
	for _, path := range slices.Sorted(maps.Keys(u.PackageVetx)) {
		_, left, err := readVetx(u.PackageVetx[path])
		if err != nil {
			return fmt.Errorf("facts of %s: %w", path, err)
		}
		if len(left) == 0 {
			continue
		}
		if known == nil { // most units import nothing that has facts
			known = facts.Below(pkg)
		}
		if err := set.Decode(left, known); err != nil {
			return fmt.Errorf("facts of %s: %w (%v)", path, errVetx, err)
		}
	}
	return nil
}

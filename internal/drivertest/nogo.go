package drivertest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/gcexportdata"

	"github.com/budgetlint/budgetlint/internal/facts"
	"github.com/budgetlint/budgetlint/nogo"
)

// nogoSettings is what nogo runs under when it is compared: it reports what stops the build, and all hosts are compared
// with their advice. The rules are those that the .budgetlint.yml of the corpora switch on.
const nogoSettings = "fail-on: advice\n" + fixtureSettings

// Nogo runs our analyzer for Bazel in this process, and gives it what nogo of rules_go v0.65 gives and nothing more: no
// Module, no ReadFile, no TypeErrors, files named relative to the working folder, export data of direct imports, facts
// from one file a package, and none for the standard library. RealNogo proves that this is so.
func Nogo() Driver {
	return Driver{"nogo", func(t testing.TB, dir string) []string {
		return NogoWith(t, dir, nogo.New(fstest.MapFS{".budgetlint.yml": {Data: []byte(nogoSettings)}}))
	}}
}

// NogoWith is Nogo for another analyzer. It changes the working folder of the test.
func NogoWith(t testing.TB, dir string, a *analysis.Analyzer) (list []string) {
	t.Helper()
	if err := analysis.Validate([]*analysis.Analyzer{a}); err != nil {
		t.Fatal(err)
	}
	registerFacts(a)
	w := newWorkspace(t, dir)
	t.Chdir(w.root)
	for i := range w.targets {
		tg := &w.targets[i]
		r := &nogoRun{target: tg, fset: token.NewFileSet(), done: make(map[*analysis.Analyzer]any)}
		if err := r.analyze(a); err != nil {
			t.Fatalf("%s: %v", tg.path, err)
		}
		for _, d := range r.found {
			posn := r.fset.Position(d.Pos)
			file, ok := w.relative(dir, posn.Filename)
			if !ok {
				continue
			}
			f, ok := fromText(fmt.Sprintf("%s:%d:%d: %s", file, posn.Line, posn.Column, d.Message))
			if !ok {
				t.Fatalf("%s: %s: not in the form of a finding", posn, d.Message)
			}
			list = append(list, f)
		}
	}
	return settle(list)
}

// nogoRun is one run of nogo, on one package.
type nogoRun struct {
	*target
	fset  *token.FileSet
	files []*ast.File
	pkg   *types.Package
	info  *types.Info
	facts *factStore
	done  map[*analysis.Analyzer]any
	found []analysis.Diagnostic
}

func (r *nogoRun) analyze(root *analysis.Analyzer) error {
	if err := r.load(); err != nil {
		return err
	}
	roots := []*analysis.Analyzer{root}
	if r.factsOnly {
		roots = slices.DeleteFunc(facts.Reach(roots), func(a *analysis.Analyzer) bool { return len(a.FactTypes) == 0 })
	}
	for _, a := range roots {
		report := func(d analysis.Diagnostic) {
			if a == root && !slices.Contains(r.ignored, r.fset.File(d.Pos).Name()) {
				r.found = append(r.found, d)
			}
		}
		if _, err := r.exec(a, report); err != nil {
			return err
		}
	}
	data, err := r.facts.encode()
	if err != nil {
		return err
	}
	return os.WriteFile(r.factsFile, data, 0o666)
}

// load parses and checks the package. Type errors are kept from the analyzers, as nogo keeps them, and fail the test: no
// package of ours has any.
func (r *nogoRun) load() error {
	for _, name := range r.target.files {
		f, err := parser.ParseFile(r.fset, name, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		r.files = append(r.files, f)
	}
	r.info = &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Instances: make(map[*ast.Ident]types.Instance),
		Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
		Implicits: make(map[ast.Node]types.Object), Selections: make(map[*ast.SelectorExpr]*types.Selection),
		Scopes: make(map[ast.Node]*types.Scope), FileVersions: make(map[*ast.File]string),
	}
	known := make(map[string]*types.Package)
	conf := types.Config{Importer: importerFunc(func(path string) (*types.Package, error) {
		if path == "unsafe" {
			return types.Unsafe, nil
		}
		if p := known[path]; p != nil && p.Complete() {
			return p, nil
		}
		file, ok := r.packages[path]
		if !ok {
			return nil, fmt.Errorf("could not import %q", path)
		}
		return readExport(r.fset, file, known, path)
	})}
	var err error
	if r.pkg, err = conf.Check(r.path, r.fset, r.files, r.info); err != nil {
		return err
	}
	r.facts, err = readFacts(r.pkg, r.target.facts)
	return err
}

func readExport(fset *token.FileSet, file string, known map[string]*types.Package, path string) (*types.Package, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close() // it is only read
	in, err := gcexportdata.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Base(file), err)
	}
	return gcexportdata.Read(in, fset, known, path)
}

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

func (r *nogoRun) exec(a *analysis.Analyzer, report func(analysis.Diagnostic)) (any, error) {
	if result, ok := r.done[a]; ok {
		return result, nil
	}
	inputs := make(map[*analysis.Analyzer]any)
	for _, req := range a.Requires {
		result, err := r.exec(req, func(analysis.Diagnostic) {}) // nogo drops what those below say
		if err != nil {
			return nil, err
		}
		inputs[req] = result
	}
	result, err := a.Run(&analysis.Pass{
		Analyzer: a, Fset: r.fset, Files: r.files, Pkg: r.pkg, TypesInfo: r.info,
		TypesSizes: types.SizesFor("gc", os.Getenv("GOARCH")),
		ResultOf:   inputs, Report: report,
		ImportPackageFact: r.facts.importPackageFact, ExportPackageFact: r.facts.exportPackageFact,
		ImportObjectFact: r.facts.importObjectFact, ExportObjectFact: r.facts.exportObjectFact,
		AllPackageFacts: r.facts.allPackageFacts, AllObjectFacts: r.facts.allObjectFacts,
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.Name, err)
	}
	r.done[a] = result
	return result, nil
}

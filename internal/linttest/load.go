package linttest

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/budgetlint/budgetlint/internal/fix"
)

// loader holds the packages of testdata/src that were needed so far, and the standard library as export data. All
// tests of a process share one; docs/decisions/003-fixture-loader.md says why it is not go/packages.
type loader struct {
	root string // testdata/src
	fset *token.FileSet
	std  types.Importer

	mu   sync.Mutex
	pkgs map[string]*entry // by import path
}

type entry struct {
	pkg *packages.Package // nil while it is being loaded
	err error
}

var shared = sync.OnceValues(func() (*loader, error) {
	root, err := findRoot()
	if err != nil {
		return nil, err
	}
	return newLoader(root)
})

func newLoader(root string) (*loader, error) {
	fset := token.NewFileSet()
	std, err := stdImporter(fset, root)
	if err != nil {
		return nil, err
	}
	return &loader{root: root, fset: fset, std: std, pkgs: make(map[string]*entry)}, nil
}

// findRoot looks for testdata/src beside the go.mod above the test's own folder.
func findRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "testdata", "src"), nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", fmt.Errorf("no go.mod above the working folder")
		}
		dir = parent
	}
}

// fixture loads every package at or below testdata/src/name, sorted by path.
func (l *loader) fixture(name string) (pkgs []*packages.Package, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	err = filepath.WalkDir(filepath.Join(l.root, filepath.FromSlash(name)), func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(l.root, p)
		if err != nil || !l.exists(filepath.ToSlash(rel)) {
			return err
		}
		pkg, err := l.load(filepath.ToSlash(rel))
		if err == nil {
			pkgs = append(pkgs, pkg)
		}
		return err
	})
	if err == nil && len(pkgs) == 0 {
		err = fmt.Errorf("fixture %s has no Go files", name)
	}
	return pkgs, err
}

// exists reports whether importPath is a package of the fixture tree.
func (l *loader) exists(importPath string) bool {
	names, _ := filepath.Glob(filepath.Join(l.root, filepath.FromSlash(importPath), "*.go"))
	return len(names) > 0
}

// load parses and checks one package of the tree after those that it imports.
func (l *loader) load(importPath string) (*packages.Package, error) {
	if e, ok := l.pkgs[importPath]; ok {
		if e.pkg == nil && e.err == nil {
			return nil, fmt.Errorf("import cycle through %s", importPath)
		}
		return e.pkg, e.err
	}
	e := new(entry)
	l.pkgs[importPath] = e
	texts, err := l.read(importPath)
	if err == nil {
		e.pkg, err = l.check(importPath, texts)
	}
	e.err = err
	return e.pkg, err
}

// read returns the Go files of a package by name; tests in package p_test are left out.
func (l *loader) read(importPath string) (map[string][]byte, error) {
	dir := filepath.Join(l.root, filepath.FromSlash(importPath))
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	texts := make(map[string][]byte)
	for _, name := range names {
		if ok, err := build.Default.MatchFile(dir, filepath.Base(name)); err != nil || !ok {
			continue
		}
		if texts[name], err = os.ReadFile(name); err != nil {
			return nil, err
		}
	}
	return texts, nil
}

// check makes a package of texts. Type errors are kept in it, since rules have to live with them.
func (l *loader) check(importPath string, texts map[string][]byte) (*packages.Package, error) {
	pkg := &packages.Package{
		ID: importPath, PkgPath: importPath, Fset: l.fset,
		Imports:    make(map[string]*packages.Package),
		TypesSizes: types.SizesFor("gc", "amd64"),
		Module:     module(importPath),
		TypesInfo:  newInfo(),
	}
	var names []string
	for name := range texts {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		f, err := parser.ParseFile(l.fset, name, texts[name], parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		if strings.HasSuffix(f.Name.Name, "_test") {
			continue
		}
		pkg.Name = f.Name.Name
		pkg.Syntax = append(pkg.Syntax, f)
		pkg.GoFiles = append(pkg.GoFiles, name)
		pkg.CompiledGoFiles = append(pkg.CompiledGoFiles, name)
		if err := l.imports(pkg, f); err != nil {
			return nil, err
		}
	}
	conf := types.Config{
		Importer:  importFrom{l, pkg},
		Sizes:     pkg.TypesSizes,
		GoVersion: "go" + goVersion,
		Error: func(err error) {
			if te, ok := err.(types.Error); ok {
				pkg.TypeErrors = append(pkg.TypeErrors, te)
			}
		},
	}
	pkg.Types, _ = conf.Check(importPath, l.fset, pkg.Syntax, pkg.TypesInfo) // errors come through conf.Error
	pkg.IllTyped = len(pkg.TypeErrors) > 0
	return pkg, nil
}

// imports loads what f imports from the tree.
func (l *loader) imports(pkg *packages.Package, f *ast.File) error {
	for _, spec := range f.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil || !l.exists(p) {
			continue // the standard library, or an error that the type checker reports better
		}
		dep, err := l.load(p)
		if err != nil {
			return err
		}
		pkg.Imports[p] = dep
	}
	return nil
}

const goVersion = "1.26"

// module says, as a real load would, which packages are the user's own: those whose path has no dot in its first
// element are; the stubs belong to versioned modules.
func module(importPath string) *packages.Module {
	first, rest, _ := strings.Cut(importPath, "/")
	if !strings.Contains(first, ".") {
		return &packages.Module{Path: first, Main: true, GoVersion: goVersion}
	}
	if elems := strings.Split(rest, "/"); len(elems) > 2 {
		rest = path.Join(elems[:2]...)
	}
	return &packages.Module{Path: path.Join(first, rest), Version: "v1.0.0", GoVersion: goVersion}
}

func newInfo() *types.Info {
	return &types.Info{
		Types:        make(map[ast.Expr]types.TypeAndValue),
		Instances:    make(map[*ast.Ident]types.Instance),
		Defs:         make(map[*ast.Ident]types.Object),
		Uses:         make(map[*ast.Ident]types.Object),
		Implicits:    make(map[ast.Node]types.Object),
		Selections:   make(map[*ast.SelectorExpr]*types.Selection),
		Scopes:       make(map[ast.Node]*types.Scope),
		FileVersions: make(map[*ast.File]string),
	}
}

// importFrom resolves the imports of one package: the tree first.
type importFrom struct {
	l   *loader
	pkg *packages.Package
}

func (im importFrom) Import(p string) (*types.Package, error) {
	if dep := im.pkg.Imports[p]; dep != nil {
		return dep.Types, nil
	}
	if im.l.exists(p) { // only a fix adds an import that is not in pkg.Imports yet
		dep, err := im.l.load(p)
		if err != nil {
			return nil, err
		}
		return dep.Types, nil
	}
	return im.l.std.Import(p)
}

// sources are the files of pkg by name.
func sources(pkg *packages.Package) map[string]*ast.File {
	m := make(map[string]*ast.File)
	for _, f := range pkg.Syntax {
		m[pkg.Fset.File(f.FileStart).Name()] = f
	}
	return m
}

// apply makes edits, which may be in several files, and returns the texts that they change.
func apply(pkg *packages.Package, edits []analysis.TextEdit) (map[string][]byte, error) {
	texts := make(map[string][]byte)
	byFile := make(map[string][]analysis.TextEdit)
	files := sources(pkg)
	for _, e := range edits {
		tf := pkg.Fset.File(e.Pos)
		if tf == nil || files[tf.Name()] == nil {
			return nil, fmt.Errorf("edit outside the package: %q", e.NewText)
		}
		byFile[tf.Name()] = append(byFile[tf.Name()], e)
	}
	for name, edits := range byFile {
		src, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		f := &fix.File{Fset: pkg.Fset, Syntax: files[name], Pkg: pkg.Types, Info: pkg.TypesInfo}
		if texts[name], err = f.Apply(src, edits); err != nil {
			return nil, err
		}
	}
	return texts, nil
}

// typeCheck reports the first error that texts bring into pkg.
func (l *loader) typeCheck(pkg *packages.Package, texts map[string][]byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := fix.Package{Fset: pkg.Fset, Files: pkg.Syntax, Types: pkg.Types, Sizes: pkg.TypesSizes}
	return fix.Check(p, texts, importFrom{l, pkg})
}

// reload makes pkg again with texts in place of its files; they are known to type-check.
func (l *loader) reload(pkg *packages.Package, texts map[string][]byte) (*packages.Package, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	all, err := l.read(pkg.PkgPath)
	if err != nil {
		return nil, err
	}
	for name, text := range texts {
		all[name] = text
	}
	return l.check(pkg.PkgPath, all)
}

package fix

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
)

// Importer finds a package that the edited code imports: among those that pkg already reaches, else by asking load
// (which may be nil: then a new import fails). It loads nothing itself.
func Importer(pkg *types.Package, load func(path string) (*types.Package, error)) types.Importer {
	return importer{known: Reach(pkg), load: load}
}

type importer struct {
	known map[string]*types.Package
	load  func(path string) (*types.Package, error)
}

func (im importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if p := im.known[path]; p != nil && p.Complete() {
		return p, nil
	}
	if im.load == nil {
		return nil, fmt.Errorf("package %s is not loaded", path)
	}
	return im.load(path)
}

// Reach lists all packages below pkg by path. Those that export data only mentions are not complete.
func Reach(pkg *types.Package) map[string]*types.Package {
	known := map[string]*types.Package{}
	var visit func(p *types.Package)
	visit = func(p *types.Package) {
		for _, q := range p.Imports() {
			if old := known[q.Path()]; old == nil || !old.Complete() && q.Complete() {
				known[q.Path()] = q
				visit(q)
			}
		}
	}
	if pkg != nil {
		visit(pkg)
	}
	return known
}

// Package is a type-checked package whose files are to be checked again after edits.
type Package struct {
	Fset  *token.FileSet
	Files []*ast.File
	Types *types.Package
	Sizes types.Sizes // may be nil: those of gc on amd64
}

// Check type-checks pkg in memory with the edited texts, by file name as token.File has it, in place of the files they
// come from, and returns the first error that pkg did not have before. Nothing in pkg is changed, but its FileSet grows.
func Check(pkg Package, edited map[string][]byte, imp types.Importer) error {
	files := make([]*ast.File, 0, len(pkg.Files))
	for _, old := range pkg.Files {
		name := pkg.Fset.File(old.FileStart).Name()
		src, ok := edited[name]
		if !ok {
			files = append(files, old)
			continue
		}
		f, err := parser.ParseFile(pkg.Fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	errs := typeErrors(pkg, files, imp)
	if len(errs) == 0 {
		return nil
	}
	// Only now, since it is rare: what was wrong before? Positions move, so messages are counted.
	before := map[string]int{}
	for _, err := range typeErrors(pkg, pkg.Files, imp) {
		before[err.Msg]++
	}
	for _, err := range errs {
		if before[err.Msg] == 0 {
			return err
		}
		before[err.Msg]--
	}
	return nil
}

func typeErrors(pkg Package, files []*ast.File, imp types.Importer) (errs []types.Error) {
	sizes := pkg.Sizes
	if sizes == nil {
		sizes = types.SizesFor("gc", "amd64")
	}
	conf := types.Config{
		Importer:  imp,
		Sizes:     sizes,
		GoVersion: pkg.Types.GoVersion(),
		Error: func(err error) {
			if te, ok := err.(types.Error); ok {
				errs = append(errs, te)
			}
		},
	}
	conf.Check(pkg.Types.Path(), pkg.Fset, files, nil) // errors come through conf.Error
	return errs
}

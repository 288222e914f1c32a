package driver

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"

	"github.com/budgetlint/budgetlint/internal/fix"
)

// Plan is the new text of each file that fixes change.
type Plan struct {
	Files   map[string][]byte
	Applied int
	// Deferred fixes clash with an applied one; the next run makes them.
	Deferred int
	// Dropped fixes leave code that does not compile or cannot be edited: faults of a rule, each with its reason.
	Dropped []string
}

// Fixes chooses the fixes to apply, for each finding the first one that the level allows, and applies them in memory.
// Every package is type-checked with its fixes before any of them is accepted.
func (out *Outcome) Fixes(ctx context.Context, opts Options) *Plan {
	return planFixes(out.Findings, patch{read: os.ReadFile}, func(pkg *packages.Package) types.Importer {
		return fix.Importer(pkg.Types, importFrom(ctx, opts, pkg))
	})
}

// PlanFixes is Outcome.Fixes for findings of packages that somebody else loaded: imp finds what they import, read gives
// the text that they were loaded from.
func PlanFixes(found []Found, imp types.Importer, read func(name string) ([]byte, error)) *Plan {
	return planFixes(found, patch{read: read}, func(*packages.Package) types.Importer { return imp })
}

// planFixes is Fixes with an importer for each package; with says how to patch it.
func planFixes(found []Found, with patch, importer func(*packages.Package) types.Importer) *Plan {
	plan := &Plan{Files: make(map[string][]byte)}
	var order []*packages.Package
	byPackage := make(map[*packages.Package][]Found)
	for _, f := range found {
		if f.Chosen(f.Unsafe) == nil {
			continue
		}
		if byPackage[f.Package] == nil {
			order = append(order, f.Package)
		}
		byPackage[f.Package] = append(byPackage[f.Package], f)
	}
	for _, pkg := range order {
		p := with
		p.pkg, p.importer = pkg, importer(pkg)
		p.choose(byPackage[pkg], plan)
	}
	return plan
}

// patch makes fixes in one package.
type patch struct {
	pkg      *packages.Package
	importer types.Importer
	read     func(name string) ([]byte, error)
	lenient  bool // accept a fix whose new import cannot be resolved
	raw      bool // as a host does that only splices edits: see fix.File.Splice
}

// choose takes the fixes that can be made together. One that cannot be made with the others waits for the next run,
// and one that fails alone is dropped.
func (p *patch) choose(found []Found, plan *Plan) {
	chosen, texts := p.fit(found)
	for i, f := range found {
		if chosen[i] {
			plan.Applied++
		} else if _, err := p.try(f.Chosen(f.Unsafe).Edits); err == nil {
			plan.Deferred++
		} else {
			plan.Dropped = append(plan.Dropped, fmt.Sprintf("%s: fix of %s not applied: %s", f.Position, f.Rule, oneLine(err.Error())))
		}
	}
	plan.add(texts)
}

// fit says of each finding whether its fix is among those that can be made together: all of them as a rule; else
// each in turn that goes with those chosen before it. texts are the files that the chosen ones change.
func (p *patch) fit(found []Found) (chosen []bool, texts map[string][]byte) {
	var edits []analysis.TextEdit
	for _, f := range found {
		edits = append(edits, f.Chosen(f.Unsafe).Edits...)
	}
	texts, err := p.try(edits)
	chosen = make([]bool, len(found))
	if err == nil {
		for i := range chosen {
			chosen[i] = true
		}
		return chosen, texts
	}
	edits, texts = nil, nil
	for i, f := range found {
		more := append(slices.Clip(edits), f.Chosen(f.Unsafe).Edits...)
		if next, err := p.try(more); err == nil {
			edits, texts, chosen[i] = more, next, true
		}
	}
	return chosen, texts
}

func (plan *Plan) add(texts map[string][]byte) {
	for name, text := range texts {
		// Test variants share files with their package; the plan of one must not undo the other's.
		if old, ok := plan.Files[name]; ok && string(old) != string(text) {
			plan.Deferred++
			continue
		}
		plan.Files[name] = text
	}
}

var errForeign = errors.New("it edits a file that is generated or does not belong to the package")

// try applies edits in memory and type-checks the package with the result.
func (p *patch) try(edits []analysis.TextEdit) (map[string][]byte, error) {
	byFile := make(map[*ast.File][]analysis.TextEdit)
	for _, e := range edits {
		f := fileOf(p.pkg.Syntax, e)
		if f == nil || ast.IsGenerated(f) || !slices.Contains(p.pkg.GoFiles, p.pkg.Fset.File(f.FileStart).Name()) {
			return nil, errForeign
		}
		byFile[f] = append(byFile[f], e)
	}
	texts := make(map[string][]byte)
	for f, edits := range byFile {
		name := p.pkg.Fset.File(f.FileStart).Name()
		src, err := p.read(name)
		if err != nil {
			return nil, err
		}
		file := &fix.File{Fset: p.pkg.Fset, Syntax: f, Pkg: p.pkg.Types, Info: p.pkg.TypesInfo}
		apply := file.Apply
		if p.raw {
			apply = file.Splice
		}
		if texts[name], err = apply(src, edits); err != nil {
			return nil, err
		}
	}
	checked := fix.Package{Fset: p.pkg.Fset, Files: p.pkg.Syntax, Types: p.pkg.Types, Sizes: p.pkg.TypesSizes}
	err := fix.Check(checked, texts, p.importer)
	if p.lenient && isImportError(err) {
		err = nil
	}
	return texts, err
}

func fileOf(files []*ast.File, e analysis.TextEdit) *ast.File {
	for _, f := range files {
		if f.FileStart <= e.Pos && e.Pos <= f.FileEnd {
			return f
		}
	}
	return nil
}

// importFrom finds packages that fixes import and nothing in the package imports yet. Their types are read from export data
// into those that the package itself reaches, and into each other, so that time.Duration and contract.Retry stay one type.
func importFrom(ctx context.Context, opts Options, pkg *packages.Package) func(string) (*types.Package, error) {
	known := fix.Reach(pkg.Types)
	return func(path string) (*types.Package, error) {
		if p := known[path]; p != nil && p.Complete() {
			return p, nil
		}
		export := ""
		for p := range packages.Postorder([]*packages.Package{pkg}) {
			if p.PkgPath == path {
				export = p.ExportFile
			}
		}
		if export == "" {
			c := opts.packages(ctx, packages.NeedName|packages.NeedExportFile)
			c.Tests = false
			c.Dir = filepath.Dir(pkg.GoFiles[0])
			list, err := packages.Load(c, path)
			if err != nil {
				return nil, loadError(err)
			}
			if len(list) != 1 || list[0].ExportFile == "" {
				return nil, fmt.Errorf("cannot import %s", path)
			}
			export = list[0].ExportFile
		}
		return readExport(pkg.Fset, export, known, path)
	}
}

// readExport reads the types of one package from the go command's export data.
func readExport(fset *token.FileSet, file string, known map[string]*types.Package, path string) (*types.Package, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close() // it was only read
	r, err := gcexportdata.NewReader(f)
	if err != nil {
		return nil, err
	}
	return gcexportdata.Read(r, fset, known, path)
}

// Write writes the plan's files, keeping their modes.
func (plan *Plan) Write() error {
	for _, name := range plan.Names() {
		mode := os.FileMode(0o644)
		if info, err := os.Stat(name); err == nil {
			mode = info.Mode().Perm()
		}
		if err := os.WriteFile(name, plan.Files[name], mode); err != nil {
			return err
		}
	}
	return nil
}

// Names are the files that change, sorted.
func (plan *Plan) Names() []string { return slices.Sorted(maps.Keys(plan.Files)) }

// Relative shows name as seen from dir where that is shorter, as the go command does.
func Relative(dir, name string) string {
	if rel, err := filepath.Rel(dir, name); err == nil && len(rel) < len(name) {
		return rel
	}
	return name
}

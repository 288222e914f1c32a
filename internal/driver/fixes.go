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
	"github.com/budgetlint/budgetlint/internal/rule"
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

// Fixes chooses the fixes to apply, the first one of each finding if its level allows, and applies them in memory.
// Every package is type-checked with its fixes before any of them is accepted.
func (out *Outcome) Fixes(ctx context.Context, opts Options) *Plan {
	return planFixes(out.Findings, func(pkg *packages.Package) types.Importer {
		return fix.Importer(pkg.Types, importFrom(ctx, opts, pkg))
	}, false)
}

// planFixes is Fixes with an importer for each package; lenient accepts a fix whose new import cannot be resolved.
func planFixes(found []Found, importer func(*packages.Package) types.Importer, lenient bool) *Plan {
	plan := &Plan{Files: make(map[string][]byte)}
	var order []*packages.Package
	byPackage := make(map[*packages.Package][]Found)
	for _, f := range found {
		if !f.fixes() {
			continue
		}
		if byPackage[f.Package] == nil {
			order = append(order, f.Package)
		}
		byPackage[f.Package] = append(byPackage[f.Package], f)
	}
	for _, pkg := range order {
		p := patch{pkg: pkg, importer: importer(pkg), lenient: lenient}
		p.choose(byPackage[pkg], plan)
	}
	return plan
}

// fixes: the first fix may be made without a person's look.
func (f Found) fixes() bool {
	if len(f.Fixes) == 0 || len(f.Fixes[0].Edits) == 0 {
		return false
	}
	level := f.Fixes[0].Level
	return level == rule.Safe || level == rule.Ask && f.Unsafe
}

// patch makes fixes in one package.
type patch struct {
	pkg      *packages.Package
	importer types.Importer
	lenient  bool
	raw      bool // as a host does that only splices edits: see fix.File.Splice
}

// choose takes the fixes that can be made together. One that cannot be made with the others waits for the next run,
// and one that fails alone is dropped.
func (p *patch) choose(found []Found, plan *Plan) {
	chosen, texts := p.fit(found)
	for i, f := range found {
		if chosen[i] {
			plan.Applied++
		} else if _, err := p.try(f.Fixes[0].Edits); err == nil {
			plan.Deferred++
		} else {
			plan.Dropped = append(plan.Dropped, fmt.Sprintf("%s: fix of %s not applied: %s", f.Position, f.Rule, oneLine(err.Error())))
		}
	}
	plan.add(texts)
}

// fit says of each finding whether its first fix is among those that can be made together: all of them as a rule; else
// each in turn that goes with those chosen before it. texts are the files that the chosen ones change.
func (p *patch) fit(found []Found) (chosen []bool, texts map[string][]byte) {
	var edits []analysis.TextEdit
	for _, f := range found {
		edits = append(edits, f.Fixes[0].Edits...)
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
		more := append(slices.Clip(edits), f.Fixes[0].Edits...)
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
		src, err := os.ReadFile(name)
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

// importFrom finds a package that a fix imports and nothing in the package imports yet. Its types are read from export
// data into the packages already loaded, so that time.Duration stays one type.
func importFrom(ctx context.Context, opts Options, pkg *packages.Package) func(string) (*types.Package, error) {
	return func(path string) (*types.Package, error) {
		known := make(map[string]*types.Package)
		collect(pkg.Types, known) // also what is only mentioned so far: reading it completes it
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

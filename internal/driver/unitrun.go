package driver

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"go/token"
	"go/types"
	"io"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// execution runs analyzers on one unit, one after the other: the go command runs units in parallel already.
type execution struct {
	unit  *unit
	conf  *config.Config
	pkg   *packages.Package
	facts *factSet
	done  map[*analysis.Analyzer]*step
}

// step is one analyzer's part.
type step struct {
	result      any
	err         error
	diagnostics []analysis.Diagnostic
}

func (x *execution) exec(a *analysis.Analyzer) *step {
	if s := x.done[a]; s != nil {
		return s
	}
	s := new(step)
	x.done[a] = s
	inputs := make(map[*analysis.Analyzer]any)
	for _, req := range a.Requires {
		below := x.exec(req)
		if below.err != nil {
			s.err = below.err // the cause says more than "failed prerequisites"
			return s
		}
		inputs[req] = below.result
	}
	pass := &analysis.Pass{
		Analyzer: a, Fset: x.pkg.Fset, Files: x.pkg.Syntax, OtherFiles: x.unit.NonGoFiles, IgnoredFiles: x.unit.IgnoredFiles,
		Pkg: x.pkg.Types, TypesInfo: x.pkg.TypesInfo, TypesSizes: x.pkg.TypesSizes, Module: x.unit.Module,
		ResultOf: inputs, ReadFile: os.ReadFile,
		Report: func(d analysis.Diagnostic) { s.diagnostics = append(s.diagnostics, d) },
	}
	x.facts.serve(pass)
	if s.result, s.err = a.Run(pass); s.err != nil {
		s.err = fmt.Errorf("%s: %s: %w", x.unit.ImportPath, a.Name, s.err)
	}
	return s
}

// show prints what was found in the way the go command asked for, or applies the fixes.
func (x *execution) show(f *vetFlags, list []*analysis.Analyzer, stdout, stderr io.Writer) (code int, err error) {
	if x.unit.Stdout != "" {
		file, err := os.Create(x.unit.Stdout)
		if err != nil {
			return 0, err
		}
		defer func() {
			if cerr := file.Close(); err == nil {
				err = cerr
			}
		}()
		stdout = file
	}
	switch {
	case f.fix:
		return x.fix(f, list, stdout, stderr)
	case f.json:
		return 0, x.json(list, stdout)
	}
	for _, a := range list {
		s := x.done[a]
		if s.err != nil {
			fmt.Fprintf(stderr, "budgetlint: %v\n", s.err)
			code = 1
		}
		for _, d := range s.diagnostics {
			code = 1
			fmt.Fprintf(stderr, "%s: %s\n", x.pkg.Fset.Position(d.Pos), d.Message)
			for _, r := range d.Related {
				fmt.Fprintf(stderr, "%s: \t%s\n", x.pkg.Fset.Position(r.Pos), r.Message)
			}
		}
	}
	return code, nil
}

// The JSON of vet, as cmd/go reads it: package → analyzer → diagnostics, or an error.
type (
	vetError struct {
		Err string `json:"error"`
	}
	vetDiagnostic struct {
		Category       string       `json:"category,omitempty"`
		Posn           string       `json:"posn"`
		End            string       `json:"end"`
		Message        string       `json:"message"`
		SuggestedFixes []vetFix     `json:"suggested_fixes,omitempty"`
		Related        []vetRelated `json:"related,omitempty"`
	}
	vetFix struct {
		Message string    `json:"message"`
		Edits   []vetEdit `json:"edits"`
	}
	vetEdit struct {
		Filename string `json:"filename"`
		Start    int    `json:"start"`
		End      int    `json:"end"`
		New      string `json:"new"`
	}
	vetRelated struct {
		Posn    string `json:"posn"`
		End     string `json:"end"`
		Message string `json:"message"`
	}
)

func (x *execution) json(list []*analysis.Analyzer, w io.Writer) error {
	byRule := make(map[string]any)
	for _, a := range list {
		s := x.done[a]
		switch {
		case s.err != nil:
			byRule[a.Name] = vetError{s.err.Error()}
		case len(s.diagnostics) > 0:
			var shown []vetDiagnostic
			for _, d := range s.diagnostics {
				shown = append(shown, x.diagnostic(d))
			}
			byRule[a.Name] = shown
		}
	}
	tree := make(map[string]map[string]any)
	if len(byRule) > 0 {
		tree[x.unit.ID] = byRule
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "\t")
	return enc.Encode(tree)
}

func (x *execution) diagnostic(d analysis.Diagnostic) vetDiagnostic {
	posn := func(p token.Pos) string { return x.pkg.Fset.Position(p).String() }
	end := func(pos, end token.Pos) string {
		if !end.IsValid() {
			end = pos
		}
		return posn(end)
	}
	v := vetDiagnostic{Category: d.Category, Posn: posn(d.Pos), End: end(d.Pos, d.End), Message: d.Message}
	for _, r := range d.Related {
		v.Related = append(v.Related, vetRelated{posn(r.Pos), end(r.Pos, r.End), r.Message})
	}
	for _, fix := range d.SuggestedFixes {
		var edits []vetEdit
		for _, e := range fix.TextEdits {
			from, to := x.pkg.Fset.PositionFor(e.Pos, false), x.pkg.Fset.PositionFor(e.Pos, false)
			if e.End.IsValid() {
				to = x.pkg.Fset.PositionFor(e.End, false)
			}
			edits = append(edits, vetEdit{from.Filename, from.Offset, to.Offset, string(e.NewText)})
		}
		v.SuggestedFixes = append(v.SuggestedFixes, vetFix{fix.Message, edits})
	}
	return v
}

// fix applies the fixes: as a diff, into the archive that go fix unpacks after all units have run, or in place.
func (x *execution) fix(f *vetFlags, list []*analysis.Analyzer, stdout, stderr io.Writer) (int, error) {
	var found []Found
	for _, a := range list {
		res, ok := x.done[a].result.(*rule.Result)
		if !ok {
			continue
		}
		for _, finding := range res.Findings {
			found = append(found, Found{Finding: finding, Package: x.pkg, Position: x.pkg.Fset.Position(finding.Pos), Unsafe: x.conf.UnsafeFixes})
		}
	}
	plan := planFixes(normalize(found), func(*packages.Package) types.Importer {
		return fix.Importer(x.pkg.Types, nil)
	}, true)
	for _, d := range plan.Dropped {
		fmt.Fprintf(stderr, "budgetlint: %s\n", d)
	}
	switch {
	case f.diff:
		dir, err := os.Getwd()
		if err != nil {
			return 0, err
		}
		diff, err := plan.Diff(dir)
		if err != nil {
			return 0, err
		}
		_, err = stdout.Write(diff)
		return 0, err
	case x.unit.FixArchive != "":
		return 0, writeArchive(x.unit, plan)
	}
	return 0, plan.Write()
}

// writeArchive writes the changed files where the go command looks for them; nil means none changed.
func writeArchive(u *unit, plan *Plan) (err error) {
	file, err := os.Create(u.FixArchive)
	if err != nil {
		return err
	}
	defer func() {
		if cerr := file.Close(); err == nil {
			err = cerr
		}
	}()
	zw := zip.NewWriter(file)
	if plan != nil {
		for _, name := range plan.Names() {
			w, err := zw.Create(name)
			if err != nil {
				return err
			}
			if _, err := w.Write(plan.Files[name]); err != nil {
				return err
			}
		}
	}
	return zw.Close()
}

// isImportError recognises the one error of a fix that a unit cannot judge: it adds an import, and the go command
// handed out no export data for it.
func isImportError(err error) bool {
	return err != nil && strings.Contains(err.Error(), "could not import")
}

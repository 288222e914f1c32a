package driver

import (
	"archive/zip"
	"context"
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
	"github.com/budgetlint/budgetlint/internal/facts"
	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// execution is the run of analyzers on one unit: the go command runs units in parallel already.
type execution struct {
	facts.Run
	unit *unit
	conf *config.Config
	pkg  *packages.Package
}

func (u *unit) execution(conf *config.Config, pkg *packages.Package, set *facts.Set) *execution {
	x := &execution{unit: u, conf: conf, pkg: pkg}
	x.Facts = set
	x.Pass = analysis.Pass{
		Fset: pkg.Fset, Files: pkg.Syntax, OtherFiles: u.NonGoFiles, IgnoredFiles: u.IgnoredFiles,
		Pkg: pkg.Types, TypesInfo: pkg.TypesInfo, TypesSizes: pkg.TypesSizes, Module: u.Module, ReadFile: os.ReadFile,
	}
	return x
}

// of is what a, which has run, found.
func (x *execution) of(a *analysis.Analyzer) *facts.Step { return x.Exec(context.Background(), a) }

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
		s := x.of(a)
		if s.Err != nil {
			fmt.Fprintf(stderr, "budgetlint: %v\n", s.Err)
			code = 1
		}
		for _, d := range s.Diagnostics {
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
		s := x.of(a)
		switch {
		case s.Err != nil:
			byRule[a.Name] = vetError{s.Err.Error()}
		case len(s.Diagnostics) > 0:
			var shown []vetDiagnostic
			for _, d := range s.Diagnostics {
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
		res, ok := x.of(a).Result.(*rule.Result)
		if !ok {
			continue
		}
		for _, finding := range res.Findings {
			found = append(found, Found{Finding: finding, Package: x.pkg, Position: x.pkg.Fset.Position(finding.Pos), Unsafe: x.conf.UnsafeFixes})
		}
	}
	plan := planFixes(normalize(found), patch{read: os.ReadFile, lenient: true}, func(*packages.Package) types.Importer {
		return fix.Importer(x.pkg.Types, nil)
	})
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

package driver

import (
	"fmt"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/budgetlint/budgetlint/analyzers"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/report"
	"github.com/budgetlint/budgetlint/internal/rule"
)

const never = "never"

// CheckFailOn fails on a word that -fail-on does not know. "" leaves it to the configuration.
func CheckFailOn(s string) error {
	if _, ok := analyzers.ParseSeverity(s); ok || s == "" || s == never {
		return nil
	}
	return fmt.Errorf("-fail-on %s: use advice, warning, error or never", s)
}

// Fails reports whether a finding is at or above the severity that fails the command: failOn if it is given, else what
// the finding's configuration says, else warning.
func (out *Outcome) Fails(failOn string) bool {
	return slices.ContainsFunc(out.Findings, func(f Found) bool {
		word := failOn
		if word == "" {
			word = f.FailOn
		}
		if word == never {
			return false
		}
		floor, ok := analyzers.ParseSeverity(word)
		if !ok {
			floor = rule.Warning
		}
		return f.Severity >= floor
	})
}

// Shown is the findings as handlers take them, with paths relative to opts.Dir, and those that were silenced between
// them if the options ask for them.
func (out *Outcome) Shown(opts Options) []report.Finding {
	all := normalize(slices.Concat(out.Findings, out.Suppressed))
	list := make([]report.Finding, 0, len(all))
	dir := workingDir(opts)
	for _, f := range all {
		list = append(list, f.shown(dir))
	}
	return list
}

func workingDir(opts Options) string {
	dir, err := filepath.Abs(opts.Dir)
	if err != nil {
		return "" // no working directory: paths stay absolute
	}
	if opts.Dir == "" {
		return dir
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		return real
	}
	return dir
}

func (f Found) shown(dir string) report.Finding {
	fset := f.Package.Fset
	file, span := place(fset, dir, f.Pos, f.End)
	s := report.Finding{
		Rule: f.Rule, Category: f.Category, Severity: f.Severity.String(), Confidence: f.Confidence,
		Message: f.Message, File: file, Abs: f.Position.Filename, Range: span,
		Package: f.Package.PkgPath, Path: f.Path, URL: analyzers.URL(f.Rule),
		Function: f.keys[0].Function, Callee: f.callee(), Suppressed: f.Suppressed,
		Fingerprint: report.Fingerprint(f.keys[0].Package, f.keys[0].Function, f.keys[0].Rule, f.keys[0].Callee, f.n),
	}
	if s.Confidence == "" {
		s.Confidence = "definite"
	}
	for _, r := range f.Related {
		file, span := place(fset, dir, r.Pos, r.End)
		s.Related = append(s.Related, report.Related{File: file, Abs: fset.Position(r.Pos).Filename, Range: span, Message: r.Message})
	}
	for _, fix := range f.Fixes {
		s.Fixes = append(s.Fixes, report.Fix{Title: fix.Title, Level: fix.Level.String(), Edits: edits(fset, dir, fix.Edits)})
	}
	return s
}

func edits(fset *token.FileSet, dir string, list []analysis.TextEdit) []report.Edit {
	var shown []report.Edit
	for _, e := range list {
		file, span := place(fset, dir, e.Pos, e.End)
		shown = append(shown, report.Edit{File: file, Abs: fset.Position(e.Pos).Filename, Range: span, New: string(e.NewText)})
	}
	return shown
}

func place(fset *token.FileSet, dir string, pos, end token.Pos) (string, report.Range) {
	if !end.IsValid() {
		end = pos
	}
	a, b := fset.Position(pos), fset.Position(end)
	return Relative(dir, a.Filename), report.Range{
		Start: report.Position{Line: a.Line, Col: a.Column},
		End:   report.Position{Line: b.Line, Col: b.Column},
	}
}

// Diff is the plan as a unified diff, with paths relative to dir.
func (plan *Plan) Diff(dir string) ([]byte, error) {
	dir = workingDir(Options{Dir: dir})
	var out []byte
	for _, name := range plan.Names() {
		old, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		rel := filepath.ToSlash(Relative(dir, name))
		out = append(out, diff.Diff("a/"+rel, old, "b/"+rel, plan.Files[name])...)
	}
	return out, nil
}

// Config is the configuration that applies in opts.Dir.
func Config(opts Options) (*config.Config, error) {
	c := configurations{opts: opts}
	file := opts.ConfigFile
	if file == "" {
		file, _ = config.Find(workingDir(opts))
	}
	return c.load(file)
}

// String is the table that -timing prints.
func (t Timing) String() string {
	var b strings.Builder
	ms := func(d time.Duration) string { return d.Round(time.Millisecond).String() }
	fmt.Fprintf(&b, "list packages  %s\nload and type-check  %s\nanalyse  %s\n", ms(t.List), ms(t.Load), ms(t.Analyze))
	for _, name := range slices.Sorted(maps.Keys(t.Analyzers)) {
		fmt.Fprintf(&b, "  %s  %s\n", name, ms(t.Analyzers[name]))
	}
	return b.String()
}

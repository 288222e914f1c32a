package driver

import (
	"errors"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/analyzers"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/facts"
	"github.com/budgetlint/budgetlint/internal/linttest"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// golangci-lint splices what it is given: it gets no fix that clashes with another one, that it would make in part, or
// that leaves code which does not compile.
func TestPluginReports(t *testing.T) {
	files := map[string]string{
		"a.go": "package m\n\nimport \"strings\"\n\nfunc f(s string) string {\n\ta := strings.ToUpper(s)\n\tb := s\n\treturn a + b + c\n}\n",
		"b.go": "package m\n\nconst c = \"c\"\n",
	}
	pkg := linttest.Module(t, maps.Clone(files))[0]
	at := func(old string) token.Pos {
		for i, name := range pkg.GoFiles {
			if offset := strings.Index(files[filepath.Base(name)], old); offset >= 0 {
				return pkg.Syntax[i].FileStart + token.Pos(offset)
			}
		}
		t.Fatalf("no %q", old)
		return 0
	}
	edit := func(old, new string) analysis.TextEdit {
		return analysis.TextEdit{Pos: at(old), End: at(old) + token.Pos(len(old)), NewText: []byte(new)}
	}
	finding := func(message, place string, level rule.Level, edits ...analysis.TextEdit) rule.Finding {
		f := rule.Finding{Rule: "nodeadline", Message: message, Pos: at(place)}
		if len(edits) > 0 {
			f.Fixes = []rule.Fix{{Title: message, Level: level, Edits: edits}}
		}
		return f
	}
	plain := finding("has no fix", "return a", 0)
	plain.Related = []analysis.RelatedInformation{{Pos: at("b := s"), Message: "see"}}
	plain.Category = "client"
	twice := finding("is repaired", "b := s", rule.Safe, edit("b := s", "b := s + s"))
	twice.Fixes = append(twice.Fixes, rule.Fix{Title: "an alternative", Level: rule.Safe, Edits: []analysis.TextEdit{edit("s\n\treturn", "c\n\treturn")}})
	one, two := &analysis.Analyzer{Name: "one"}, &analysis.Analyzer{Name: "two"}
	var got []string
	run := func(unsafe bool) {
		t.Helper()
		conf := config.Default()
		conf.Host, conf.UnsafeFixes = config.Plugin, unsafe
		got = nil
		pass := &analysis.Pass{
			Fset: pkg.Fset, Files: pkg.Syntax, Pkg: pkg.Types, TypesInfo: pkg.TypesInfo, TypesSizes: pkg.TypesSizes,
			ResultOf: map[*analysis.Analyzer]any{
				one: &rule.Result{Findings: []rule.Finding{
					plain,
					twice,
					finding("clashes", "a + b", rule.Safe, edit("b := s\n", "b := \"\"\n")),
					finding("is in two files", "+ b", rule.Safe, edit("a + b + c", "a + b"), edit("const c = \"c\"", "")),
				}},
				two: &rule.Result{Findings: []rule.Finding{
					twice,
					finding("loses an import's last use", "a := ", rule.Safe, edit("strings.ToUpper(s)", "s")),
					finding("does not compile", "+ c", rule.Safe, edit("c\n}", "d\n}")),
					finding("needs a look", "c = ", rule.Ask, edit("\"c\"", "\"d\"")),
				}},
			},
			Report: func(d analysis.Diagnostic) {
				if len(d.Related) > 0 {
					t.Errorf("%s has related positions, which would be issues of their own", d.Message)
				}
				text := d.Message
				for _, fix := range d.SuggestedFixes {
					text += " fix: " + fix.Message
				}
				got = append(got, text)
			},
		}
		reportAll(pass, []*analysis.Analyzer{one, two}, conf)
	}
	run(false)
	want := []string{
		"loses an import's last use (nodeadline)",
		"is repaired (nodeadline) fix: is repaired",
		"has no fix (nodeadline/client)",
		"clashes (nodeadline)",
		"is in two files (nodeadline)",
		"does not compile (nodeadline)",
		"needs a look (nodeadline)",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	run(true)
	if i := slices.Index(want, "needs a look (nodeadline)"); got[i] != want[i]+" fix: needs a look" {
		t.Errorf("with unsafe fixes: %s", got[i])
	}
}

// A fault of ours is an issue of the package, and not the end of golangci-lint's run.
func TestPluginFaults(t *testing.T) {
	type result struct{ n int }
	broken := &analysis.Analyzer{Name: "broken", Doc: "broken", ResultType: reflect.TypeFor[*result](), Run: func(*analysis.Pass) (any, error) {
		panic("first")
	}}
	above := &analysis.Analyzer{Name: "above", Doc: "above", Requires: []*analysis.Analyzer{broken}, ResultType: reflect.TypeFor[*rule.Result](), Run: func(pass *analysis.Pass) (any, error) {
		if r := pass.ResultOf[broken].(*result); r.n != 0 {
			t.Errorf("result %+v", r)
		}
		return nil, errors.New("second")
	}}
	fine := &analysis.Analyzer{Name: "fine", Doc: "fine", ResultType: reflect.TypeFor[*rule.Result](), Run: func(pass *analysis.Pass) (any, error) {
		return &rule.Result{Findings: []rule.Finding{{Rule: "fine", Pos: pass.Files[0].Name.Pos(), Message: "found"}}}, nil
	}}
	seen := shield([]*analysis.Analyzer{above, fine})
	pkg := linttest.Module(t, map[string]string{"a.go": "package m\n"})[0]
	results := map[*analysis.Analyzer]any{}
	var got []string
	pass := &analysis.Pass{
		Fset: pkg.Fset, Files: pkg.Syntax, Pkg: pkg.Types, ResultOf: results,
		Report: func(d analysis.Diagnostic) { got = append(got, d.Message) },
	}
	for _, a := range []*analysis.Analyzer{broken, above, fine} {
		r, err := a.Run(pass)
		if err != nil || reflect.TypeOf(r) != a.ResultType {
			t.Fatalf("%s: %T, %v", a.Name, r, err)
		}
		results[a] = r
	}
	if found := results[fine].(*rule.Result).Findings; len(found) != 1 {
		t.Errorf("found %v", found)
	}
	seen.report(pass)
	if len(got) != 1 || !strings.Contains(got[0], "findings may be missing: broken: panic: first") || !strings.Contains(got[0], "plugin_test.go") || strings.Contains(got[0], "\n") {
		t.Errorf("reported %q", got)
	}
	other := *pass
	other.Pkg = types.NewPackage("m/other", "other")
	if seen.report(&other); len(got) != 1 {
		t.Errorf("reported for a package without fault: %q", got)
	}
}

// Every pass that may fail has a result that can be made empty.
func TestPluginResultsHaveZeros(t *testing.T) {
	conf := config.Default()
	conf.Host = config.Plugin
	for _, a := range facts.Reach(analyzers.New(conf)) {
		if a.ResultType == nil || a.ResultType.Kind() != reflect.Pointer {
			t.Errorf("%s has results of type %v", a.Name, a.ResultType)
		}
	}
}

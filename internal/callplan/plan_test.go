package callplan_test

import (
	"go/ast"
	"os"
	"strings"
	"testing"

	"github.com/budgetlint/budgetlint/analyzers"
	"github.com/budgetlint/budgetlint/internal/callplan"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/linttest"
)

// TestPlans holds the plans of testdata/plans.go against their comments.
func TestPlans(t *testing.T) {
	src, err := os.ReadFile("testdata/plans.go")
	if err != nil {
		t.Fatal(err)
	}
	pkgs := linttest.Module(t, map[string]string{"plans.go": string(src)})
	res := linttest.Result(t, analyzers.Plan(config.Default()), pkgs, "example.com/m").(*callplan.Result)
	checked := 0
	for _, f := range res.Funcs() {
		decl, ok := f.Node.(*ast.FuncDecl)
		if !ok || decl.Doc == nil {
			continue
		}
		want := map[string]string{}
		for _, line := range strings.Split(decl.Doc.Text(), "\n") {
			if key, text, ok := strings.Cut(line, ": "); ok {
				want[key] = text
			}
		}
		if want["plan"] == "" {
			continue
		}
		checked++
		n := res.Whole(f)
		if n == nil {
			t.Errorf("%s: no plan, want %s", f.Name(), want["plan"])
			continue
		}
		if got := n.String(); got != want["plan"] {
			t.Errorf("%s: plan\n got %s\nwant %s", f.Name(), got, want["plan"])
		}
		if got := n.Worst().Total(); got != want["worst"] {
			t.Errorf("%s: worst\n got %s\nwant %s", f.Name(), got, want["worst"])
		}
	}
	if checked < 40 {
		t.Errorf("%d plans checked, want 40 or more", checked)
	}
}

package driver

import (
	"go/token"
	"go/types"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/linttest"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// A fix that leaves code which does not compile is dropped, and its text is not written, alone or beside others.
func TestFixesThatFail(t *testing.T) {
	const text = "package m\n\nconst a = 1\n\nconst b = 2\n"
	pkg := linttest.Module(t, map[string]string{"m.go": text})[0]
	found := func(old, new string) Found {
		pos := pkg.Syntax[0].FileStart + token.Pos(strings.Index(text, old))
		return Found{Package: pkg, Finding: rule.Finding{Pos: pos, Fixes: []rule.Fix{{
			Level: rule.Safe, Edits: []analysis.TextEdit{{Pos: pos, End: pos + token.Pos(len(old)), NewText: []byte(new)}},
		}}}}
	}
	importer := func(*packages.Package) types.Importer { return fix.Importer(pkg.Types, nil) }
	good, bad := found("1", "10"), found("2", "nothing")

	plan := planFixes([]Found{bad}, patch{read: os.ReadFile}, importer)
	if len(plan.Files) != 0 || len(plan.Dropped) != 1 || plan.Applied != 0 {
		t.Errorf("alone: %+v", plan)
	}
	plan = planFixes([]Found{bad, good}, patch{read: os.ReadFile}, importer)
	if got := string(plan.Files[pkg.GoFiles[0]]); got != strings.Replace(text, "1", "10", 1) || len(plan.Dropped) != 1 || plan.Applied != 1 {
		t.Errorf("beside another: %+v\n%s", plan, got)
	}
	clash := found("1", "11")
	plan = planFixes([]Found{good, clash}, patch{read: os.ReadFile}, importer)
	if plan.Applied != 1 || plan.Deferred != 1 || len(plan.Dropped) != 0 {
		t.Errorf("two that clash: %+v", plan)
	}
}

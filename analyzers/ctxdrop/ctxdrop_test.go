package ctxdrop_test

import (
	"testing"

	"github.com/budgetlint/budgetlint/analyzers/ctxdrop"
	"github.com/budgetlint/budgetlint/internal/linttest"
	"github.com/budgetlint/budgetlint/internal/model"
)

func Test(t *testing.T) {
	linttest.RunRule(t, ctxdrop.New, "ctxdrop", linttest.Options{Models: model.AddPasses})
}

func TestBroken(t *testing.T) {
	linttest.RunRule(t, ctxdrop.New, "ctxdrop_broken", linttest.Options{Models: model.AddPasses, Broken: true})
}

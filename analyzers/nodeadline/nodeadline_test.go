package nodeadline_test

import (
	"testing"

	"github.com/budgetlint/budgetlint/analyzers/nodeadline"
	"github.com/budgetlint/budgetlint/internal/linttest"
	"github.com/budgetlint/budgetlint/internal/model"
)

func Test(t *testing.T) {
	linttest.RunRule(t, nodeadline.New, "nodeadline", linttest.Options{Models: model.AddPasses})
}

func TestBroken(t *testing.T) {
	linttest.RunRule(t, nodeadline.New, "nodeadline_broken", linttest.Options{Models: model.AddPasses, Broken: true})
}

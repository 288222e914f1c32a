package rawcall_test

import (
	"testing"

	"github.com/budgetlint/budgetlint/analyzers/rawcall"
	"github.com/budgetlint/budgetlint/internal/linttest"
	"github.com/budgetlint/budgetlint/internal/model"
)

func Test(t *testing.T) {
	linttest.RunRule(t, rawcall.New, "rawcall", linttest.Options{Models: model.AddPasses})
}

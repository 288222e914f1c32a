package timeoutunit_test

import (
	"testing"

	"github.com/budgetlint/budgetlint/analyzers/timeoutunit"
	"github.com/budgetlint/budgetlint/internal/linttest"
)

func Test(t *testing.T) {
	linttest.RunRule(t, timeoutunit.New, "timeoutunit", linttest.Options{})
}

func TestBroken(t *testing.T) {
	linttest.RunRule(t, timeoutunit.New, "timeoutunit_broken", linttest.Options{Broken: true})
}

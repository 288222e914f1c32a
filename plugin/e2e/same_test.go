package e2e

import "testing"

// golangci-lint finds what the command finds: same place, same words, same rule. What makes it differ where it may is
// in docs/drivers.md: it skips packages that do not compile, and shows one issue a line unless told otherwise.
func TestSameFindings(t *testing.T) {
	each(t, func(t *testing.T, dir string, patterns []string) {
		want := budgetlint(t, dir, true, patterns...)
		if len(want) == 0 {
			t.Fatal("the command finds nothing")
		}
		got, _ := golangci(t, dir, patterns...)
		same(t, "first run", want, got)
		again, _ := golangci(t, dir, patterns...)
		same(t, "second run, from the cache", want, again)
		t.Logf("%d findings", len(want))
	})
}

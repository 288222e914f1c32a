package callplan_test

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/budgetlint/budgetlint/analyzers"
	"github.com/budgetlint/budgetlint/internal/callplan"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/linttest"
)

// most is how many bytes a function's fact may have: a build system stores the facts of every package, and reads those of
// all that a package imports.
const most = 2 << 10

// TestFactSizes measures functions that call much, in a few ways. BUDGETLINT_FACTS=dir measures a module instead:
// there 99 of 100 have to be small.
func TestFactSizes(t *testing.T) {
	dir := os.Getenv("BUDGETLINT_FACTS")
	var pkgs []*packages.Package
	if dir == "" {
		pkgs = linttest.Module(t, map[string]string{
			"long.go":   head + "func Long(ctx context.Context) {\n" + strings.Repeat("\tif err := ask(ctx); err != nil {\n\t\treturn\n\t}\n", 200) + "}\n",
			"wide/m.go": "package wide\n" + head[len("package m\n"):] + wide(),
		})
	} else {
		var err error
		if pkgs, err = packages.Load(&packages.Config{Dir: dir, Mode: packages.LoadSyntax | packages.NeedModule}, "./..."); err != nil {
			t.Fatal(err)
		}
	}
	a := analyzers.Plan(config.Default())
	graph, err := checker.Analyze([]*analysis.Analyzer{a}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	var sizes []int
	total := 0
	for act := range graph.All() {
		if act.Analyzer != a || act.Err != nil {
			continue
		}
		for _, f := range act.AllObjectFacts() {
			if f.Object.Pkg() != act.Package.Types {
				continue // of an import
			}
			n := size(t, 2, f.Fact) - size(t, 1, f.Fact)
			sizes = append(sizes, n)
			total += n
			if n > most {
				t.Logf("%s: %d bytes: %s", f.Object, n, &f.Fact.(*callplan.Plan).Node)
			}
		}
	}
	if len(sizes) == 0 {
		t.Fatal("no facts")
	}
	slices.Sort(sizes)
	k := len(sizes)
	t.Logf("%d facts, %d bytes: median %d, 90 %% %d, 99 %% %d, the largest %d", k, total, sizes[k/2], sizes[k*9/10], sizes[k*99/100], sizes[k-1])
	if got := sizes[k*99/100]; got > most || dir == "" && sizes[k-1] > most {
		t.Errorf("facts of %d bytes, want %d at most", sizes[k-1], most)
	}
}

// wide are functions that call several others, each under a deadline of its own, in goroutines and loops.
func wide() string {
	var b strings.Builder
	for i := range 30 {
		fmt.Fprintf(&b, `
func CallsManyOthers%[1]d(ctx context.Context, items []string) {
	var wg sync.WaitGroup
	for range items {
		ctx, cancel := context.WithTimeout(ctx, %[1]d*time.Second+time.Millisecond)
		wg.Go(func() { ask(ctx); CallsManyOthers%[2]d(ctx, items) })
		cancel()
	}
	wg.Wait()
	for i := 0; i < 3; i++ {
		if ask(ctx) == nil { break }
		time.Sleep(time.Second)
	}
	CallsManyOthers%[3]d(ctx, items)
}
`, i, (i+1)%30, (i*7+1)%30)
	}
	return b.String()
}

// size is what facts take in the file that x/tools writes for a package: one encoder for all of them.
func size(t *testing.T, times int, fact analysis.Fact) int {
	t.Helper()
	type entry struct {
		PkgPath, Object string
		Fact            analysis.Fact
	}
	gob.Register(fact)
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(slices.Repeat([]entry{{"example.com/m", "T.M0", fact}}, times)); err != nil {
		t.Fatal(err)
	}
	return b.Len()
}

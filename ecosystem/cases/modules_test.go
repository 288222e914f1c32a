package cases

import (
	"bytes"
	"errors"
	"flag"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The case modules import real libraries, and building those from nothing takes minutes and a network: so they are
// linted only where asked, by `make cases` and .ci/run.
var modules = flag.String("cases", "", "case modules to lint, comma separated: cases,cases2,cases3")

// goals says what the rules have to reach on the case modules together.
var goals = struct {
	rules      []string
	recall     float64
	falsely    int // false findings in one module
	lookAlikes int
}{
	rules:   []string{"nodeadline", "ctxdrop", "detachedctx", "timeoutunit"},
	recall:  0.90,
	falsely: 1,
}

func TestCaseModules(t *testing.T) {
	if *modules == "" {
		t.Skip("no -cases")
	}
	bin := filepath.Join(t.TempDir(), "budgetlint")
	if out, err := exec.Command("go", "build", "-o", bin, "../../cmd/budgetlint").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	var want, hit int
	for _, name := range strings.Split(*modules, ",") {
		root := filepath.Join("..", "..", "testdata", name)
		cmd := exec.Command(bin, "./...")
		cmd.Dir = root
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
			t.Fatalf("%s: %v\n%s", name, err, &stderr)
		}
		var log, table strings.Builder
		sum, err := Score(root, bytes.NewReader(out), &log)
		if err != nil {
			t.Fatal(err)
		}
		Print(&table, sum)
		t.Logf("%s:\n%s\n%s", name, &table, &log)

		falsely := 0
		for _, rule := range goals.rules {
			sum := tallies(sum).of(rule)
			want, hit, falsely = want+sum.Want, hit+sum.Exact+sum.Near, falsely+sum.False
			if sum.LookAlikes > goals.lookAlikes {
				t.Errorf("%s: %s fires on %d look-alikes, want %d", name, rule, sum.LookAlikes, goals.lookAlikes)
			}
		}
		if falsely > goals.falsely {
			t.Errorf("%s: %d false findings, want at most %d", name, falsely, goals.falsely)
		}
	}
	if recall := float64(hit) / float64(want); recall < goals.recall {
		t.Errorf("recall %.2f (%d of %d), want %.2f", recall, hit, want, goals.recall)
	}
}

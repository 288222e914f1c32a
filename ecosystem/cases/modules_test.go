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
var modules = flag.String("cases", "", "case modules to lint, comma separated: cases,cases2,cases3,cases4")

// goals say what groups of rules have to reach on the case modules together. What a case says about rules other than
// its own is not always complete, so a false finding or two is allowed in a module.
var goals = []goal{
	{rules: []string{"nodeadline", "ctxdrop", "detachedctx", "timeoutunit"}, recall: 0.90, falsely: 2},
	{rules: []string{"seqcalls", "seqloop", "fanout", "blindretry", "retrystack", "chanleak", "lockedcall"}, recall: 0.85, falsely: 2, lookAlikes: 1},
	{rules: []string{"overbudget", "allornothing", "coreempty", "slowfallback", "sharedpool"}, recall: 0.85, falsely: 2},
}

type goal struct {
	rules      []string
	recall     float64
	falsely    int // false findings in one module
	lookAlikes int // … of a rule, that fire in one module
}

func TestCaseModules(t *testing.T) {
	if *modules == "" {
		t.Skip("no -cases")
	}
	bin := filepath.Join(t.TempDir(), "budgetlint")
	if out, err := exec.Command("go", "build", "-o", bin, "../../cmd/budgetlint").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	want, hit := make([]int, len(goals)), make([]int, len(goals))
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

		for i, goal := range goals {
			falsely := 0
			for _, rule := range goal.rules {
				sum := tallies(sum).of(rule)
				want[i], hit[i], falsely = want[i]+sum.Want, hit[i]+sum.Exact+sum.Near, falsely+sum.False
				if sum.LookAlikes > goal.lookAlikes {
					t.Errorf("%s: %s fires on %d look-alikes, want %d", name, rule, sum.LookAlikes, goal.lookAlikes)
				}
			}
			if falsely > goal.falsely {
				t.Errorf("%s: %d false findings of %s, want at most %d", name, falsely, strings.Join(goal.rules, ", "), goal.falsely)
			}
		}
	}
	for i, goal := range goals {
		if recall := float64(hit[i]) / float64(max(want[i], 1)); want[i] > 0 && recall < goal.recall {
			t.Errorf("recall of %s: %.2f (%d of %d), want %.2f", strings.Join(goal.rules, ", "), recall, hit[i], want[i], goal.recall)
		}
	}
}

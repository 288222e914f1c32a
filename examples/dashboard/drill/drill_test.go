package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/budgetlint/budgetlint/examples/dashboard/drill/report"
)

// The whole drill is `make drill`. Here are the scenarios that take a few seconds, with fewer pages, and on a contract
// with five times as much time: so they pass on a machine that is slow or has much else to do.

// drillTo runs the drill as the command does, and returns its exit code and what it printed.
func drillTo(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	errors, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer errors.Close()
	var out bytes.Buffer
	code = run(t.Context(), args, &out, errors)
	said, err := os.ReadFile(errors.Name())
	if err != nil {
		t.Fatal(err)
	}
	return code, out.String(), string(said)
}

func TestWrongUse(t *testing.T) {
	for _, tt := range []struct {
		args []string
		says string
	}{
		{[]string{"-scenario", "slow,quick"}, `no scenario "quick"; there are healthy, slow, `},
		{[]string{"-open", "soon"}, "invalid value"},
		{[]string{"-scenario"}, "flag needs an argument"},
		{[]string{"slow"}, `takes no "slow"`},
		{[]string{"-open", "1500µs", "-scenario", "several-down"}, "-open"},
		{[]string{"-html", "no/such/folder/x.html", "-scenario", "several-down"}, "no/such/folder"},
	} {
		if code, _, stderr := drillTo(t, tt.args...); code != 2 || !strings.Contains(stderr, tt.says) {
			t.Errorf("%q: exit code %d: %s", tt.args, code, stderr)
		}
	}
}

func TestReports(t *testing.T) {
	dir := t.TempDir()
	page := filepath.Join(dir, "drill.html")
	code, out, stderr := drillTo(t, "-scenario", "several-down", "-json", "-html", page, "-svg", dir)
	if stderr != "" {
		t.Errorf("not on a terminal, and yet: %q", stderr)
	}
	var r report.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	// Whether all held is for TestScenarios; the contract's own times are too short for some machines.
	if failed, of := r.Failed(); code > 1 || (failed > 0) != (code == 1) || of < 4 || len(r.Scenarios) != 1 {
		t.Errorf("exit code %d; %d of %d failed in %d scenarios", code, failed, of, len(r.Scenarios))
	}
	for _, file := range []string{page, filepath.Join(dir, "several-down.svg")} {
		if data, err := os.ReadFile(file); err != nil || !bytes.Contains(data, []byte("recommend-service")) {
			t.Errorf("%s: %d bytes, %v", file, len(data), err)
		}
	}
}

// some plays the named scenarios with few pages.
func some(t *testing.T, d *drill, names string) *report.Report {
	t.Helper()
	plays, err := chosen(names)
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.play(t.Context(), plays)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// prepared is a drill on a contract that has changed: old to new, and so on.
func prepared(t *testing.T, change ...string) *drill {
	t.Helper()
	d := &drill{few: true, progress: newProgress(os.Stdin), report: &report.Report{}}
	d.progress.out = nil
	var err error
	if d.bin, err = build(t.Context(), t.TempDir()); err != nil {
		t.Fatal(err)
	}
	if err := d.agree(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	data, err := d.bin.contract(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	d.contract = filepath.Join(t.TempDir(), "budget.json")
	if err := os.WriteFile(d.contract, []byte(strings.NewReplacer(change...).Replace(string(data))), 0o600); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestScenarios(t *testing.T) {
	d := prepared(t, `: 2000`, `: 10000`, `: 300`, `: 1500`, `: 500`, `: 2500`, `: 800`, `: 4000`, `: 400`, `: 2000`, `: 200`, `: 1000`)
	d.report.Contract.Total, d.report.Contract.Margin = 10000, 1500
	r := some(t, d, "healthy,core-down,several-down,client-gone")
	for i := range r.Scenarios {
		s := &r.Scenarios[i]
		for _, c := range s.Checks {
			if !c.OK {
				t.Errorf("%s: %s: %s", s.Name, c.Text, c.Seen)
			}
		}
		if len(s.Checks) < 3 || len(s.Of(report.Before)) == 0 || len(s.Of(report.After)) == 0 {
			t.Errorf("%s: %d checks on %d pages", s.Name, len(s.Checks), len(s.Pages))
		}
		if !slices.ContainsFunc(s.Pages, func(p report.Page) bool { return p.Shown != "" && len(p.Calls) > 0 && len(p.Exchanges) > 0 }) {
			t.Errorf("%s: nothing to draw of after", s.Name)
		}
	}
}

// An expectation that does not hold is seen: here user-service has less time than it takes.
func TestBrokenContractFails(t *testing.T) {
	d := prepared(t, `"timeoutMs": 500`, `"timeoutMs": 5`)
	r := some(t, d, "healthy")
	failed, _ := r.Failed()
	if failed == 0 || r.Scenarios[0].OK() || r.Scenarios[0].Of(report.After)[0].Code != "core_unavailable" {
		t.Errorf("%d expectations failed: %+v", failed, r.Scenarios[0].Checks)
	}
}

func TestShorterOpenPeriod(t *testing.T) {
	b := &binaries{t.TempDir()}
	file, err := b.shorten([]byte(`{"circuitBreaker": { "openDurationMs": 10000 }}`), 10000, 1500)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if want := `{"circuitBreaker": { "openDurationMs": 1500 }}`; err != nil || string(data) != want {
		t.Errorf("%s, %v", data, err)
	}
	if _, err := b.shorten([]byte(`{}`), 10000, 1500); err == nil {
		t.Error("a contract without an open period was shortened")
	}
}

func TestProgressLine(t *testing.T) {
	var b bytes.Buffer
	p := newProgress(os.Stdin)
	p.out = &b
	p.say("slow", "before, page 1 of 1")
	p.say("failing", "after, page 7 of 20, and so on, and so on, and so on, and so on")
	p.done("slow", false)
	p.clear()
	lines := strings.Split(b.String(), "\r\x1b[K")
	if want := "  0s  0 done  [slow: before, page 1 of 1]"; lines[1] != want {
		t.Errorf("%q, want %q", lines[1], want)
	}
	if n := len([]rune(lines[2])); n > 78 || !strings.HasSuffix(lines[2], "…") {
		t.Errorf("%d wide: %q", n, lines[2])
	}
	if !strings.Contains(lines[3], "1 done, 1 FAILED  [failing: after") || lines[4] != "" {
		t.Errorf("then %q", lines[3:])
	}
}

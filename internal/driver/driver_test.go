package driver

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/packages"

	"github.com/budgetlint/budgetlint/internal/rule"
)

func TestIsVettool(t *testing.T) {
	for _, test := range []struct {
		args []string
		want bool
	}{
		{nil, false},
		{[]string{"-V=full"}, true},
		{[]string{"-flags"}, true},
		{[]string{"-flags", "./..."}, false},
		{[]string{"b001/vet.cfg"}, true},
		{[]string{"-json", "-nodeadline=false", "vet.cfg"}, true},
		{[]string{"./..."}, false},
		{[]string{"-config", "x.yml", "./..."}, false},
	} {
		if got := IsVettool(test.args); got != test.want {
			t.Errorf("IsVettool(%q) = %v", test.args, got)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"kitten", "sitting", 3}, {"nodedline", "nodeadline", 1}, {"ctxdorp", "ctxdrop", 2}} {
		if got := distance(test.a, test.b); got != test.want {
			t.Errorf("distance(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
	}
}

func TestFails(t *testing.T) {
	of := func(s rule.Severity, failOn string) *Outcome {
		return &Outcome{Findings: []Found{{Finding: rule.Finding{Severity: s}, FailOn: failOn}}}
	}
	for _, test := range []struct {
		severity       rule.Severity
		config, failOn string
		want           bool
	}{
		{rule.Advice, "", "", false}, // warning is the default
		{rule.Warning, "", "", true},
		{rule.Error, "", "", true},
		{rule.Advice, "", "advice", true},
		{rule.Warning, "", "error", false},
		{rule.Error, "", "never", false},
		{rule.Warning, "error", "", false}, // the configuration says otherwise
		{rule.Error, "never", "", false},
		{rule.Error, "never", "warning", true}, // the flag wins
	} {
		if got := of(test.severity, test.config).Fails(test.failOn); got != test.want {
			t.Errorf("%s with fail-on %q in the file and %q on the command line: %v", test.severity, test.config, test.failOn, got)
		}
	}
	if new(Outcome).Fails("advice") {
		t.Error("nothing found, but it fails")
	}
}

func TestNewEnough(t *testing.T) {
	if err := NewEnough(&packages.Module{GoVersion: "1.21"}); err != nil {
		t.Error(err)
	}
	if err := NewEnough(&packages.Module{}); err != nil {
		t.Error(err)
	}
	err := NewEnough(&packages.Module{GoMod: "go.mod", GoVersion: "1.999"})
	if err == nil {
		t.Fatal("go 1.999 passes")
	}
	t.Log(err)
}

func TestParseWhy(t *testing.T) {
	file, line, col, err := ParseWhy(`C:\a.go:12:3`)
	if err != nil || file != `C:\a.go` || line != 12 || col != 3 {
		t.Errorf("got %q %d %d %v", file, line, col, err)
	}
	for _, bad := range []string{"", "a.go", "a.go:1", "a.go:1:x", "a.go:0:1", "a.go:1:0"} {
		if _, _, _, err := ParseWhy(bad); err == nil {
			t.Errorf("ParseWhy(%q) passes", bad)
		}
	}
}

func TestWorkspaceModules(t *testing.T) {
	root := t.TempDir()
	work := filepath.Join(root, "go.work")
	write(t, work, "go 1.26\n\nuse (\n\t./a\n\t./b/c // why\n)\nuse ../d\n")
	got, err := WorkModules(work)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{filepath.Join(root, "a"), filepath.Join(root, "b/c"), filepath.Join(root, "../d")}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	deep := filepath.Join(root, "a", "x")
	if err := os.MkdirAll(deep, 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOWORK", "")
	if got := GoWork(deep); got != work {
		t.Errorf("GoWork = %q", got)
	}
	t.Setenv("GOWORK", "off")
	if got := GoWork(deep); got != "" {
		t.Errorf("GoWork = %q with GOWORK=off", got)
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// A fault of ours in one analyzer is an error of that analyzer, with the stack to report, and not the end of the run.
func TestGuard(t *testing.T) {
	bad := &analysis.Analyzer{Name: "bad", Doc: "bad", Run: func(*analysis.Pass) (any, error) {
		var m map[string]int
		m["x"] = 1
		return nil, nil
	}}
	above := &analysis.Analyzer{Name: "above", Doc: "above", Requires: []*analysis.Analyzer{bad, inspect.Analyzer}}
	inspectRun := reflect.ValueOf(inspect.Analyzer.Run).Pointer()
	guard([]*analysis.Analyzer{above})
	_, err := bad.Run(nil)
	if err == nil || !strings.Contains(err.Error(), "panic: assignment to entry in nil map") || !strings.Contains(err.Error(), "driver_test.go:") {
		t.Errorf("got %v", err)
	}
	if reflect.ValueOf(inspect.Analyzer.Run).Pointer() != inspectRun {
		t.Error("guard changed an analyzer that everybody shares")
	}
}

package archtest

import (
	"go/ast"
	"path"
	"regexp"
	"strings"
	"testing"
)

// TestConformanceTable holds the tables in docs/conformance.md against the runtime's tests: each row names some, and
// each that is named is there.
func TestConformanceTable(t *testing.T) {
	files, err := read("../..")
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]bool{} // "budget.TestSleep"
	var doc string
	for _, f := range files {
		switch {
		case f.name == "docs/conformance.md":
			doc = string(f.data)
		case f.ast != nil && f.test() && path.Dir(f.pkg()) == "runtime":
			for _, d := range f.ast.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil {
					tests[path.Base(f.pkg())+"."+fn.Name.Name] = true
				}
			}
		}
	}
	_, doc, _ = strings.Cut(doc, "<!-- rows:begin -->")
	table, _, ok := strings.Cut(doc, "<!-- rows:end -->")
	if !ok {
		t.Fatal("docs/conformance.md has no tables between rows:begin and rows:end")
	}
	for _, fault := range conformance(table, tests) {
		t.Errorf("docs/conformance.md: %s", fault)
	}
	if n := strings.Count(table, "\n| "); n < 30+12 {
		t.Errorf("docs/conformance.md: only %d rows are left", n)
	}
}

var (
	conformanceRow  = regexp.MustCompile(`(?m)^\| (.+?) \|.*\|([^|]*)\|$`)
	conformanceTest = regexp.MustCompile("^`([a-z]+\\.(Test|Fuzz)[A-Z][A-Za-z0-9]*)`$")
)

// conformance returns what is wrong with the rows of a table whose last column names tests.
func conformance(table string, tests map[string]bool) (faults []string) {
	for _, m := range conformanceRow.FindAllStringSubmatch(table, -1) {
		if strings.TrimSpace(m[2]) == "held by" {
			continue
		}
		for name := range strings.SplitSeq(m[2], ",") {
			name = strings.TrimSpace(name)
			switch parts := conformanceTest.FindStringSubmatch(name); {
			case parts == nil:
				faults = append(faults, "row "+m[1]+" names no test: "+name)
			case !tests[parts[1]]:
				faults = append(faults, "row "+m[1]+": there is no "+parts[1])
			}
		}
	}
	return faults
}

func TestConformanceFaults(t *testing.T) {
	tests := map[string]bool{"budget.TestSleep": true, "contract.FuzzParse": true}
	for row, says := range map[string]string{
		"| sleep | waits | `budget.TestSleep`, `contract.FuzzParse` |": "",
		"| sleep | waits | |":                     "row sleep names no test",
		"| sleep | waits | by hand |":             "row sleep names no test: by hand",
		"| sleep | waits | `budget.TestSleep`, |": "row sleep names no test",
		"| sleep | waits | `budget.TestNap` |":    "row sleep: there is no budget.TestNap",
		"| sleep | waits | `budget.sleep` |":      "row sleep names no test",
	} {
		got := conformance("| question | answer | held by |\n|---|---|---|\n"+row+"\n", tests)
		if says == "" && len(got) > 0 || says != "" && (len(got) != 1 || !strings.Contains(got[0], says)) {
			t.Errorf("%s\nfound %q, want %q", row, got, says)
		}
	}
}

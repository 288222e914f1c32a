package report

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func finding(t *testing.T) Finding {
	t.Helper()
	file := filepath.Join(t.TempDir(), "a.go")
	if err := os.WriteFile(file, []byte("package a\n\n\tx := Get(\"é\", y)\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	return Finding{
		Rule: "nodeadline", Category: "client", Severity: "warning", Confidence: "definite",
		Message: "nothing bounds this <call>", File: "a.go", Abs: file, Package: "example.com/a",
		Range:   Range{Position{3, 7}, Position{3, 10}},
		URL:     "https://example.com",
		Related: []Related{{File: "b.go", Range: Range{Position{1, 2}, Position{1, 2}}, Message: "made here"}},
		Fixes:   []Fix{{Title: "set a timeout", Level: "ask"}, {Title: "alternative", Level: "ask"}},
	}
}

func show(t *testing.T, format string, color bool, f Finding) string {
	t.Helper()
	var buf bytes.Buffer
	h, err := New(format, &buf, Options{Color: color})
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Finding(f); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

func TestText(t *testing.T) {
	want := "a.go:3:7: nothing bounds this <call> (nodeadline/client)\n" +
		"\tsee b.go line 1: made here\n" +
		"\tfix: set a timeout (ask)\n"
	if d := cmp.Diff(want, show(t, "text", false, finding(t))); d != "" {
		t.Error(d)
	}
}

func TestTextOnTerminal(t *testing.T) {
	want := bold + "a.go:3:7:" + reset + " nothing bounds this <call> " + yellow + "(nodeadline/client)" + reset + "\n" +
		"\t\tx := Get(\"é\", y)\n" +
		"\t\t     " + yellow + "^^^" + reset + "\n" +
		"\t" + dim + "see b.go line 1: made here" + reset + "\n" +
		"\t" + dim + "fix: set a timeout (ask)" + reset + "\n"
	if d := cmp.Diff(want, show(t, "text", true, finding(t))); d != "" {
		t.Error(d)
	}
}

// The file may have changed since it was analysed: the finding is shown all the same.
func TestTextWithoutSource(t *testing.T) {
	for name, spoil := range map[string]func(*Finding){
		"no file":    func(f *Finding) { f.Abs += "x" },
		"no line":    func(f *Finding) { f.Range.Start.Line = 99 },
		"no column":  func(f *Finding) { f.Range.Start.Col = 99 },
		"line zero":  func(f *Finding) { f.Range.Start.Line = 0 },
		"end before": func(f *Finding) { f.Range.End.Col = 1 },
	} {
		f := finding(t)
		spoil(&f)
		if got := show(t, "text", true, f); !bytes.Contains([]byte(got), []byte("nothing bounds this")) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestJSON(t *testing.T) {
	want := `{"rule":"nodeadline","category":"client","severity":"warning","confidence":"definite",` +
		`"message":"nothing bounds this <call>","file":"a.go","range":{"start":{"line":3,"col":7},"end":{"line":3,"col":10}},` +
		`"package":"example.com/a","function":"","callee":"","fingerprint":"","url":"https://example.com",` +
		`"related":[{"file":"b.go","range":{"start":{"line":1,"col":2},"end":{"line":1,"col":2}},"message":"made here"}],` +
		`"fixes":[{"title":"set a timeout","level":"ask"},{"title":"alternative","level":"ask"}]}` + "\n"
	if d := cmp.Diff(want, show(t, "json", false, finding(t))); d != "" {
		t.Error(d)
	}
}

func TestUnknownFormat(t *testing.T) {
	if _, err := New("xml", nil, Options{}); err == nil || err.Error() != `unknown format "xml": use text, json, sarif or github` {
		t.Errorf("got %v", err)
	}
}

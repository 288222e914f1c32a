package lsp

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// live is the memory in use, in megabytes. The client's is part of it.
func live() float64 {
	runtime.GC()
	runtime.GC() // what finalizers held
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc) / 1e6
}

// TestRapidEdits types a thousand edits, most of them leaving something that does not compile, with requests in
// between, and wants the right diagnostics at the end, and no memory that grows with the number of edits.
func TestRapidEdits(t *testing.T) {
	edits := 1000
	if testing.Short() {
		edits = 200
	}
	c := startWith(t, generated(40), everything, "", Options{Pause: time.Millisecond, Poll: time.Hour})
	const name = "p5/p.go"
	for _, f := range []string{name, "p25/p.go", "p26/p.go"} {
		c.open(f)
		c.diagnostics(f)
	}
	original := c.docs[name].text
	first := short(c.diagnostics(name))
	c.replace(name, original+"\nfunc More() {}\n")
	c.diagnostics(name)

	r := rand.New(rand.NewPCG(3, 4))
	half := 0.0
	for i := range edits {
		switch text := c.docs[name].text; r.IntN(8) {
		case 0: // a piece is gone
			at := r.IntN(len(text))
			c.replace(name, text[:at]+text[min(len(text), at+r.IntN(40)):])
		case 1: // a word
			words := []string{"{", "}", "http.Get(", "\"", "`", "func X() {}\n", "/*", "//budgetlint:ignore x\n", "import \"no/where\"\n", "\xff", "世"}
			at := r.IntN(len(text) + 1)
			c.replace(name, text[:at]+words[r.IntN(len(words))]+text[at:])
		case 2:
			c.replace(name, original)
		case 3: // ranges that are outside
			c.docs[name].version++
			c.notify("textDocument/didChange", `{"textDocument": {"uri": `+quote(c.uri(name))+`, "version": `+quote(c.docs[name].version)+`}, "contentChanges": [{"range": {"start": {"line": 99999, "character": 7}, "end": {"line": 3, "character": 99999}}, "text": ""}]}`)
		case 4:
			c.replace(name, strings.Replace(original, "Load0", fmt.Sprintf("Load%d", 1000+i), 1)) // the API
		case 5:
			go c.try("textDocument/codeAction", `{"textDocument": {"uri": `+quote(c.uri(name))+`}, "range": {"start": {"line": 0, "character": 0}, "end": {"line": 500, "character": 0}}, "context": {"diagnostics": []}}`, nil)
			go c.try("textDocument/hover", `{"textDocument": {"uri": `+quote(c.uri(name))+`}, "position": {"line": 25, "character": 20}}`, nil)
		case 6:
			c.replace(name, original+fmt.Sprintf("\nfunc Edit%d() {}\n", i))
		default:
			time.Sleep(time.Duration(r.IntN(4)) * time.Millisecond) // a round may begin
		}
		if i == edits/2 {
			c.replace(name, original)
			c.diagnostics(name)
			half = live()
		}
	}
	c.replace(name, original)
	if got := short(c.diagnostics(name)); !slices.Equal(got, first) {
		t.Errorf("after all the edits %q, before %q", got, first)
	}
	end := live()
	t.Logf("%.1f MB after half of the edits, %.1f MB at the end", half, end)
	if end > half*1.5+10 {
		t.Errorf("memory grows with the edits: %.1f MB after half of them, %.1f MB at the end", half, end)
	}
	if s := c.log.String(); strings.Contains(s, "panic") {
		t.Errorf("a panic:\n%s", s)
	}
}

// TestLongFile edits a file of 20,000 lines, where every function has a finding.
func TestLongFile(t *testing.T) {
	lines := 20_000
	if testing.Short() {
		lines = 4_000
	}
	var b strings.Builder
	b.WriteString("package shop\n\nimport \"net/http\"\n")
	n := 0
	for ; n*10 < lines; n++ {
		fmt.Fprintf(&b, `
// Load%d asks the service again.
func Load%d(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
// that was Load%d
`, n, n, n)
	}
	c := startWith(t, "-- go.mod --\nmodule example.com/shop\n\ngo 1.26\n-- long.go --\n"+b.String(), everything, "", Options{})
	c.open("long.go")
	if got := len(c.diagnostics("long.go")); got != n {
		t.Fatalf("%d findings, want %d", got, n)
	}
	begin := time.Now()
	c.edit("long.go", "http.Get(url)", "http.Head(url)")
	if got := len(c.diagnostics("long.go")); got != n {
		t.Fatalf("%d findings after an edit, want %d", got, n)
	}
	t.Logf("%d lines: %s from an edit to its diagnostics", strings.Count(b.String(), "\n"), time.Since(begin))
	if list := c.actions("long.go", fmt.Sprintf("func Load%d", n-1), ""); list == nil {
		t.Error("no answer about actions")
	}
}

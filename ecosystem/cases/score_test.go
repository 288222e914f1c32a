package cases

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const marked = `package p

func first() {
	call()
	call()
}

func second() { call() }
`

// module writes a case module of two cases: one fault in 001-fault/p.go:4, where 5 is accepted too, and one
// look-alike.
func module(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range map[string]string{
		"001-fault/p.go": marked,
		"001-fault/case.json": `{"id": "001-fault", "rule": "nodeadline", "verdict": "bug", "tolerate": ["seqcalls"], "marks": [
			{"file": "p.go", "line": 4, "kind": "want", "rule": "nodeadline"},
			{"file": "p.go", "line": 8, "kind": "alt", "rule": "nodeadline"}]}`,
		"002-clean/p.go":      marked,
		"002-clean/case.json": `{"id": "002-clean", "rule": "ctxdrop", "verdict": "clean"}`,
	} {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestScore(t *testing.T) {
	root := module(t)
	for name, tt := range map[string]struct {
		findings        string
		nodeadline      Tally
		ctxdrop         Tally
		missesAndFalses int
	}{
		"nothing":           {"", Tally{Want: 1}, Tally{Clean: 1}, 1},
		"on the line":       {"/x/001-fault/p.go:4:2: m (nodeadline/client)", Tally{Want: 1, Exact: 1}, Tally{Clean: 1}, 0},
		"rule of same call": {"001-fault/p.go:4: m (ctxdrop)", Tally{Want: 1, Exact: 1}, Tally{Clean: 1}, 0},
		"in the function":   {"001-fault/p.go:5: m (nodeadline)", Tally{Want: 1, Near: 1}, Tally{Clean: 1}, 0},
		"accepted":          {"001-fault/p.go:8: m (nodeadline)", Tally{Want: 1, Near: 1}, Tally{Clean: 1}, 0},
		"twice":             {"001-fault/p.go:4: m (nodeadline)\n001-fault/p.go:5: m (nodeadline)", Tally{Want: 1, Exact: 1}, Tally{Clean: 1}, 0},
		"tolerated":         {"001-fault/p.go:4: m (seqcalls)", Tally{Want: 1}, Tally{Clean: 1}, 1},
		"other function":    {"001-fault/p.go:8: m (ctxdrop)", Tally{Want: 1}, Tally{Clean: 1, False: 1}, 2},
		"look-alike":        {"002-clean/p.go:4: m (ctxdrop)", Tally{Want: 1}, Tally{Clean: 1, False: 1, LookAlikes: 1}, 2},
		"related place":     {"\t001-fault/p.go:4:2: the call: http.Get", Tally{Want: 1}, Tally{Clean: 1}, 1},
		"json": {"# m/001-fault\n{\n\t\"m/001-fault\": {\n\t\t\"nodeadline\": [{\"posn\": \"001-fault/p.go:4:2\", \"message\": \"m\"}]\n\t}\n}\n",
			Tally{Want: 1, Exact: 1}, Tally{Clean: 1}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			var log strings.Builder
			sum, err := Score(root, strings.NewReader(tt.findings), &log)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.nodeadline, *sum["nodeadline"]); diff != "" {
				t.Errorf("nodeadline (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.ctxdrop, *sum["ctxdrop"]); diff != "" {
				t.Errorf("ctxdrop (-want +got):\n%s", diff)
			}
			if got := strings.Count(log.String(), "\n"); got != tt.missesAndFalses {
				t.Errorf("%d lines of misses and false findings, want %d:\n%s", got, tt.missesAndFalses, &log)
			}
		})
	}
}

func TestScoreRejects(t *testing.T) {
	if _, err := Score(t.TempDir(), strings.NewReader(""), nil); err == nil {
		t.Error("a folder without cases is no error")
	}
	failed := "{\n\t\"m\": {\n\t\t\"nodeadline\": {\"error\": \"it broke\"}\n\t}\n}\n"
	if _, err := Score(module(t), strings.NewReader(failed), nil); err == nil || !strings.Contains(err.Error(), "it broke") {
		t.Errorf("an analyzer that failed under go vet -json: err = %v", err)
	}
}

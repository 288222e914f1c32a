package labels

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestScore(t *testing.T) {
	all := []Label{
		{ID: "P", Repo: "o/n", File: "m/a.go", Rule: "nodeadline", Verdict: "pos", Line: 10, Lines: []int{10, 12}, FuncLines: []int{8, 20}},
		{ID: "N", Repo: "o/n", File: "m/a.go", Rule: "nodeadline", Verdict: "neg", Line: 30},
		{ID: "G", Repo: "o/n", File: "m/a.go", Rule: "nodeadline", Verdict: "grey", Line: 40},
		{ID: "C", Repo: "o/n", File: "m/a.go", Rule: "nodeadline", Verdict: "pos", Line: 50, Needs: "contract"},
		{ID: "O", Repo: "o/other", File: "m/a.go", Rule: "nodeadline", Verdict: "pos", Line: 60},
		{ID: "M", Repo: "o/n", File: "module2/a.go", Rule: "nodeadline", Verdict: "pos", Line: 70},
	}
	for name, tt := range map[string]struct {
		findings string
		want     Tally
	}{
		"nothing":           {"", Tally{Positives: 1, Negatives: 1}},
		"on a line":         {"a.go:12:3: m (nodeadline)", Tally{Positives: 1, Exact: 1, Negatives: 1}},
		"absolute":          {"/c/m/a.go:10:3: m (nodeadline/client)", Tally{Positives: 1, Exact: 1, Negatives: 1}},
		"rule of same call": {"./a.go:10: m (detachedctx)", Tally{Positives: 1, Exact: 1, Negatives: 1}},
		"near":              {"a.go:19:1: m (nodeadline)", Tally{Positives: 1, Near: 1, Negatives: 1}},
		"near, other rule":  {"a.go:19:1: m (detachedctx)", Tally{Positives: 1, Negatives: 1}},
		"fired":             {"a.go:30:1: m (nodeadline)", Tally{Positives: 1, Negatives: 1, Fired: 1}},
		"fired, other rule": {"a.go:30:1: m (ctxdrop)", Tally{Positives: 1, Negatives: 1}},
		"grey":              {"a.go:40:1: m (nodeadline)", Tally{Positives: 1, Negatives: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			sum := map[string]*Tally{}
			var log strings.Builder
			at := Checkout{Repo: "o/n", Dir: "/c", Module: "m"}
			if _, err := Score(all, at, strings.NewReader(tt.findings), sum, &log); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, *sum["nodeadline"]); diff != "" {
				t.Errorf("(-want +got):\n%s\n%s", diff, &log)
			}
		})
	}
}

// The labels that are handed out must load, and each must say what it judges.
func TestLabelsFile(t *testing.T) {
	f, err := os.Open("../labels.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := Read(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range all {
		if l.ID == "" || l.Repo == "" || l.File == "" || l.Rule == "" || l.Line == 0 || l.Why == "" {
			t.Errorf("label %+v leaves something out", l)
		}
		switch l.Verdict {
		case "pos", "neg", "grey":
		default:
			t.Errorf("label %s: verdict %q", l.ID, l.Verdict)
		}
	}
	if len(all) < 200 {
		t.Errorf("%d labels, want 200 at least", len(all))
	}
}

package session

import (
	"context"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/budgetlint/budgetlint/internal/driver"
)

var sameDir = flag.String("dir", "../..", "module that TestSameAsStandalone compares")

// TestSameAsStandalone wants every finding of the standalone command, word for word, and no other: in a folder of
// examples, and in this module's packages one after the other, which meet each other's facts.
func TestSameAsStandalone(t *testing.T) {
	root, err := filepath.Abs(*sameDir)
	if err != nil {
		t.Fatal(err)
	}
	patterns := []string{"./..."}
	if testing.Short() {
		patterns = []string{"./examples/..."}
	}
	out, err := driver.Run(context.Background(), driver.Options{Dir: root, Patterns: patterns})
	if err != nil {
		t.Fatal(err)
	}
	want := make(map[string][]string)
	dirs := make(map[string]bool)
	for _, f := range out.Findings {
		dir := filepath.Dir(f.Position.Filename)
		want[dir] = append(want[dir], fmt.Sprintf("%s:%d: %s (%s/%s)", f.Position.Filename, f.Position.Offset, f.Message, f.Rule, f.Category))
		dirs[dir] = true
	}
	if len(out.Findings) < 5 {
		t.Fatalf("only %d findings to compare", len(out.Findings))
	}
	s := open(t, root)
	compared := 0
	for dir := range dirs {
		p, err := s.Check(context.Background(), nil, dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Broken)+len(p.Failed) > 0 {
			t.Errorf("%s: %v %v", dir, p.Broken, p.Failed)
		}
		compared++
		var got []string
		for _, f := range p.Findings {
			got = append(got, fmt.Sprintf("%s:%d: %s (%s/%s)", f.At.File, f.At.Start, f.Message, f.Rule, f.Category))
		}
		slices.Sort(got)
		slices.Sort(want[dir])
		if !slices.Equal(got, want[dir]) {
			t.Errorf("%s: the session finds\n%q\nthe command\n%q", dir, got, want[dir])
		}
	}
	t.Logf("%d findings in %d packages", len(out.Findings), compared)
}

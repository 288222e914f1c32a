package e2e

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// maxRounds is how often fixes are made: one that clashes with another waits for the next run.
const maxRounds = 5

// What golangci-lint --fix leaves compiles after each run, is the text that budgetlint -fix leaves, and has nothing more
// to fix.
func TestFix(t *testing.T) {
	each(t, func(t *testing.T, dir string, patterns []string) {
		alone, err := filepath.EvalSymlinks(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		if err := copyTree(alone, dir); err != nil {
			t.Fatal(err)
		}
		before := goFiles(t, dir)
		_, fixable := golangci(t, dir, patterns...)
		rounds := 0
		for ; ; rounds++ {
			if rounds == maxRounds {
				t.Fatalf("still something to fix after %d runs", rounds)
			}
			last := goFiles(t, dir)
			golangci(t, dir, append([]string{"--fix"}, patterns...)...)
			if equal(last, goFiles(t, dir)) {
				break
			}
			if _, err := command(dir, nil, append([]string{"go", "build", "-o", os.DevNull}, patterns...)...); err != nil {
				t.Fatalf("run %d leaves code that does not compile: %v", rounds+1, err)
			}
		}
		left, more := golangci(t, dir, patterns...)
		if more > 0 {
			t.Errorf("%d of the issues left carry a fix, though --fix changes nothing", more)
		}
		budgetlint(t, alone, true, append([]string{"-fix"}, patterns...)...) // goes on until nothing is left
		same(t, "after the fixes", budgetlint(t, alone, true, patterns...), left)
		after, want := goFiles(t, dir), goFiles(t, alone)
		changed := 0
		for name, text := range want {
			if before[name] != text {
				changed++
			}
			if after[name] != text {
				t.Errorf("%s differs; budgetlint -fix leaves\n%s\ngolangci-lint --fix leaves\n%s", name, text, after[name])
			}
		}
		t.Logf("%d fixes in the first run; %d files changed after %d runs", fixable, changed, rounds)
		if fixable == 0 || changed == 0 {
			t.Error("nothing was fixed")
		}
	})
}

// goFiles are the texts below dir.
func goFiles(t *testing.T, dir string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".go" {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		texts[rel] = read(t, name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

func equal(a, b map[string]string) bool {
	for name, text := range a {
		if b[name] != text {
			return false
		}
	}
	return len(a) == len(b)
}

package fixprop

import (
	"go/ast"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/budgetlint/budgetlint/internal/driver"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// maxRounds is how many runs may have something to fix: one rule's fix may make room for another's. A channel that
// has room for all results, for instance, allows a limit on its senders.
const maxRounds = 3

// copyModule copies a module into a folder of its own.
func copyModule(t *testing.T, from string) string {
	t.Helper()
	to := t.TempDir()
	overlay(t, from, to)
	return to
}

// overlay copies the files below one folder into another.
func overlay(t *testing.T, from, to string) {
	t.Helper()
	err := filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(to, rel), 0o777)
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), data, 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func lint(t *testing.T, dir string) (*driver.Outcome, driver.Options) {
	t.Helper()
	// A workspace or a configuration of whoever runs the test is not part of it.
	env := append(os.Environ(), "GOWORK=off")
	opts := driver.Options{Dir: dir, Patterns: []string{"./..."}, UnsafeFixes: true, Env: env}
	out, err := driver.Run(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range out.Failed {
		t.Error(err)
	}
	return out, opts
}

// place is what a rule has repaired, by what it said. Lines move.
type place struct{ rule, file, fn, message string }

func placeOf(f driver.Found, dir string) place {
	p := place{rule: f.Rule, file: driver.Relative(dir, f.Position.Filename), message: f.Message}
	for _, file := range f.Package.Syntax {
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Pos() <= f.Pos && f.Pos < fn.End() {
				p.fn = fn.Name.Name
			}
		}
	}
	return p
}

func fixable(f driver.Found) bool {
	return len(f.Fixes) > 0 && len(f.Fixes[0].Edits) > 0 && f.Fixes[0].Level != rule.Show
}

// applyAll applies the fixes of out to dir, and those of the runs after it, until a run has nothing to fix. No rule may
// find the same fault again in a function that it has repaired.
func applyAll(t *testing.T, dir string, out *driver.Outcome, opts driver.Options) {
	t.Helper()
	broken := len(out.Broken)
	var fixed map[place]bool
	for round := 1; ; round++ {
		plan := out.Fixes(t.Context(), opts)
		for _, why := range plan.Dropped {
			t.Errorf("run %d: %s", round, strings.ReplaceAll(why, dir+string(filepath.Separator), ""))
		}
		if plan.Applied == 0 {
			return
		}
		if round > maxRounds {
			t.Errorf("run %d still has %d fixes to apply", round, plan.Applied)
			return
		}
		now := make(map[place]bool)
		for _, f := range out.Findings {
			if !fixable(f) {
				continue
			}
			p := placeOf(f, dir)
			if fixed[p] {
				t.Errorf("run %d: %s has repaired %s in %s and finds something to fix there again: %s", round, p.rule, p.fn, p.file, f.Message)
			}
			now[p] = true
			if round > 1 {
				t.Logf("run %d: opened by the fixes before: %s: %s in %s", round, p.rule, p.fn, p.file)
			}
		}
		t.Logf("run %d: %d fixes applied, %d deferred", round, plan.Applied, plan.Deferred)
		if plan.Deferred == 0 {
			fixed = now
		}
		if err := plan.Write(); err != nil {
			t.Fatal(err)
		}
		out, opts = lint(t, dir)
		for _, err := range out.Broken[min(broken, len(out.Broken)):] {
			t.Errorf("after run %d: %s", round, err)
		}
	}
}

package fixprop

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/budgetlint/budgetlint/internal/driver"
)

// least is how many fixes the rules have at least to offer in testdata/behaviour, by folder: a property of fixes that
// nobody offers is not worth much.
var least = []struct {
	folder, rule string
	fixes        int
}{
	{"seqcalls", "seqcalls", 5},
	{"seqloop", "seqloop", 3},
	{"loops", "seqloop", 5},
	{"fanout", "fanout", 5},
	{"sleep", "blindretry", 4},
	{"chanleak", "chanleak", 4},
	{"ctxdrop", "ctxdrop", 10},
	{"detachedctx", "detachedctx", 4},
	{"nodeadline", "nodeadline", 8},
}

// TestBehaviour proves that functions give the same results and errors before and after all fixes: when all downstreams
// answer, when each fails or is slow, and when the context ends. The functions' own tests hold their traces; after the
// fixes these tests also ask for what the fixes are meant to change.
func TestBehaviour(t *testing.T) {
	dir := copyModule(t, filepath.Join("..", "..", "testdata", "behaviour"))
	run(t, dir, false, "test", "./...")

	out, opts := lint(t, dir)
	for _, want := range least {
		n := 0
		for _, f := range out.Findings {
			if p := placeOf(f, dir); f.Rule == want.rule && fixable(f) && filepath.Dir(p.file) == want.folder {
				n++
			}
		}
		if n < want.fixes {
			t.Errorf("%d fixes of %s in testdata/behaviour/%s, want at least %d", n, want.rule, want.folder, want.fixes)
		}
	}
	applyAll(t, dir, out, opts)

	run(t, dir, true, "vet", "./...")
	args := []string{"test"}
	if _, err := exec.LookPath("gcc"); err == nil && !testing.Short() {
		args = append(args, "-race")
	}
	run(t, dir, true, append(args, "./...")...)
}

// TestAlternatives applies the last fix of every finding that has several, as a person in an editor might. Such a fix may
// be meant for something else than the first one, so only the traces are compared.
func TestAlternatives(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	dir := copyModule(t, filepath.Join("..", "..", "testdata", "behaviour"))
	out, opts := lint(t, dir)
	var others driver.Outcome
	for _, f := range out.Findings {
		if n := len(f.Fixes); n > 1 {
			f.Fixes = f.Fixes[n-1:]
			others.Findings = append(others.Findings, f)
		}
	}
	plan := others.Fixes(t.Context(), opts)
	if plan.Applied == 0 || len(plan.Dropped)+plan.Deferred > 0 {
		t.Fatalf("%d alternatives applied, %d deferred, dropped %v", plan.Applied, plan.Deferred, plan.Dropped)
	}
	t.Logf("%d alternatives applied", plan.Applied)
	if err := plan.Write(); err != nil {
		t.Fatal(err)
	}
	changed := []string{"test"} // go test vets as well
	for _, name := range plan.Names() {
		changed = append(changed, "./"+filepath.ToSlash(filepath.Dir(driver.Relative(dir, name))))
	}
	run(t, dir, false, slices.Compact(changed)...)
}

// TestSync keeps the module that testdata/behaviour requires the one that is downloaded for the project anyway.
func TestSync(t *testing.T) {
	version := regexp.MustCompile(`golang.org/x/sync (v\S+)`)
	var found []string
	for _, name := range []string{"go.mod", "testdata/behaviour/go.mod"} {
		text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		m := version.FindSubmatch(text)
		if m == nil {
			t.Fatalf("%s does not require golang.org/x/sync", name)
		}
		found = append(found, string(m[1]))
	}
	if found[0] != found[1] {
		t.Errorf("golang.org/x/sync is %s in go.mod and %s in testdata/behaviour/go.mod", found[0], found[1])
	}
}

// run runs the go command in a module, whose tests are told whether the fixes are in.
func run(t *testing.T, dir string, fixed bool, args ...string) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	if fixed {
		cmd.Env = append(cmd.Env, "BEHAVIOUR_FIXED=1")
	}
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, text)
	}
}

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
	{"runtime", "seqloop", 4},
	{"runtime", "fanout", 1},
	{"runtime", "blindretry", 1},
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
	run(t, dir, nil, "test", "./...")

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

	fixed := []string{"BEHAVIOUR_FIXED=1"}
	run(t, dir, fixed, "vet", "./...")
	run(t, dir, fixed, append(testArgs(), "./...")...)
}

// TestRuntime is TestBehaviour for the fixes that are offered where the module requires the runtime. What their titles
// say they change is allowed; internal/drive and the tests of testdata/behaviour_runtime know it.
func TestRuntime(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	dir := copyModule(t, filepath.Join("..", "..", "testdata", "behaviour"))
	overlay(t, filepath.Join("..", "..", "testdata", "behaviour_runtime"), dir)
	requireRuntime(t, dir)
	run(t, dir, nil, "test", "./groups")

	out, opts := lint(t, dir)
	used := map[string]int{}
	for _, f := range out.Findings {
		if len(f.Fixes) == 0 {
			continue
		}
		for _, name := range []string{"aggregate.Group", "pool.All", "package pool", "pool.Each", "retry.Do", "budget.Sleep", "budget.Within"} {
			if strings.Contains(f.Fixes[0].Title, name) {
				used[name]++
			}
		}
	}
	t.Logf("first fixes that use the runtime: %v", used)
	for name, least := range map[string]int{"aggregate.Group": 2, "pool.All": 4, "package pool": 5, "pool.Each": 1, "retry.Do": 1, "budget.Sleep": 4, "budget.Within": 1} {
		if used[name] < least {
			t.Errorf("%d fixes that use %s, want at least %d", used[name], name, least)
		}
	}
	applyAll(t, dir, out, opts)

	fixed := []string{"BEHAVIOUR_FIXED=1", "BEHAVIOUR_RUNTIME=1"}
	run(t, dir, fixed, "vet", "./...")
	run(t, dir, fixed, append(testArgs(), "./...")...)
}

// testArgs are those of go test, with the race detector where it can be had.
func testArgs() []string {
	if _, err := exec.LookPath("gcc"); err == nil && !testing.Short() {
		return []string{"test", "-race"}
	}
	return []string{"test"}
}

// requireRuntime makes the module in dir require this one.
func requireRuntime(t *testing.T, dir string) {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	own, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"mod", "edit", "-require=github.com/budgetlint/budgetlint@v0.0.0", "-replace=github.com/budgetlint/budgetlint=" + root}
	for _, m := range regexp.MustCompile(`(github.com/sony/gobreaker/v2|golang.org/x/sync) (v\S+)`).FindAllSubmatch(own, -1) {
		args = append(args, "-require="+string(m[1])+"@"+string(m[2]))
	}
	run(t, dir, nil, args...)
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "go.sum"), sums, 0o666); err != nil {
		t.Fatal(err)
	}
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
	run(t, dir, nil, slices.Compact(changed)...)
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

// run runs the go command in a module, whose tests are told by env which fixes are in.
func run(t *testing.T, dir string, env []string, args ...string) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "GOWORK=off"), env...)
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, text)
	}
}

package gitlines

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// repo is a repository in a folder of its own, with helpers that fail the test.
type repo struct {
	t   *testing.T
	dir string
}

func newRepo(t *testing.T) *repo {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	r := &repo{t, filepath.Join(t.TempDir(), "a repo, 100% ünï")}
	if err := os.Mkdir(r.dir, 0o777); err != nil {
		t.Fatal(err)
	}
	r.git("init", "--quiet", "--initial-branch=main")
	return r
}

func (r *repo) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e@example.com", "-c", "protocol.file.allow=always"}, args...)...)
	cmd.Dir = r.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (r *repo) write(name, text string) string {
	r.t.Helper()
	file := filepath.Join(r.dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		r.t.Fatal(err)
	}
	return file
}

func (r *repo) commit() string {
	r.t.Helper()
	r.git("add", ".")
	r.git("commit", "--quiet", "--message=c")
	return r.git("rev-parse", "HEAD")
}

func (r *repo) since(rev string) *Changes {
	r.t.Helper()
	c, err := Since(context.Background(), r.dir, rev)
	if err != nil {
		r.t.Fatal(err)
	}
	return c
}

const numbered = "1\n2\n3\n4\n5\n6\n7\n8\n"

func TestTouches(t *testing.T) {
	tests := map[string]struct {
		now          string
		touched, not [][2]int
	}{
		"nothing":                  {numbered, nil, [][2]int{{1, 8}}},
		"a line":                   {"1\n2\n3\nx\n5\n6\n7\n8\n", [][2]int{{4, 4}, {1, 4}, {4, 9}}, [][2]int{{1, 3}, {5, 8}}},
		"lines added":              {"1\n2\nx\ny\n3\n4\n5\n6\n7\n8\n", [][2]int{{3, 3}, {4, 4}}, [][2]int{{1, 2}, {5, 10}}},
		"lines removed":            {"1\n2\n5\n6\n7\n8\n", [][2]int{{2, 3}, {1, 6}}, [][2]int{{1, 2}, {3, 6}}},
		"the first removed":        {"2\n3\n4\n5\n6\n7\n8\n", [][2]int{{0, 1}}, [][2]int{{1, 7}}},
		"blanks":                   {"1\n2\n  3\n\t4\n\n\n5 \n6\n7\n8\n", nil, [][2]int{{1, 10}}},
		"line ends":                {strings.ReplaceAll(numbered, "\n", "\r\n"), nil, [][2]int{{1, 8}}},
		"comments":                 {"1\n2\n// x\n3\n4\n5\n6\n7\n8\n", nil, [][2]int{{1, 9}}},
		"a directive":              {"1\n2\n//budgetlint:ignore x y\n3\n4\n5\n6\n7\n8\n", [][2]int{{3, 3}}, [][2]int{{1, 2}, {4, 9}}},
		"code becomes a comment":   {"1\n2\n3\n// 4\n5\n6\n7\n8\n", [][2]int{{4, 4}}, [][2]int{{1, 3}, {5, 8}}},
		"looks like a header":      {"1\n2\n3\n++ b/x.go\n@@ -1 +1 @@\n5\n6\n7\n8\n", [][2]int{{4, 4}, {5, 5}}, [][2]int{{1, 3}, {6, 9}}},
		"no newline at the end":    {"1\n2\n3\n4\n5\n6\n7\nx", [][2]int{{8, 8}}, [][2]int{{1, 7}}},
		"several, one after other": {"x\n2\n3\ny\n5\n6\n8\n", [][2]int{{1, 1}, {4, 4}, {6, 7}}, [][2]int{{2, 3}, {5, 6}, {7, 7}}},
	}
	r := newRepo(t)
	for name := range tests {
		r.write(name+".go", numbered)
	}
	first := r.commit()
	for name, test := range tests {
		r.write(name+".go", test.now)
	}
	c := r.since(first)
	for name, test := range tests {
		file := filepath.Join(r.dir, name+".go")
		for _, lines := range test.touched {
			if !c.Touches(file, lines[0], lines[1]) {
				t.Errorf("%s: lines %v did not change: %v", name, lines, c.files[name+".go"])
			}
		}
		for _, lines := range test.not {
			if c.Touches(file, lines[0], lines[1]) {
				t.Errorf("%s: lines %v changed: %v", name, lines, c.files[name+".go"])
			}
		}
	}
}

// Names with anything in them, a new file, one that git ignores, one that was moved, and a checkout that is reached
// through a symbolic link.
func TestFiles(t *testing.T) {
	r := newRepo(t)
	odd := r.write("sp ace/ü \"q\"\\t\tx%41.go", numbered)
	r.write("old.go", numbered)
	r.write(".gitignore", "made.go\n")
	first := r.commit()
	r.git("mv", "old.go", "moved.go")
	moved := r.write("moved.go", "1\n2\n3\n4\n5\n6\n7\nx\n")
	r.write("sp ace/ü \"q\"\\t\tx%41.go", "x\n2\n3\n4\n5\n6\n7\n8\n")
	fresh := r.write("new/a b.go", "1\n")
	made := r.write("made.go", "1\n")
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(r.dir, link); err != nil {
		t.Skip(err)
	}
	// A configuration that changes the form of diffs changes nothing.
	for _, set := range []string{"diff.noprefix=true", "diff.mnemonicPrefix=true", "color.ui=always", "diff.renames=false", "core.quotePath=true", "diff.external=false", "diff.interHunkContext=9", "diff.context=9"} {
		key, value, _ := strings.Cut(set, "=")
		r.git("config", key, value)
	}
	for _, dir := range []string{r.dir, link, filepath.Join(link, "new")} {
		c, err := Since(context.Background(), dir, first)
		if err != nil {
			t.Fatal(err)
		}
		for file, want := range map[string][2]bool{odd: {true, false}, moved: {false, true}, fresh: {true, true}, made: {false, false}} {
			rel, err := filepath.Rel(r.dir, file)
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range []string{file, filepath.Join(link, rel)} {
				if got := [2]bool{c.Touches(file, 1, 1), c.Touches(file, 8, 8)}; got != want {
					t.Errorf("%s: lines 1 and 8 changed: %v, want %v", rel, got, want)
				}
				if root, ok := Root(filepath.Dir(file)); !ok || root != r.dir && root != link {
					t.Errorf("%s: root %q", rel, root)
				}
			}
		}
		if c.Touches(filepath.Join(filepath.Dir(r.dir), "x.go"), 1, 1) {
			t.Error("a file beside the repository is said to have changed")
		}
	}
}

// What others did on the branch since ours parted from it is no change of ours.
func TestMergeBase(t *testing.T) {
	r := newRepo(t)
	file := r.write("a.go", numbered)
	r.commit()
	r.git("branch", "ours")
	r.write("a.go", "x\n2\n3\n4\n5\n6\n7\n8\n")
	r.commit()
	r.git("checkout", "--quiet", "ours")
	r.write("a.go", "1\n2\n3\n4\n5\n6\n7\ny\n")
	r.commit()
	c := r.since("main")
	if c.Touches(file, 1, 1) || !c.Touches(file, 8, 8) {
		t.Errorf("changes: %v", c.files)
	}
}

func TestErrors(t *testing.T) {
	r := newRepo(t)
	r.write("a.go", numbered)
	first := r.commit()
	r.write("a.go", "x\n")
	r.commit()
	shallow := &repo{t, filepath.Join(t.TempDir(), "shallow")}
	r.git("clone", "--quiet", "--depth=1", "file://"+filepath.ToSlash(r.dir), shallow.dir)
	empty := newRepo(t)
	alone := newRepo(t)
	alone.write("a.go", "1\n")
	alone.commit()
	alone.git("checkout", "--quiet", "--orphan", "other")
	alone.write("a.go", "2\n")
	alone.commit()
	for _, test := range []struct{ dir, rev, want string }{
		{t.TempDir(), "HEAD", "no work tree of git: not a git repository"},
		{r.dir, "nosuch", `git knows no revision "nosuch" in `},
		{r.dir, "--output=x", `"--output=x" is no revision`},
		{r.dir, "", `"" is no revision`},
		{r.dir, "HEAD:a.go", `git knows no revision "HEAD:a.go" in `},
		{shallow.dir, first, "this clone is shallow: fetch the history first"},
		{empty.dir, "HEAD", `git knows no revision "HEAD" in `},
		{alone.dir, "main", "main and HEAD have no commit in common in "},
	} {
		_, err := Since(context.Background(), test.dir, test.rev)
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s in %s: %v, want %q", test.rev, test.dir, err, test.want)
		}
	}
	t.Setenv("PATH", "")
	if _, err := Since(context.Background(), r.dir, first); err == nil || !strings.Contains(err.Error(), "git is needed") {
		t.Errorf("without git: %v", err)
	}
}

package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/budgetlint/budgetlint/ecosystem/labels"
)

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example.com"}, args...)...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", args[0], err, out)
	}
	return strings.TrimSpace(string(out))
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestCheckout(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	origin := filepath.Join(t.TempDir(), "owner", "name")
	write(t, filepath.Join(origin, "m", "a.go"), "package m\n\nimport _ \"example.com/lib/v5\"\n")
	write(t, filepath.Join(origin, "README"), "example.com/lib/v5\n")
	git(t, origin, "init", "-q")
	git(t, origin, "add", ".")
	git(t, origin, "commit", "-q", "-m", "first")
	r := repo{Repo: "owner/name", Commit: git(t, origin, "rev-parse", "HEAD"), Replace: map[string]string{"lib/v5": "lib/v4"}}
	write(t, filepath.Join(origin, "m", "a.go"), "package m // later\n")
	git(t, origin, "commit", "-q", "-a", "-m", "second")

	under, url := t.TempDir(), filepath.Dir(filepath.Dir(origin))+"/{repo}"
	if err := r.checkout(under, url, io.Discard); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"m/a.go": "package m\n\nimport _ \"example.com/lib/v4\"\n",
		"README": "example.com/lib/v5\n",
	} {
		got, err := os.ReadFile(filepath.Join(under, "owner+name", filepath.FromSlash(name)))
		if err != nil || string(got) != want {
			t.Errorf("%s = %q (err %v), want %q", name, got, err, want)
		}
	}
	var log bytes.Buffer
	if err := r.checkout(under, "nowhere", &log); err != nil || !strings.Contains(log.String(), "there already") {
		t.Errorf("a second time: err = %v, log %q", err, &log)
	}
}

func TestRun(t *testing.T) {
	for _, tt := range []struct {
		args []string
		says string
	}{
		{nil, "which of"},
		{[]string{"mow", "-repos", "repos.json"}, `unknown command "mow"`},
		{[]string{"lint", "-repos", "repos.json", "no/such"}, `no repository "no/such"`},
		{[]string{"cases"}, "name one case module"},
	} {
		if err := run(tt.args, strings.NewReader(""), io.Discard, io.Discard); err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("run(%q): err = %v, want one that says %q", tt.args, err, tt.says)
		}
	}
}

// Every label belongs to a module of a listed repository, else no run would ever count it.
func TestLabelsHaveModules(t *testing.T) {
	repos, err := readRepos("repos.json", nil)
	if err != nil {
		t.Fatal(err)
	}
	modules := map[string][]string{}
	for _, r := range repos {
		modules[r.Repo] = r.Modules
		if len(r.Commit) != 40 || len(r.Modules) == 0 || len(r.Replace) > 0 && r.ReplaceWhy == "" {
			t.Errorf("%s: commit %q, modules %v, replaced because %q", r.Repo, r.Commit, r.Modules, r.ReplaceWhy)
		}
	}
	f, err := os.Open("labels.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := labels.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range all {
		listed := false
		for _, m := range modules[l.Repo] {
			listed = listed || m == "." || strings.HasPrefix(l.File, m+"/")
		}
		if !listed {
			t.Errorf("label %s: no module of repos.json holds %s of %s", l.ID, l.File, l.Repo)
		}
	}
}

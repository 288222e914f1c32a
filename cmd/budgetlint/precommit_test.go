package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

var preCommit = flag.Bool("pre-commit", false, "run the real pre-commit (https://pre-commit.com), which installs the checkout in an environment of its own")

type hook struct {
	ID, Entry, Language string
	Args                []string
	PassFilenames       bool `yaml:"pass_filenames"`
}

func hooks(t *testing.T) (list []hook) {
	t.Helper()
	data, err := os.ReadFile("../../.pre-commit-hooks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	if len(list) == 0 {
		t.Fatal("no hooks")
	}
	return list
}

// TestPreCommitHooks runs the command line of each hook as pre-commit puts it together.
func TestPreCommitHooks(t *testing.T) {
	for _, h := range hooks(t) {
		t.Run(h.ID, func(t *testing.T) {
			if h.Language != "golang" || h.PassFilenames {
				t.Errorf("%+v: pre-commit would build it otherwise, or add file names", h)
			}
			dir := shop(t)
			command := strings.Join(append([]string{h.Entry}, h.Args...), " ")
			code, out := shell(t, dir, command)
			if h.ID == "budgetlint-fix" {
				page, err := os.ReadFile(filepath.Join(dir, "page.go"))
				if err != nil || !strings.Contains(string(page), "NewRequestWithContext") {
					t.Errorf("%s changes nothing (%v):\n%s", command, err, out)
				}
			}
			if code != 1 || !strings.Contains(out, "page.go:") {
				t.Errorf("%s: exit code %d\n%s", command, code, out)
			}
		})
	}
}

// TestPreCommit has pre-commit itself run the hooks on a commit.
func TestPreCommit(t *testing.T) {
	if !*preCommit {
		t.Skip("no -pre-commit")
	}
	if _, err := exec.LookPath("pre-commit"); err != nil {
		t.Fatalf("%v: install pre-commit, or leave out -pre-commit", err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := shop(t)
	must := func(args ...string) string {
		t.Helper()
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PRE_COMMIT_HOME="+filepath.Join(dir, ".home"), "GOFLAGS=-buildvcs=false")
		out, err := cmd.CombinedOutput()
		if err != nil && args[0] != "pre-commit" {
			t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	must("git", "init", "-q")
	must("git", "add", "page.go", "go.mod", "go.sum")
	out := must("pre-commit", "try-repo", root, "budgetlint", "--verbose")
	t.Log(out)
	if !strings.Contains(out, "- hook id: budgetlint\n") || !strings.Contains(out, "- exit code: 1\n") || !strings.Contains(out, "(ctxdrop)") {
		t.Error("pre-commit does not show the finding")
	}
	out = must("pre-commit", "try-repo", root, "budgetlint-fix", "--verbose")
	t.Log(out)
	if !strings.Contains(out, "files were modified by this hook") || !strings.Contains(out, "1 fix applied") {
		t.Error("pre-commit does not say that the hook changed a file")
	}
}

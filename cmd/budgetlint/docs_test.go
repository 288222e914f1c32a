package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

// runBlock is a block of commands with their output that TestDocs runs. Commands begin with "$ ".
var runBlock = regexp.MustCompile("(?s)<!-- run \\(go test ./cmd/budgetlint -update\\) -->\n\n```console\n(.*?)```\n")

// TestDocs runs what the documentation shows, each section ("## ") in a fresh copy of the module in testdata/docs, and
// compares what is printed. Lines may come in another order: go vet prints packages and analyzers as they end.
func TestDocs(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh")
	}
	for _, name := range []string{"README.md", "docs/drivers.md", "docs/scale.md"} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join("..", "..", filepath.FromSlash(name))
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			ran := 0
			sections := strings.SplitAfter(string(data), "\n## ")
			for i, section := range sections {
				dir := ""
				sections[i] = runBlock.ReplaceAllStringFunc(section, func(block string) string {
					if dir == "" {
						dir = shop(t)
					}
					ran++
					want := runBlock.FindStringSubmatch(block)[1]
					got := console(t, dir, want)
					if sameLines(want, got) {
						return block
					}
					if !*update {
						t.Errorf("-shown +printed:\n%s", cmp.Diff(want, got))
					}
					return strings.Replace(block, want, got, 1)
				})
			}
			if ran == 0 {
				t.Error("nothing to run")
			}
			if *update {
				if err := os.WriteFile(file, []byte(strings.Join(sections, "")), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func sameLines(a, b string) bool {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// console runs the commands of a block one after the other and returns the block as it should be. An exit code that is
// not 0 is shown as "exit status N".
func console(t *testing.T, dir, block string) string {
	var out bytes.Buffer
	for line := range strings.Lines(block) {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		fmt.Fprintf(&out, "$ %s", command)
		code, text := shell(t, dir, command)
		out.WriteString(text)
		if code != 0 {
			fmt.Fprintf(&out, "exit status %d\n", code)
		}
	}
	return out.String()
}

// shell runs a command as a user's shell does, offline, with this program on the path.
func shell(t *testing.T, dir, command string) (code int, output string) {
	t.Helper()
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOPROXY=off", "GOTOOLCHAIN=local", "GOFLAGS=-buildvcs=false", "GOWORK=off", "BUDGETLINT_CONFIG=", "NO_COLOR=1")
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("%s: %v", command, err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

// shop makes a copy of testdata/docs that has budgetlint as a tool, as go get -tool leaves it: here from this checkout.
func shop(t *testing.T) (dir string) {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/docs")); err != nil {
		t.Fatal(err)
	}
	goMod := fmt.Sprintf("module example.com/shop\n\ngo 1.26.0\n\nreplace github.com/budgetlint/budgetlint => %s\n", root)
	for name, data := range map[string][]byte{"go.mod": []byte(goMod), "go.sum": sum} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if code, out := shell(t, dir, "go get -tool github.com/budgetlint/budgetlint/cmd/budgetlint"); code != 0 {
		t.Fatalf("go get -tool: %s", out)
	}
	return dir
}

// The example workflow parses, and each of its commands that runs budgetlint does what it is for: it reports, with a
// file for the upload that follows.
func TestWorkflow(t *testing.T) {
	data, err := os.ReadFile("../../docs/ci/github.yml")
	if err != nil {
		t.Fatal(err)
	}
	var workflow struct {
		On   map[string]any
		Jobs map[string]struct {
			RunsOn string `yaml:"runs-on"`
			Steps  []struct {
				Uses, Run string
				With      map[string]string
			}
		}
	}
	if err := yaml.Unmarshal(data, &workflow); err != nil {
		t.Fatal(err)
	}
	steps := workflow.Jobs["budgetlint"].Steps
	if workflow.On == nil || workflow.Jobs["budgetlint"].RunsOn == "" || len(steps) == 0 {
		t.Fatalf("not a workflow: %+v", workflow)
	}
	dir, ran := shop(t), 0
	for _, step := range steps {
		if strings.HasPrefix(step.Run, "budgetlint ") {
			ran++
			code, out := shell(t, dir, step.Run)
			if code != 1 || !strings.Contains(out, "page.go") {
				t.Errorf("%s: exit code %d\n%s", step.Run, code, out)
			}
		}
		if file := step.With["sarif_file"]; file != "" {
			if _, err := os.Stat(filepath.Join(dir, file)); err != nil {
				t.Errorf("nothing made the file to upload: %v", err)
			}
		}
	}
	if ran == 0 {
		t.Error("no step runs budgetlint")
	}
}

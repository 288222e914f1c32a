package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// configure writes .golangci.yml: the example, with budgetlint alone and with settings laid over the example's.
func configure(t *testing.T, dir string, settings map[string]any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, ".golangci.example.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var file map[string]any
	if err := yaml.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	linters := file["linters"].(map[string]any)
	linters["enable"] = []string{"budgetlint"}
	own := linters["settings"].(map[string]any)["custom"].(map[string]any)["budgetlint"].(map[string]any)["settings"].(map[string]any)
	for key, value := range settings {
		own[key] = value
	}
	if data, err = yaml.Marshal(file); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, ".golangci.yml"), string(data))
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// lines are findings as "file:line:col: message (rule)", sorted.
type lines []string

// golangci runs the built golangci-lint. fixable says how many of the issues that it prints carry a fix.
func golangci(t *testing.T, dir string, args ...string) (found lines, fixable int) {
	t.Helper()
	found, fixable, _ = verbose(t, dir, nil, args...)
	return found, fixable
}

func verbose(t *testing.T, dir string, env []string, args ...string) (found lines, fixable int, stderr string) {
	t.Helper()
	args = append([]string{built.golangci, "run", "--allow-parallel-runners", "--show-stats=false", "--output.json.path=stdout"}, args...)
	stdout, stderr, err := outputs(dir, env, args...)
	if code := exitCode(err); code > 1 || code < 0 {
		t.Fatalf("golangci-lint: %v\n%s%s", err, stdout, stderr)
	}
	var report struct {
		Issues []struct {
			FromLinter, Text string
			Pos              struct {
				Filename     string
				Line, Column int
			}
			SuggestedFixes []any
		}
	}
	if err := json.NewDecoder(strings.NewReader(stdout)).Decode(&report); err != nil {
		t.Fatalf("%v\n%s%s", err, stdout, stderr)
	}
	for _, i := range report.Issues {
		text := fmt.Sprintf("%s:%d:%d: %s", filepath.ToSlash(i.Pos.Filename), i.Pos.Line, i.Pos.Column, i.Text)
		if i.FromLinter != "budgetlint" {
			text += " from " + i.FromLinter // of typecheck, as a rule
		}
		if len(i.SuggestedFixes) > 0 {
			fixable++
		}
		found = append(found, text)
	}
	slices.Sort(found)
	return found, fixable, stderr
}

func exitCode(err error) int {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	return -1
}

// budgetlint runs the command. all false leaves out the advice.
func budgetlint(t *testing.T, dir string, all bool, args ...string) (found lines) {
	t.Helper()
	stdout, stderr, err := outputs(dir, nil, append([]string{built.budgetlint, "-format", "json"}, args...)...)
	if code := exitCode(err); code > 1 || code < 0 {
		t.Fatalf("budgetlint: %v\n%s%s", err, stdout, stderr)
	}
	dec := json.NewDecoder(strings.NewReader(stdout))
	for {
		var f struct {
			File, Message, Rule, Category, Severity string
			Range                                   struct{ Start struct{ Line, Col int } }
		}
		if err := dec.Decode(&f); errors.Is(err, io.EOF) {
			slices.Sort(found)
			return found
		} else if err != nil {
			t.Fatalf("%v\n%s", err, stdout)
		}
		if !all && f.Severity == "advice" {
			continue
		}
		rule := f.Rule
		if f.Category != "" {
			rule += "/" + f.Category
		}
		found = append(found, fmt.Sprintf("%s:%d:%d: %s (%s)", filepath.ToSlash(f.File), f.Range.Start.Line, f.Range.Start.Col, f.Message, rule))
	}
}

// same fails with what one has and the other has not.
func same(t *testing.T, what string, want, got lines) {
	t.Helper()
	for _, w := range want {
		if !slices.Contains(got, w) {
			t.Errorf("%s: golangci-lint misses\n\t%s", what, w)
		}
	}
	for _, g := range got {
		if !slices.Contains(want, g) {
			t.Errorf("%s: golangci-lint alone has\n\t%s", what, g)
		}
	}
	if len(want) != len(got) {
		t.Errorf("%s: budgetlint has %d findings, golangci-lint %d", what, len(want), len(got))
	}
}

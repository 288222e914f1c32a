package driver

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The line stands for the configuration's content, not for where the checkout lies or where in it go vet was started.
func TestVersionLine(t *testing.T) {
	t.Setenv(configVariable, "")
	t.Setenv("GOWORK", "off")
	version := func(dir string) string {
		t.Helper()
		t.Chdir(dir)
		var out bytes.Buffer
		if err := printVersion(&out); err != nil {
			t.Fatal(err)
		}
		if f := strings.Fields(out.String()); len(f) != 4 || f[1] != "version" || f[2] != "devel" || !strings.HasPrefix(f[3], "buildID=") {
			t.Fatalf("cmd/go cannot read %q", out.String())
		}
		return out.String()
	}
	module := func(text string) string {
		t.Helper()
		dir := t.TempDir()
		write(t, filepath.Join(dir, "go.mod"), "module example.com/m\n")
		if text != "" {
			write(t, filepath.Join(dir, ".budgetlint.yml"), text)
		}
		if err := os.Mkdir(filepath.Join(dir, "sub"), 0o777); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	a, same, other, none := module("likely: on\n"), module("likely: on\n"), module("likely: off\n"), module("")
	first := version(a)
	if version(same) != first || version(filepath.Join(a, "sub")) != first {
		t.Error("the line depends on the place")
	}
	if version(other) == first || version(none) == first {
		t.Error("the line does not depend on the configuration")
	}
	t.Setenv(configVariable, filepath.Join(other, ".budgetlint.yml"))
	if version(a) != version(same) || version(a) == first {
		t.Error("the variable does not go first")
	}
	t.Setenv(configVariable, "")
	for requires, changes := range map[string]bool{"example.com/other": false, "github.com/budgetlint/budgetlint": true} {
		write(t, filepath.Join(same, "go.mod"), "module example.com/m\n\nrequire "+requires+" v1.0.0\n")
		if (version(filepath.Join(same, "sub")) != first) != changes {
			t.Errorf("a requirement of %s changes the line: %t, want %t", requires, !changes, changes)
		}
	}
}

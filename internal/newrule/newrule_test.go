package newrule

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const root = "../.."

// TestNewRuleWorks starts a rule in a copy of the module and lets the go command build it and run its test.
func TestNewRuleWorks(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the analyzers in another folder")
	}
	dir := t.TempDir()
	for _, part := range []string{"go.mod", "go.sum", "analyzers", "internal", "runtime"} {
		copyTree(t, filepath.Join(root, part), filepath.Join(dir, part))
	}
	written, err := Write(dir, "slowpoke")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(written, " "); !strings.Contains(got, "analyzers/slowpoke/slowpoke.go") || !strings.Contains(got, table) {
		t.Errorf("written: %s", got)
	}
	for _, args := range [][]string{
		{"vet", "./analyzers", "./analyzers/slowpoke"},
		{"test", "./analyzers/slowpoke"},
	} {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	if _, err := Write(dir, "slowpoke"); err == nil || !strings.Contains(err.Error(), "exists") {
		t.Errorf("a second time: err = %v", err)
	}
}

func TestBadNames(t *testing.T) {
	for _, name := range []string{"", "../x", "Slow", "slow_poke", "slow2", "abc", "package", "areallyverylongname"} {
		if _, err := Write(t.TempDir(), name); err == nil || !strings.Contains(err.Error(), "rule name") {
			t.Errorf("Write(%q): err = %v", name, err)
		}
	}
}

func TestAddRowNeedsAnchors(t *testing.T) {
	if _, err := addRow("package analyzers\n", "slowpoke"); err == nil || !strings.Contains(err.Error(), table) {
		t.Errorf("err = %v, want one that names %s", err, table)
	}
}

// copyTree copies what the go command needs to build; tests, and modules below this one, it does not.
func copyTree(t *testing.T, from, to string) {
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
			if _, err := os.Stat(filepath.Join(name, "go.mod")); err == nil {
				return filepath.SkipDir
			}
			return os.MkdirAll(filepath.Join(to, rel), 0o755)
		}
		if strings.HasSuffix(name, "_test.go") {
			return nil
		}
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), b, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
}

package archtest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
)

// TestUserModule makes the module of somebody who imports runtime/downstream and nothing else, and holds that it builds
// no package of the analysis or of what that needs, and that its go.mod names nothing but what is built.
func TestUserModule(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	// The go command reads the tree in another process: without this, the test's result would be kept when that changes.
	if _, err := read(root); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	plant(t, dir, "go.mod", "module example.com/user\n\ngo 1.26.0\n\nrequire "+modulePath+" v0.0.0\n\nreplace "+modulePath+" => "+root+"\n")
	plant(t, dir, "main.go", "package main\n\nimport _ \""+modulePath+"/runtime/downstream\"\n\nfunc main() {}\n")

	tidy(t, dir)
	want := []string{modulePath, "github.com/sony/gobreaker/v2", "golang.org/x/sync"}
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	mod, err := modfile.Parse("go.mod", text, nil)
	if err != nil {
		t.Fatal(err)
	}
	var required []string
	for _, r := range mod.Require {
		required = append(required, r.Mod.Path)
	}
	slices.Sort(required)
	if !slices.Equal(required, want) {
		t.Errorf("go.mod requires\n\t%s\nwant\n\t%s", strings.Join(required, "\n\t"), strings.Join(want, "\n\t"))
	}

	out, err := goIn(dir, "list", "-deps", "-f", "{{if .Module}}{{.Module.Path}} {{.ImportPath}}{{end}}", ".")
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	n := 0
	for line := range strings.Lines(string(out)) {
		module, pkg, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case module == "example.com/user":
		case module == modulePath && strings.HasPrefix(pkg, modulePath+"/runtime/"):
			n++
		case module == modulePath, !slices.Contains(want, module):
			t.Errorf("builds %s of %s", pkg, module)
		}
	}
	if n == 0 {
		t.Errorf("builds nothing of the runtime:\n%s", out)
	}
}

// tidy prefers what the module cache has; the tests of gobreaker need more than we do, and may not be in it.
func tidy(t *testing.T, dir string) {
	out, err := goIn(dir, "mod", "tidy")
	if err != nil {
		cmd := command(dir, "mod", "tidy")
		cmd.Env = append(cmd.Environ(), "GOPROXY="+os.Getenv("GOPROXY"))
		out, err = cmd.CombinedOutput()
	}
	switch {
	case err == nil:
	case bytes.Contains(out, []byte("GOPROXY=off")), bytes.Contains(out, []byte("dial tcp")):
		t.Skipf("go mod tidy needs modules that can be neither found nor downloaded:\n%s", out)
	default:
		t.Fatalf("%v\n%s", err, out)
	}
}

func goIn(dir string, args ...string) ([]byte, error) { return command(dir, args...).CombinedOutput() }

// command runs the go command in dir without a network.
func command(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "GOPROXY=off")
	return cmd
}

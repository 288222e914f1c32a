package drivertest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Root is the folder of budgetlint's own go.mod.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && bytes.HasPrefix(data, []byte("module github.com/budgetlint/budgetlint\n")) {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod of budgetlint above the working folder")
		}
		dir = parent
	}
}

// Examples is the folder of the example services.
func Examples(t testing.TB) string { return filepath.Join(Root(t), "examples") }

// Cases is one of the modules of cases: testdata/cases, cases2, cases3. The test is skipped if the libraries that they
// import cannot be had.
func Cases(t testing.TB, name string) string {
	t.Helper()
	dir := filepath.Join(Root(t), "testdata", name)
	if err := download(t, dir, nil); err != nil {
		t.Skipf("the libraries of testdata/%s cannot be downloaded: %v", name, err)
	}
	return dir
}

// download runs go mod download in dir, and decodes its JSON into v if that is not nil. Whoever has everything in the
// module cache does not wait.
func download(t testing.TB, dir string, v any, modules ...string) error {
	ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "go", append([]string{"mod", "download", "-json"}, modules...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		line, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n")
		return fmt.Errorf("%w: %s", err, line)
	}
	if v == nil {
		return nil
	}
	return json.Unmarshal(out, v)
}

// fixtureSettings is the .budgetlint.yml of Fixtures: rules that are off otherwise speak, too.
const fixtureSettings = "rules:\n  sharedpool: { enabled: true }\n"

// fixtureModule is what the module of Fixtures is called.
const fixtureModule = "example.com/fixtures"

// Fixtures makes a module of the fixtures in testdata/src that compile, which the rules' own tests load in a way of
// their own, and of each stub there a module that it requires. It returns the module's folder.
func Fixtures(t testing.TB) string {
	t.Helper()
	src := filepath.Join(Root(t), "testdata", "src")
	tops, err := os.ReadDir(src)
	if err != nil {
		t.Fatal(err)
	}
	own := make(map[string]bool)
	for _, d := range tops {
		if strings.Contains(d.Name(), ".") || strings.HasSuffix(d.Name(), "_broken") {
			continue
		}
		// The runtime needs the libraries that are stubs here; Examples has code that uses it.
		if uses, err := usesRuntime(filepath.Join(src, d.Name())); err != nil {
			t.Fatal(err)
		} else if !uses {
			own[d.Name()] = true
		}
	}
	dir := t.TempDir()
	module := filepath.Join(dir, "fixtures")
	stubs := make(map[string]bool) // by module path
	err = filepath.WalkDir(src, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") {
			return err
		}
		rel, err := filepath.Rel(src, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		top, _, _ := strings.Cut(rel, "/")
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		switch {
		case own[top]:
			if data, err = inModule(data, own); err != nil {
				return fmt.Errorf("%s: %w", rel, err)
			}
			return writeFile(filepath.Join(module, rel), data)
		case strings.Contains(top, "."):
			stubs[stubModule(path.Dir(rel))] = true
			return writeFile(filepath.Join(dir, "stubs", rel), data)
		}
		return nil // broken on purpose: go vet and nogo give nothing for such a package
	})
	if err != nil {
		t.Fatal(err)
	}
	goMod := "module " + fixtureModule + "\n\ngo 1.26.0\n"
	for _, stub := range slices.Sorted(maps.Keys(stubs)) {
		goMod += fmt.Sprintf("\nrequire %s v1.0.0\nreplace %[1]s => ../stubs/%[1]s\n", stub)
		if err := writeFile(filepath.Join(dir, "stubs", stub, "go.mod"), []byte("module "+stub+"\n\ngo 1.26.0\n")); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{"go.mod": goMod, ".budgetlint.yml": fixtureSettings} {
		if err := writeFile(filepath.Join(module, name), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return module
}

// inModule puts the import paths of fixtures under the module's. Only import lines change, so no finding moves.
func inModule(src []byte, own map[string]bool) ([]byte, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", src, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	for _, spec := range slices.Backward(f.Imports) {
		importPath, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		if top, _, _ := strings.Cut(importPath, "/"); own[top] {
			at := fset.Position(spec.Path.Pos()).Offset + 1
			src = slices.Concat(src[:at], []byte(fixtureModule+"/"), src[at:])
		}
	}
	return src, nil
}

// stubModule is the module that a stub's package belongs to: for our purpose, the first three elements of its path.
func stubModule(importPath string) string {
	elems := strings.SplitN(importPath, "/", 4)
	return path.Join(elems[:min(3, len(elems))]...)
}

func writeFile(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o666)
}

// usesRuntime: a file below dir imports a package of the runtime.
func usesRuntime(dir string) (uses bool, err error) {
	err = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") {
			return err
		}
		data, err := os.ReadFile(name)
		uses = uses || bytes.Contains(data, []byte(`"github.com/budgetlint/budgetlint/runtime/`))
		return err
	})
	return uses, err
}

package e2e

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// A corpus is code with faults, as a module that users could have.
type corpus struct {
	name string
	make func(t *testing.T, dir string) (patterns []string)
}

var corpora = []corpus{
	{"dashboard", dashboard},
	{"src", fixtures},
	{"behaviour", module("testdata/behaviour")},
	{"cases", module("testdata/cases")},
	{"cases2", module("testdata/cases2")},
	{"cases3", module("testdata/cases3")},
}

// each runs a test on a fresh copy of each corpus.
func each(t *testing.T, f func(t *testing.T, dir string, patterns []string)) {
	for _, c := range corpora {
		t.Run(c.name, func(t *testing.T) {
			dir, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			f(t, dir, c.make(t, dir))
		})
	}
}

// dashboard is the example as a reader of the README finds it, within this module.
func dashboard(t *testing.T, dir string) []string {
	for _, name := range []string{"go.mod", "go.sum"} {
		write(t, filepath.Join(dir, name), read(t, filepath.Join(root, name)))
	}
	for _, name := range []string{"examples/dashboard/before", "examples/dashboard/fakes", "runtime"} {
		if err := copyTree(filepath.Join(dir, name), filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	configure(t, dir, map[string]any{"advice": true})
	return []string{"./examples/dashboard/before/..."}
}

// module is one of testdata's own modules. What its .budgetlint.yml says goes into the settings.
func module(name string) func(t *testing.T, dir string) []string {
	return func(t *testing.T, dir string) []string {
		if err := copyTree(dir, filepath.Join(root, filepath.FromSlash(name))); err != nil {
			t.Fatal(err)
		}
		settings := map[string]any{}
		if data, err := os.ReadFile(filepath.Join(dir, ".budgetlint.yml")); err == nil {
			if err := yaml.Unmarshal(data, &settings); err != nil {
				t.Fatal(err)
			}
		}
		settings["advice"] = true
		configure(t, dir, settings)
		if _, err := command(dir, nil, "go", "mod", "download"); err != nil {
			t.Skipf("the libraries of %s cannot be downloaded: %v", name, err)
		}
		return []string{"./..."}
	}
}

// fixtures makes a workspace of testdata/src: each folder whose name has no dot is a module of it, and each package of
// the others, stubs of third parties, a module that those require and that is replaced by its folder.
func fixtures(t *testing.T, dir string) (patterns []string) {
	src := filepath.Join(root, "testdata", "src")
	if err := copyTree(dir, src); err != nil {
		t.Fatal(err)
	}
	stubs := map[string]string{} // import path → version
	var own []string
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		switch {
		case !e.IsDir():
		// golangci-lint skips what does not compile; the runtime needs the libraries that are stubs here.
		case strings.HasSuffix(e.Name(), "_broken"), usesRuntime(t, filepath.Join(dir, e.Name())):
			if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
				t.Fatal(err)
			}
		case strings.Contains(e.Name(), "."):
			for _, p := range packagesBelow(t, dir, e.Name()) {
				stubs[p] = versionOf(p)
			}
		default:
			own = append(own, e.Name())
		}
	}
	var requires, replaces strings.Builder
	for _, p := range slices.Sorted(maps.Keys(stubs)) {
		write(t, filepath.Join(dir, filepath.FromSlash(p), "go.mod"), "module "+p+"\n\ngo 1.26.0\n")
		fmt.Fprintf(&requires, "require %s %s\n", p, stubs[p])
		fmt.Fprintf(&replaces, "replace %s => ./%s\n", p, p)
	}
	work := "go 1.26.0\n\n"
	for _, name := range own {
		write(t, filepath.Join(dir, name, "go.mod"), "module "+name+"\n\ngo 1.26.0\n\n"+requires.String())
		work += "use ./" + name + "\n"
		patterns = append(patterns, "./"+name+"/...")
	}
	write(t, filepath.Join(dir, "go.work"), work+"\n"+replaces.String())
	configure(t, dir, map[string]any{"advice": true})
	return patterns
}

// usesRuntime: a file below dir imports a package of the runtime.
func usesRuntime(t *testing.T, dir string) (uses bool) {
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".go" {
			return err
		}
		uses = uses || strings.Contains(read(t, name), `"github.com/budgetlint/budgetlint/runtime/`)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return uses
}

// packagesBelow lists the import paths at and below dir/top that have Go files.
func packagesBelow(t *testing.T, dir, top string) (list []string) {
	err := filepath.WalkDir(filepath.Join(dir, top), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".go" {
			return err
		}
		rel, err := filepath.Rel(dir, filepath.Dir(name))
		if p := filepath.ToSlash(rel); err == nil && !slices.Contains(list, p) {
			list = append(list, p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

var major = regexp.MustCompile(`^v([2-9]|[1-9][0-9]+)$`)

// versionOf is one that the module's path allows.
func versionOf(modulePath string) string {
	if last := path.Base(modulePath); major.MatchString(last) {
		return last + ".0.0"
	}
	if rest, ok := strings.CutPrefix(modulePath, "gopkg.in/"); ok {
		if _, v, ok := strings.Cut(path.Base(rest), ".v"); ok {
			if n, err := strconv.Atoi(v); err == nil {
				return fmt.Sprintf("v%d.0.0", n)
			}
		}
	}
	return "v1.0.0"
}

package drivertest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// target is a package as Bazel's rules_go describes it to nogo.
type target struct {
	path      string            // what nogo knows it by: tests belong to the package that they test
	files     []string          // relative to the execution root
	ignored   []string          // those of them that cgo made: nothing is reported in them
	packages  map[string]string // import path as written → export data; direct imports only
	facts     map[string]string // import path → facts file; direct imports that have one: not the standard library
	factsFile string            // where its own facts go
	factsOnly bool              // of another repository: analysed for its facts
}

// workspace is a module laid out as Bazel lays out the execution root, in which nogo runs: the module's own files at
// the root, those of other modules below external/. All of them are links, as Bazel's are.
type workspace struct {
	root    string   // the execution root
	module  string   // the module's folder
	targets []target // dependencies first
}

// listed is a package of go list.
type listed struct {
	ImportPath, Name, Dir, Export, ForTest string
	CompiledGoFiles, Imports               []string
	ImportMap                              map[string]string
	Standard                               bool
	Module                                 *struct {
		Path, Dir string
		Main      bool
	}
	Error *struct{ Err string }
}

// newWorkspace describes the packages in and below dir, those that they import, and their tests.
func newWorkspace(t testing.TB, dir string) *workspace {
	t.Helper()
	stdout, _ := run(t, dir, "go", "list", "-deps", "-test", "-export", "-compiled", "-json=ImportPath,Name,Dir,Export,ForTest,CompiledGoFiles,Imports,ImportMap,Standard,Module,Error", "./...")
	w := &workspace{root: t.TempDir()}
	goMod, _ := run(t, dir, "go", "env", "GOMOD")
	if err := w.link(filepath.Dir(strings.TrimSpace(string(goMod)))); err != nil {
		t.Fatal(err)
	}
	facts := t.TempDir()
	byID := make(map[string]*listed)
	factsOf := make(map[string]string)
	dec := json.NewDecoder(bytes.NewReader(stdout))
	for {
		p := new(listed)
		if err := dec.Decode(p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if p.Error != nil {
			t.Fatalf("%s: %s", p.ImportPath, p.Error.Err)
		}
		byID[p.ImportPath] = p
		if p.Standard || p.Module == nil || len(p.CompiledGoFiles) == 0 || p.Name == "main" && strings.HasSuffix(p.ImportPath, ".test") {
			continue // nogo is not run on these
		}
		tg := target{
			factsOnly: !p.Module.Main && p.Module.Dir != "", factsFile: filepath.Join(facts, fmt.Sprint(len(w.targets))),
			packages: make(map[string]string), facts: make(map[string]string),
		}
		tg.path, _, _ = strings.Cut(p.ImportPath, " ") // "p [p.test]"
		if err := w.place(&tg, p); err != nil {
			t.Fatal(err)
		}
		written := make(map[string]string, len(p.ImportMap))
		for path, id := range p.ImportMap {
			written[id] = path
		}
		for _, id := range p.Imports {
			imp, ok := byID[id]
			if !ok {
				continue // unsafe, C
			}
			path := id
			if w, ok := written[id]; ok {
				path = w
			}
			tg.packages[path] = imp.Export
			if file := factsOf[id]; file != "" {
				tg.facts[path] = file
			}
		}
		factsOf[p.ImportPath] = tg.factsFile
		w.targets = append(w.targets, tg)
	}
	return w
}

// link puts the files of the main module where Bazel puts those of the main repository.
func (w *workspace) link(module string) error {
	w.module = module
	entries, err := os.ReadDir(module)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if err := os.Symlink(filepath.Join(module, e.Name()), filepath.Join(w.root, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// place names the package's files by their place in the execution root, into which it links other modules.
func (w *workspace) place(tg *target, p *listed) error {
	at, dir := w.root, w.module
	if !p.Module.Main && p.Module.Dir != "" { // without a folder it is vendored, and lies in the main repository
		dir = p.Module.Dir
		at = filepath.Join(w.root, "external", strings.NewReplacer("/", "_", ".", "_").Replace(p.Module.Path))
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			return err
		}
		if err := os.Symlink(dir, at); err != nil && !errors.Is(err, os.ErrExist) {
			return err
		}
	}
	for _, name := range p.CompiledGoFiles {
		if filepath.IsAbs(name) { // of cgo, in the build cache
			tg.files, tg.ignored = append(tg.files, name), append(tg.ignored, name)
			continue
		}
		inModule, err := filepath.Rel(dir, filepath.Join(p.Dir, name))
		if err != nil {
			return err
		}
		file, err := filepath.Rel(w.root, filepath.Join(at, inModule))
		if err != nil {
			return err
		}
		tg.files = append(tg.files, file)
	}
	return nil
}

// relative turns a finding's file, relative to the execution root, into one relative to dir, on which a host was run;
// ok is false for files elsewhere: only the packages below dir were asked for.
func (w *workspace) relative(dir, file string) (name string, ok bool) {
	if !filepath.IsAbs(file) {
		file = filepath.Join(w.module, file)
	}
	name, err := filepath.Rel(dir, file)
	return name, err == nil && !strings.HasPrefix(name, "..")
}

// importPaths lists the import paths as written, sorted.
func (tg *target) importPaths() []string {
	var list []string
	for path := range tg.packages {
		list = append(list, path)
	}
	slices.Sort(list)
	return list
}

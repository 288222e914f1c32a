package linttest

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// Module writes a module example.com/m of files that import the standard library and each other only, and loads it as
// the driver does.
func Module(t *testing.T, files map[string]string) []*packages.Package {
	t.Helper()
	dir := t.TempDir()
	files["go.mod"] = "module example.com/m\n\ngo " + goVersion + "\n"
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	pkgs, err := packages.Load(&packages.Config{
		Dir:  dir,
		Env:  append(os.Environ(), "GOWORK=off"),
		Mode: packages.LoadSyntax | packages.NeedModule,
	}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range pkgs {
		for _, err := range pkg.Errors {
			t.Fatal(err)
		}
	}
	return pkgs
}

// Result runs a on pkgs and returns its result for the one at path.
func Result(t *testing.T, a *analysis.Analyzer, pkgs []*packages.Package, path string) any {
	t.Helper()
	graph, err := checker.Analyze([]*analysis.Analyzer{a}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Fatal(act.Err)
		}
		if act.Package.PkgPath == path {
			return act.Result
		}
	}
	t.Fatalf("%s is not loaded", path)
	return nil
}

// FactsHold proves of the facts of a, and of the passes that it requires, on pkgs: there are some; encoding loses
// nothing; and their bytes are the same in every run, since go vet runs everything again that depends on a fact that
// changed.
func FactsHold(t *testing.T, a func() *analysis.Analyzer, pkgs []*packages.Package, least int) {
	t.Helper()
	first := facts(t, a(), pkgs)
	if len(first) < least {
		t.Fatalf("%d facts, want %d at least: %v", len(first), least, first)
	}
	for range 5 {
		again := facts(t, a(), pkgs)
		for of, b := range first {
			if !bytes.Equal(b, again[of]) {
				t.Errorf("%s differs from run to run", of)
			}
		}
		if len(again) != len(first) {
			t.Errorf("%d facts, then %d", len(first), len(again))
		}
	}
}

// facts gives each fact as bytes.
func facts(t *testing.T, a *analysis.Analyzer, pkgs []*packages.Package) map[string][]byte {
	t.Helper()
	graph, err := checker.Analyze([]*analysis.Analyzer{a}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	add := func(of string, fact analysis.Fact) {
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(fact); err != nil {
			t.Fatalf("%s: %T cannot be encoded: %v", of, fact, err)
		}
		back := reflect.New(reflect.TypeOf(fact).Elem()).Interface()
		if err := gob.NewDecoder(bytes.NewReader(b.Bytes())).Decode(back); err != nil {
			t.Fatalf("%s: %T cannot be decoded: %v", of, fact, err)
		}
		if !reflect.DeepEqual(fact, back) {
			t.Errorf("%s: %T changes on its way: sent %+v, received %+v", of, fact, fact, back)
		}
		out[of+fmt.Sprintf(" %T", fact)] = b.Bytes()
	}
	for act := range graph.All() {
		if act.Err != nil {
			t.Fatal(act.Err)
		}
		for _, f := range act.AllObjectFacts() {
			add(act.Analyzer.Name+" "+types.ObjectString(f.Object, nil), f.Fact)
		}
		for _, f := range act.AllPackageFacts() {
			add(act.Analyzer.Name+" "+f.Package.Path(), f.Fact)
		}
	}
	return out
}

package driver

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"reflect"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/gcexportdata"
)

type sinkFact struct{ Hops []string }

func (*sinkFact) AFact() {}

// Facts about package-level functions reach direct importers only; those about methods reach everyone, since a method
// can be called without importing its package.
func TestFactsTravel(t *testing.T) {
	analyzer := &analysis.Analyzer{Name: "t", FactTypes: []analysis.Fact{new(sinkFact)}}
	registerFacts([]*analysis.Analyzer{analyzer})
	fset := token.NewFileSet()
	a := check(t, fset, "a", `package a; type T struct{}; func (T) M() {}; func F() {}; func f() {}`, nil)
	b := check(t, fset, "b", `package b; import "a"; func New() a.T { return a.T{} }`, a)

	set := &factSet{pkg: a, facts: make(map[factKey]analysis.Fact)}
	pass := new(analysis.Pass)
	set.serve(pass)
	method, _, _ := types.LookupFieldOrMethod(a.Scope().Lookup("T").Type(), true, a, "M")
	pass.ExportObjectFact(method, &sinkFact{[]string{"m"}})
	pass.ExportObjectFact(a.Scope().Lookup("F"), &sinkFact{[]string{"f"}})
	pass.ExportPackageFact(&sinkFact{[]string{"p"}})
	fromA, err := set.encode()
	if err != nil {
		t.Fatal(err)
	}
	if again, err := set.encode(); err != nil || !bytes.Equal(fromA, again) {
		t.Errorf("encoding differs from run to run (%v)", err)
	}

	inB := &factSet{pkg: b, facts: make(map[factKey]analysis.Fact)}
	if err := inB.decode(fromA, map[string]*types.Package{"a": a}); err != nil {
		t.Fatal(err)
	}
	inB.serve(pass)
	var fact sinkFact
	for what, ok := range map[string]bool{
		"method":   pass.ImportObjectFact(method, &fact),
		"function": pass.ImportObjectFact(a.Scope().Lookup("F"), &fact),
		"package":  pass.ImportPackageFact(a, &fact),
	} {
		if !ok {
			t.Errorf("b does not see the fact about a's %s", what)
		}
	}
	if pass.ImportObjectFact(a.Scope().Lookup("f"), &fact) {
		t.Error("a fact came from nowhere")
	}

	fromB, err := inB.encode()
	if err != nil {
		t.Fatal(err)
	}
	inC := &factSet{pkg: types.NewPackage("c", "c"), facts: make(map[factKey]analysis.Fact)}
	if err := inC.decode(fromB, map[string]*types.Package{"a": a, "b": b}); err != nil {
		t.Fatal(err)
	}
	key := factKey{a, method, reflect.TypeFor[*sinkFact]()}
	if len(inC.facts) != 1 || inC.facts[key] == nil {
		t.Errorf("through b, c should see the fact about the method only: %v", inC.facts)
	}
}

func TestVetx(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.vetx")
	if err := writeVetx(file, nil, nil, nil); err != nil {
		t.Fatal(err)
	}
	if typesData, facts, err := readVetx(file); err != nil || len(typesData)+len(facts) > 0 {
		t.Errorf("empty: %d %d %v", len(typesData), len(facts), err)
	}

	fset := token.NewFileSet()
	a := check(t, fset, "a", `package a; const X = 42`, nil)
	if err := writeVetx(file, fset, a, []byte("facts")); err != nil {
		t.Fatal(err)
	}
	typesData, facts, err := readVetx(file)
	if err != nil || string(facts) != "facts" {
		t.Fatalf("%q, %v", facts, err)
	}
	back, err := gcexportdata.Read(bytes.NewReader(typesData), token.NewFileSet(), make(map[string]*types.Package), "a")
	if err != nil || back.Scope().Lookup("X") == nil {
		t.Errorf("types do not survive: %v, %v", back, err)
	}

	for _, bad := range []string{"vetx", "blx1", "blx1\xff\xff\xff\xff\xff\xff\xff\xff"} {
		write(t, file, bad)
		if _, _, err := readVetx(file); err == nil {
			t.Errorf("%q passes", bad)
		}
	}
}

func check(t *testing.T, fset *token.FileSet, path, src string, dep *types.Package) *types.Package {
	t.Helper()
	f, err := parser.ParseFile(fset, path+".go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Importer: one{dep}}
	pkg, err := conf.Check(path, fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

type one struct{ pkg *types.Package }

func (o one) Import(string) (*types.Package, error) { return o.pkg, nil }

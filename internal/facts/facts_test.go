package facts

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"testing"

	"golang.org/x/tools/go/analysis"
)

type sinkFact struct{ Hops []string }

func (*sinkFact) AFact() {}

// Facts about package-level functions reach direct importers only; those about methods reach everyone, since a method
// can be called without importing its package.
func TestFactsTravel(t *testing.T) {
	analyzer := &analysis.Analyzer{Name: "t", FactTypes: []analysis.Fact{new(sinkFact)}}
	Register([]*analysis.Analyzer{analyzer})
	fset := token.NewFileSet()
	a := check(t, fset, "a", `package a; type T struct{}; func (T) M() {}; func F() {}; func f() {}`, nil)
	b := check(t, fset, "b", `package b; import "a"; func New() a.T { return a.T{} }`, a)

	set := New(a)
	pass := new(analysis.Pass)
	set.Serve(pass)
	method, _, _ := types.LookupFieldOrMethod(a.Scope().Lookup("T").Type(), true, a, "M")
	pass.ExportObjectFact(method, &sinkFact{[]string{"m"}})
	pass.ExportObjectFact(a.Scope().Lookup("F"), &sinkFact{[]string{"f"}})
	pass.ExportPackageFact(&sinkFact{[]string{"p"}})
	fromA, err := set.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if again, err := set.Encode(); err != nil || !bytes.Equal(fromA, again) {
		t.Errorf("encoding differs from run to run (%v)", err)
	}

	inB := New(b)
	if err := inB.Decode(fromA, map[string]*types.Package{"a": a}); err != nil {
		t.Fatal(err)
	}
	inB.Serve(pass)
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

	inherited := New(b)
	inherited.Inherit(set)
	if !maps.Equal(inherited.facts, set.facts) {
		t.Errorf("in memory b sees %v of %v", inherited.facts, set.facts)
	}
	further := New(types.NewPackage("c", "c"))
	further.Inherit(inherited)

	fromB, err := inB.Encode()
	if err != nil {
		t.Fatal(err)
	}
	inC := New(types.NewPackage("c", "c"))
	if err := inC.Decode(fromB, map[string]*types.Package{"a": a, "b": b}); err != nil {
		t.Fatal(err)
	}
	k := key{a, method, reflect.TypeFor[*sinkFact]()}
	if len(further.facts) != 1 || further.facts[k] == nil {
		t.Errorf("in memory, through b, c should see the fact about the method only: %v", further.facts)
	}
	if len(inC.facts) != 1 || inC.facts[k] == nil {
		t.Errorf("through b, c should see the fact about the method only: %v", inC.facts)
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

// Package facts runs analyzers on one package with the facts of its imports, and hands on its own: as bytes, which go vet
// keeps in files, or in memory, for an editor. It loads nothing and knows no rule.
package facts

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"fmt"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/objectpath"
)

// Set is the facts known while one package is analysed: those of its imports and its own. It passes on what the set
// of x/tools' unitchecker passes on, so that the passes see the same under every driver. Not safe for concurrent use.
type Set struct {
	pkg   *types.Package
	facts map[key]analysis.Fact
}

// New returns the empty set of pkg.
func New(pkg *types.Package) *Set { return &Set{pkg: pkg, facts: make(map[key]analysis.Fact)} }

type key struct {
	pkg *types.Package
	obj types.Object // nil for a package fact
	typ reflect.Type
}

// wireFact is a fact as it travels.
type wireFact struct {
	Package string
	Object  objectpath.Path
	Fact    analysis.Fact
}

// Decode adds the facts that an import's set encoded. known holds every package reachable from this one, by path (see
// Below); facts about others cannot matter to it.
func (s *Set) Decode(data []byte, known map[string]*types.Package) error {
	if len(data) == 0 {
		return nil
	}
	var list []wireFact
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&list); err != nil {
		return err
	}
	for _, f := range list {
		pkg := known[f.Package]
		if pkg == nil || f.Fact == nil {
			continue
		}
		k := key{pkg: pkg, typ: reflect.TypeOf(f.Fact)}
		if f.Object != "" {
			obj, err := objectpath.Object(pkg, f.Object)
			if err != nil {
				continue // an object that export data leaves out: nothing here can mention it
			}
			k.obj = obj
		}
		s.facts[k] = f.Fact
	}
	return nil
}

// Encode writes the package's own facts, and those of imports that later packages can meet without importing theirs:
// about fields, methods and types. The same facts give the same bytes: the go command hashes them.
func (s *Set) Encode() ([]byte, error) {
	var list []wireFact
	var paths objectpath.Encoder
	for k, fact := range s.facts {
		if !s.travels(k) {
			continue
		}
		f := wireFact{Package: k.pkg.Path(), Fact: fact}
		if k.obj != nil {
			path, err := paths.For(k.obj)
			if err != nil {
				continue // not reachable from outside
			}
			f.Object = path
		}
		list = append(list, f)
	}
	if len(list) == 0 {
		return nil, nil
	}
	slices.SortFunc(list, func(a, b wireFact) int {
		return cmp.Or(
			cmp.Compare(a.Package, b.Package),
			cmp.Compare(a.Object, b.Object),
			cmp.Compare(reflect.TypeOf(a.Fact).String(), reflect.TypeOf(b.Fact).String()),
		)
	})
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(list); err != nil {
		return nil, fmt.Errorf("facts of %s: %w", s.pkg.Path(), err)
	}
	return buf.Bytes(), nil
}

// travels reports whether packages that import this one can meet what a fact is about.
func (s *Set) travels(k key) bool {
	if k.pkg == s.pkg {
		return true
	}
	if k.obj == nil {
		return false
	}
	_, isType := k.obj.(*types.TypeName)
	return isType || k.obj.Parent() != k.pkg.Scope()
}

// Inherit adds what Decode would add from the encoding of an import's set, for a package that was checked against the
// very types that the set is about. Facts are shared: no pass changes one that it did not make.
func (s *Set) Inherit(imported *Set) {
	for k, fact := range imported.facts {
		if imported.travels(k) {
			s.facts[k] = fact
		}
	}
}

// get copies the fact under k into ptr.
func (s *Set) get(k key, ptr analysis.Fact) bool {
	v, ok := s.facts[k]
	if ok {
		reflect.ValueOf(ptr).Elem().Set(reflect.ValueOf(v).Elem())
	}
	return ok
}

// Serve gives a pass its window on the set.
func (s *Set) Serve(pass *analysis.Pass) {
	pass.ImportObjectFact = func(obj types.Object, ptr analysis.Fact) bool {
		return s.get(key{obj.Pkg(), obj, reflect.TypeOf(ptr)}, ptr)
	}
	pass.ExportObjectFact = func(obj types.Object, fact analysis.Fact) {
		s.facts[key{obj.Pkg(), obj, reflect.TypeOf(fact)}] = fact
	}
	pass.ImportPackageFact = func(pkg *types.Package, ptr analysis.Fact) bool {
		return s.get(key{pkg, nil, reflect.TypeOf(ptr)}, ptr)
	}
	pass.ExportPackageFact = func(fact analysis.Fact) {
		s.facts[key{s.pkg, nil, reflect.TypeOf(fact)}] = fact
	}
	// No pass of ours enumerates facts (DESIGN.md, "In sight"): what it would see differs from driver to driver.
	pass.AllObjectFacts = func() []analysis.ObjectFact { return nil }
	pass.AllPackageFacts = func() []analysis.PackageFact { return nil }
}

// Register tells gob the types of all facts that sets of these analyzers may hold. It must come before Decode.
func Register(list []*analysis.Analyzer) {
	for _, a := range Reach(list) {
		for _, f := range a.FactTypes {
			gob.Register(f)
		}
	}
}

// Reach lists analyzers and all that they require, each once, what is required first.
func Reach(list []*analysis.Analyzer) []*analysis.Analyzer {
	var all []*analysis.Analyzer
	seen := make(map[*analysis.Analyzer]bool)
	var visit func(list []*analysis.Analyzer)
	visit = func(list []*analysis.Analyzer) {
		for _, a := range list {
			if !seen[a] {
				seen[a] = true
				visit(a.Requires)
				all = append(all, a)
			}
		}
	}
	visit(list)
	return all
}

// Makers are the passes at and below list that have facts: all that a package needs of which nothing is reported.
func Makers(list []*analysis.Analyzer) []*analysis.Analyzer {
	return slices.DeleteFunc(Reach(list), func(a *analysis.Analyzer) bool { return len(a.FactTypes) == 0 })
}

// Below lists the packages that pkg reaches, by path.
func Below(pkg *types.Package) map[string]*types.Package {
	known := make(map[string]*types.Package)
	var visit func(p *types.Package)
	visit = func(p *types.Package) {
		for _, q := range p.Imports() {
			if known[q.Path()] == nil {
				known[q.Path()] = q
				visit(q)
			}
		}
	}
	visit(pkg)
	return known
}

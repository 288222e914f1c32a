package driver

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

// factSet is the facts known while one unit is analysed: those of its imports and its own. It passes on what the set
// of x/tools' unitchecker passes on, so that the passes see the same under every driver.
type factSet struct {
	pkg   *types.Package
	facts map[factKey]analysis.Fact
}

type factKey struct {
	pkg *types.Package
	obj types.Object // nil for a package fact
	typ reflect.Type
}

// wireFact is a fact in a vetx file.
type wireFact struct {
	Package string
	Object  objectpath.Path
	Fact    analysis.Fact
}

// decode adds the facts that an import's unit wrote. known holds every package reachable from the unit, by path; facts
// about others cannot matter to it.
func (s *factSet) decode(data []byte, known map[string]*types.Package) error {
	if len(data) == 0 {
		return nil
	}
	var list []wireFact
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&list); err != nil {
		return fmt.Errorf("%w (%v)", errVetx, err)
	}
	for _, f := range list {
		pkg := known[f.Package]
		if pkg == nil || f.Fact == nil {
			continue
		}
		key := factKey{pkg: pkg, typ: reflect.TypeOf(f.Fact)}
		if f.Object != "" {
			obj, err := objectpath.Object(pkg, f.Object)
			if err != nil {
				continue // an object that export data leaves out: nothing here can mention it
			}
			key.obj = obj
		}
		s.facts[key] = f.Fact
	}
	return nil
}

// encode writes the unit's own facts, and those of imports that later units can meet without importing their package:
// about fields, methods and types. Sorted, since the go command hashes them.
func (s *factSet) encode() ([]byte, error) {
	var list []wireFact
	var paths objectpath.Encoder
	for key, fact := range s.facts {
		f := wireFact{Package: key.pkg.Path(), Fact: fact}
		if key.pkg != s.pkg {
			if key.obj == nil {
				continue
			}
			if _, isType := key.obj.(*types.TypeName); !isType && key.obj.Parent() == key.pkg.Scope() {
				continue
			}
		}
		if key.obj != nil {
			path, err := paths.For(key.obj)
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

// get copies the fact under key into ptr.
func (s *factSet) get(key factKey, ptr analysis.Fact) bool {
	v, ok := s.facts[key]
	if ok {
		reflect.ValueOf(ptr).Elem().Set(reflect.ValueOf(v).Elem())
	}
	return ok
}

// serve gives a pass its window on the set.
func (s *factSet) serve(pass *analysis.Pass) {
	pass.ImportObjectFact = func(obj types.Object, ptr analysis.Fact) bool {
		return s.get(factKey{obj.Pkg(), obj, reflect.TypeOf(ptr)}, ptr)
	}
	pass.ExportObjectFact = func(obj types.Object, fact analysis.Fact) {
		s.facts[factKey{obj.Pkg(), obj, reflect.TypeOf(fact)}] = fact
	}
	pass.ImportPackageFact = func(pkg *types.Package, ptr analysis.Fact) bool {
		return s.get(factKey{pkg, nil, reflect.TypeOf(ptr)}, ptr)
	}
	pass.ExportPackageFact = func(fact analysis.Fact) {
		s.facts[factKey{s.pkg, nil, reflect.TypeOf(fact)}] = fact
	}
	// No pass of ours enumerates facts (DESIGN.md, "In sight"): what it would see differs from driver to driver.
	pass.AllObjectFacts = func() []analysis.ObjectFact { return nil }
	pass.AllPackageFacts = func() []analysis.PackageFact { return nil }
}

// registerFacts tells gob the types of all facts that a unit may have written.
func registerFacts(list []*analysis.Analyzer) {
	for _, a := range reach(list) {
		for _, f := range a.FactTypes {
			gob.Register(f)
		}
	}
}

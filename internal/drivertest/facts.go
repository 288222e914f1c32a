package drivertest

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"errors"
	"fmt"
	"go/types"
	"os"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/objectpath"

	"github.com/budgetlint/budgetlint/internal/facts"
)

// factStore is a package's view of facts as nogo gives it (x/tools' internal/facts): those that the files of direct
// imports hold, about objects that this package's types can reach.
type factStore struct {
	pkg  *types.Package
	held map[heldFact]analysis.Fact
	err  error // what an analyzer did wrong; nogo would panic
}

type heldFact struct {
	pkg *types.Package
	obj types.Object
	typ reflect.Type
}

// fileFact is a fact in a file.
type fileFact struct {
	Package string
	Object  objectpath.Path
	Fact    analysis.Fact
}

func registerFacts(a *analysis.Analyzer) {
	for _, a := range facts.Reach([]*analysis.Analyzer{a}) {
		for _, f := range a.FactTypes {
			gob.Register(f)
		}
	}
}

// readFacts reads the facts of pkg's direct imports; one without a file has none.
func readFacts(pkg *types.Package, files map[string]string) (*factStore, error) {
	s := &factStore{pkg: pkg, held: make(map[heldFact]analysis.Fact)}
	reachable := make(map[string]*types.Package)
	var reach func(*types.Package)
	reach = func(p *types.Package) {
		if reachable[p.Path()] == nil {
			reachable[p.Path()] = p
			for _, imp := range p.Imports() {
				reach(imp)
			}
		}
	}
	for _, imp := range pkg.Imports() {
		reach(imp)
	}
	for _, imp := range pkg.Imports() {
		file := files[imp.Path()]
		if file == "" {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if len(data) == 0 {
			continue
		}
		var list []fileFact
		if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&list); err != nil {
			return nil, fmt.Errorf("facts of %s: %w", imp.Path(), err)
		}
		for _, f := range list {
			p := reachable[f.Package]
			if p == nil {
				continue
			}
			key := heldFact{pkg: p, typ: reflect.TypeOf(f.Fact)}
			if f.Object != "" {
				if key.obj, err = objectpath.Object(p, f.Object); err != nil {
					continue
				}
			}
			s.held[key] = f.Fact
		}
	}
	return s, nil
}

// encode gives what an importer may see: the package's own facts, and imported ones about what can be met without an
// import of its package.
func (s *factStore) encode() ([]byte, error) {
	if s.err != nil {
		return nil, s.err
	}
	var list []fileFact
	var paths objectpath.Encoder
	for key, fact := range s.held {
		f := fileFact{Package: key.pkg.Path(), Fact: fact}
		if key.obj != nil {
			_, isType := key.obj.(*types.TypeName)
			if key.pkg != s.pkg && !isType && key.obj.Parent() == key.pkg.Scope() {
				continue
			}
			var err error
			if f.Object, err = paths.For(key.obj); err != nil {
				continue
			}
		} else if key.pkg != s.pkg {
			continue
		}
		list = append(list, f)
	}
	if len(list) == 0 {
		return nil, nil
	}
	slices.SortFunc(list, func(a, b fileFact) int {
		return cmp.Or(cmp.Compare(a.Package, b.Package), cmp.Compare(a.Object, b.Object),
			cmp.Compare(reflect.TypeOf(a.Fact).String(), reflect.TypeOf(b.Fact).String()))
	})
	var buf bytes.Buffer
	err := gob.NewEncoder(&buf).Encode(list)
	return buf.Bytes(), err
}

func (s *factStore) get(key heldFact, ptr analysis.Fact) bool {
	v, ok := s.held[key]
	if ok {
		reflect.ValueOf(ptr).Elem().Set(reflect.ValueOf(v).Elem())
	}
	return ok
}

func (s *factStore) importObjectFact(obj types.Object, ptr analysis.Fact) bool {
	if obj == nil {
		s.err = errors.Join(s.err, errors.New("ImportObjectFact of nil"))
		return false
	}
	return s.get(heldFact{obj.Pkg(), obj, reflect.TypeOf(ptr)}, ptr)
}

func (s *factStore) exportObjectFact(obj types.Object, fact analysis.Fact) {
	if obj.Pkg() != s.pkg {
		s.err = errors.Join(s.err, fmt.Errorf("ExportObjectFact: %s is not of package %s", obj, s.pkg.Path()))
	}
	s.held[heldFact{obj.Pkg(), obj, reflect.TypeOf(fact)}] = fact
}

func (s *factStore) importPackageFact(pkg *types.Package, ptr analysis.Fact) bool {
	if pkg == nil {
		s.err = errors.Join(s.err, errors.New("ImportPackageFact of nil"))
		return false
	}
	return s.get(heldFact{pkg, nil, reflect.TypeOf(ptr)}, ptr)
}

func (s *factStore) exportPackageFact(fact analysis.Fact) {
	s.held[heldFact{s.pkg, nil, reflect.TypeOf(fact)}] = fact
}

func (s *factStore) allObjectFacts() (list []analysis.ObjectFact) {
	for key := range s.held {
		if key.obj != nil {
			list = append(list, analysis.ObjectFact{Object: key.obj, Fact: s.held[key]})
		}
	}
	return list
}

func (s *factStore) allPackageFacts() (list []analysis.PackageFact) {
	for key := range s.held {
		if key.obj == nil {
			list = append(list, analysis.PackageFact{Package: key.pkg, Fact: s.held[key]})
		}
	}
	return list
}

package catalog

import (
	"go/types"
	"slices"
	"strings"
	"sync"
)

// pattern is the matching half of every kind of row.
type pattern struct {
	pkg, recv, names, except string
	shape                    Shape
	need                     func(*types.Signature) bool // nil: nothing more
}

// entry is a row with its pattern cut into words.
type entry[T any] struct {
	pattern
	recvs, names, except []string
	row                  *T
}

func (e *entry[T]) matches(s subject) bool {
	if s.method != (len(e.recvs) > 0) {
		return false
	}
	if s.method && !slices.ContainsFunc(e.recvs, func(w string) bool { return glob(w, s.recv) }) {
		return false
	}
	if !named(e.names, s) || named(e.except, s) {
		return false
	}
	return e.shape.holds(s.sig) && (e.need == nil || e.need(s.sig))
}

func named(words []string, s subject) bool {
	for _, w := range words {
		if glob(w, s.name) && (!strings.HasPrefix(w, "*") || s.fn.Exported()) {
			return true
		}
	}
	return false
}

// key finds the rows of a package: those of the path itself or (below) of everything under it; with major-version
// elements as written or (anyMajor) taken out.
type key struct {
	path            string
	below, anyMajor bool
}

type index[T any] struct {
	at     map[key][]*entry[T] // in the order of the rows
	order  map[*entry[T]]int
	shapes []*entry[T] // rows of any package
	memo   sync.Map    // import path → *packageRows[T]
}

// packageRows are the rows that concern one import path, by the function names they spell; globs are under "*".
type packageRows[T any] struct {
	byName map[string][]*entry[T]
	globs  []*entry[T]
	order  map[*entry[T]]int
}

func newIndex[T any](rows []T, pattern func(*T) pattern) *index[T] {
	ix := &index[T]{at: map[key][]*entry[T]{}, order: map[*entry[T]]int{}}
	for i := range rows {
		p := pattern(&rows[i])
		e := &entry[T]{pattern: p, row: &rows[i],
			recvs: strings.Fields(p.recv), names: strings.Fields(p.names), except: strings.Fields(p.except)}
		ix.order[e] = i
		if p.pkg == "..." {
			ix.shapes = append(ix.shapes, e)
			continue
		}
		var k key
		k.path, k.below = strings.CutSuffix(p.pkg, "/...")
		if k.anyMajor = strings.Contains(k.path+"/", "/vN/"); k.anyMajor {
			k.path = withoutMajor(k.path)
		}
		ix.at[k] = append(ix.at[k], e)
	}
	return ix
}

// find gives the first row that names s, shapes left out.
func (ix *index[T]) find(s subject) *T {
	p := ix.of(s.path)
	if p == nil {
		return nil
	}
	exact, globs := p.byName[s.name], p.globs
	for len(exact)+len(globs) > 0 {
		var e *entry[T]
		if len(globs) == 0 || len(exact) > 0 && p.order[exact[0]] < p.order[globs[0]] {
			e, exact = exact[0], exact[1:]
		} else {
			e, globs = globs[0], globs[1:]
		}
		if e.matches(s) {
			return e.row
		}
	}
	return nil
}

// findShape gives the first row of any package whose shape s has.
func (ix *index[T]) findShape(s subject) *T {
	for _, e := range ix.shapes {
		if e.matches(s) {
			return e.row
		}
	}
	return nil
}

func (ix *index[T]) knows(path string) bool { return ix.of(path) != nil }

// of collects the rows that concern a path, or nil, and remembers the answer.
func (ix *index[T]) of(path string) *packageRows[T] {
	if v, ok := ix.memo.Load(path); ok {
		return v.(*packageRows[T])
	}
	var found []*entry[T]
	plain := withoutMajor(path)
	found = append(found, ix.at[key{path: path}]...)
	found = append(found, ix.at[key{path: plain, anyMajor: true}]...)
	for up := path; up != ""; up = parent(up) {
		found = append(found, ix.at[key{path: up, below: true}]...)
	}
	for up := plain; up != ""; up = parent(up) {
		found = append(found, ix.at[key{path: up, below: true, anyMajor: true}]...)
	}
	var p *packageRows[T]
	if len(found) > 0 {
		slices.SortFunc(found, func(a, b *entry[T]) int { return ix.order[a] - ix.order[b] })
		p = &packageRows[T]{byName: map[string][]*entry[T]{}, order: ix.order}
		for _, e := range found {
			if slices.ContainsFunc(e.names, isGlob) {
				p.globs = append(p.globs, e)
				continue
			}
			for _, n := range e.names {
				p.byName[n] = append(p.byName[n], e)
			}
		}
	}
	v, _ := ix.memo.LoadOrStore(path, p)
	return v.(*packageRows[T])
}

// sourceIndex finds sources by path and type name.
type sourceIndex map[key]map[string]*Source

func newSourceIndex(sources []Source) sourceIndex {
	ix := sourceIndex{}
	for i := range sources {
		k := key{path: sources[i].Pkg}
		if strings.Contains(k.path+"/", "/vN/") {
			k = key{path: withoutMajor(k.path), anyMajor: true}
		}
		if ix[k] == nil {
			ix[k] = map[string]*Source{}
		}
		ix[k][sources[i].Type] = &sources[i]
	}
	return ix
}

func (ix sourceIndex) at(path, name string) *Source {
	if src := ix[key{path: path}][name]; src != nil {
		return src
	}
	return ix[key{path: withoutMajor(path), anyMajor: true}][name]
}

// Unvendored is an import path without what stands before its vendor folder.
func Unvendored(path string) string {
	if i := strings.LastIndex(path, "/vendor/"); i >= 0 {
		return path[i+len("/vendor/"):]
	}
	return strings.TrimPrefix(path, "vendor/")
}

// withoutMajor takes the major-version elements ("/v2", "/vN") out of a path.
func withoutMajor(path string) string {
	if !strings.Contains(path, "/v") {
		return path
	}
	elems := strings.Split(path, "/")
	kept := elems[:0]
	for _, e := range elems {
		if !isMajor(e) {
			kept = append(kept, e)
		}
	}
	return strings.Join(kept, "/")
}

func isMajor(elem string) bool {
	if elem == "vN" {
		return true
	}
	digits, ok := strings.CutPrefix(elem, "v")
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}

func parent(path string) string {
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return ""
	}
	return path[:i]
}

func isGlob(word string) bool { return strings.Contains(word, "*") }

// glob matches one name; a single "*" stands for any text.
func glob(pattern, name string) bool {
	before, after, star := strings.Cut(pattern, "*")
	if !star {
		return pattern == name
	}
	return len(name) >= len(before)+len(after) && strings.HasPrefix(name, before) && strings.HasSuffix(name, after)
}

package baseline

import (
	"maps"
	"slices"
)

// World is what a run knows about the code as it is now. A nil function knows nothing.
type World struct {
	// GoneFunction reports that a package, which was looked at, does not declare function any more.
	GoneFunction func(pkg, function string) bool
	// GoneCallee reports that the callee's package, as pkg imports it, does not declare it any more. It is false where
	// that package is not at hand.
	GoneCallee func(pkg, callee string) bool
	// Judged reports that the findings of a package and rule are complete: only of those can an entry be called gone.
	Judged func(pkg, rule string) bool
}

// Result is what a baseline says about a list of findings.
type Result struct {
	Covered []bool // by index in that list
	// Renamed is how many of the covered ones were matched by an entry of a function or callee that is gone.
	Renamed int
	// More are keys of which there are more than the file allows, so that nobody can tell which of them are new.
	More []Key
	// Gone are entries for which there is no finding any more, with the count that is left over.
	Gone []Entry
}

// Match decides which findings f covers. A finding is a list of keys: its own, and those of further places that it
// names. It is covered if all of them are, each by a unit of its own. Findings come in the order of the source: of more
// than the file allows the last are not covered.
//
// An entry whose function, or callee, is not declared any more also covers a finding of the same package and rule in a
// function, or of a callee, that the file does not know: it was renamed, or its code moved within the package.
func (f *File) Match(findings [][]Key, world World) Result {
	m := matcher{
		world: world, left: maps.Clone(f.entries), entries: make(map[[2]string][]Key),
		functions: make(map[[2]string]bool), callees: make(map[string]bool),
	}
	for _, e := range sorted(f.entries) {
		pair := [2]string{e.Key.Package, e.Key.Rule}
		m.entries[pair] = append(m.entries[pair], e.Key)
		m.functions[[2]string{e.Key.Package, e.Key.Function}] = true
		m.callees[e.Key.Callee] = true
	}
	res := Result{Covered: make([]bool, len(findings))}
	for i, keys := range findings {
		res.Covered[i] = m.take(keys, m.same)
	}
	for i, keys := range findings {
		if !res.Covered[i] && m.take(keys, m.renamed) {
			res.Covered[i] = true
			res.Renamed++
		}
	}
	more := make(map[Key]bool)
	for i, keys := range findings {
		if res.Covered[i] {
			continue
		}
		for _, key := range keys { // what is there is not gone, though the finding is new for another of its keys
			if m.left[key] > 0 {
				m.left[key]--
			} else if f.entries[key] > 0 {
				more[key] = true
			}
		}
	}
	res.More = slices.SortedFunc(maps.Keys(more), Key.Compare)
	for _, e := range sorted(m.left) {
		if world.Judged != nil && world.Judged(e.Key.Package, e.Key.Rule) {
			res.Gone = append(res.Gone, e)
		}
	}
	return res
}

type matcher struct {
	world     World
	left      map[Key]int
	entries   map[[2]string][]Key // by package and rule, in the order of the file
	functions map[[2]string]bool  // package and function that the file names
	callees   map[string]bool
}

// take uses up an entry for each key, or none if one of the keys has none.
func (m *matcher) take(keys []Key, find func(Key) (Key, bool)) bool {
	var taken []Key
	for _, key := range keys {
		entry, ok := find(key)
		if !ok {
			for _, entry := range taken {
				m.left[entry]++
			}
			return false
		}
		m.left[entry]--
		taken = append(taken, entry)
	}
	return len(keys) > 0
}

func (m *matcher) same(key Key) (Key, bool) { return key, m.left[key] > 0 }

// renamed finds the first entry, in the order of the file, that key may be under an older name.
func (m *matcher) renamed(key Key) (Key, bool) {
	if m.left[key] > 0 {
		return key, true
	}
	newFunction := !m.functions[[2]string{key.Package, key.Function}]
	newCallee := !m.callees[key.Callee]
	if !newFunction && !newCallee {
		return Key{}, false
	}
	for _, old := range m.entries[[2]string{key.Package, key.Rule}] {
		if m.left[old] == 0 {
			continue
		}
		function := old.Function == key.Function || newFunction && m.world.GoneFunction != nil && m.world.GoneFunction(old.Package, old.Function)
		callee := old.Callee == key.Callee || newCallee && m.world.GoneCallee != nil && m.world.GoneCallee(old.Package, old.Callee)
		if function && callee {
			return old, true
		}
	}
	return Key{}, false
}

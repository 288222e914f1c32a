package check

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/budgetlint/budgetlint/internal/catalog"
)

// row is a row of any of the catalog's tables, in the terms of the sink table.
type row struct {
	table string
	catalog.Row
	matches   func(*types.Func) bool
	byName    map[string]bool // words of Names that met a function
	byRecv    map[string]bool
	twin      map[string]bool // words of Names whose twin was found
	wins      bool            // the first to match some function
	functions int
}

// TestRows proves that each row meets a real function of the stated shape, name by name and receiver by receiver, that
// no row is wholly hidden by those before it, and that each twin is there and takes a context.
func TestRows(t *testing.T) {
	rows := collect()
	for _, p := range load(t) {
		var here []*row
		for _, r := range rows {
			if r.Pkg == "..." || concerns(r.Pkg, p.Path()) {
				here = append(here, r)
			}
		}
		if len(here) == 0 {
			continue
		}
		for fn := range functions(p) {
			seen := map[string]bool{}
			for _, r := range here {
				if !r.matches(fn) {
					continue
				}
				r.wins = r.wins || !seen[r.table]
				seen[r.table] = true
				r.met(t, fn)
			}
		}
	}
	for i, r := range rows {
		what := fmt.Sprintf("%s row %d: %s (%s) %.40s", r.table, i, r.Pkg, r.Recv, r.Names)
		if reason, ok := notRequired[r.Pkg]; ok {
			if r.functions > 0 {
				t.Errorf("%s: listed as not required (%s), but it meets %d functions", what, reason, r.functions)
			}
			continue
		}
		switch {
		case r.functions == 0:
			t.Errorf("%s: meets no function", what)
			continue
		case !r.wins:
			t.Errorf("%s: hidden by rows before it", what)
		}
		if missing := r.missingNames(); len(missing) > 0 && !former[r.Pkg] {
			t.Errorf("%s: no function %v", what, missing)
		}
		if missing := r.missingTwins(); len(missing) > 0 {
			t.Errorf("%s: no twin of %v takes a context", what, missing)
		}
	}
	for group, missing := range missingReceivers(rows) {
		t.Errorf("%s: no receiver %v in any row", group, missing)
	}
	for _, pkg := range slices.Sorted(maps.Keys(notRequired)) {
		t.Logf("not required here: %s (%s)", pkg, notRequired[pkg])
	}
}

func (r *row) missingNames() []string {
	return slices.DeleteFunc(strings.Fields(r.Names), func(w string) bool { return r.byName[w] })
}

func (r *row) missingTwins() []string {
	if r.Sink.Twin == "" || strings.Contains(r.Sink.Twin, ".") { // DefaultResolver.LookupHost
		return nil
	}
	return slices.DeleteFunc(strings.Fields(r.Names), func(w string) bool { return r.twin[w] || !r.byName[w] })
}

// missingReceivers are the words of Recv that met nothing in any row that spells Recv alike: a list of receivers is
// shared by rows of which each concerns some.
func missingReceivers(rows []*row) map[string][]string {
	met := map[string]map[string]bool{}
	for _, r := range rows {
		if notRequired[r.Pkg] != "" || former[r.Pkg] || r.Recv == "" {
			continue
		}
		group := r.Pkg + " (" + r.Recv + ")"
		if met[group] == nil {
			met[group] = map[string]bool{}
		}
		for _, w := range strings.Fields(r.Recv) {
			met[group][w] = met[group][w] || r.byRecv[w]
		}
	}
	missing := map[string][]string{}
	for group, words := range met {
		for w, ok := range words {
			if !ok {
				missing[group] = append(missing[group], w)
			}
		}
	}
	return missing
}

func (r *row) met(t *testing.T, fn *types.Func) {
	r.functions++
	sig := fn.Type().(*types.Signature)
	for _, w := range strings.Fields(r.Names) {
		if fits(w, fn.Name()) {
			r.byName[w] = true
			if twinTakesContext(fn, r.Sink.Twin) {
				r.twin[w] = true
			}
		}
	}
	for _, w := range strings.Fields(r.Recv) {
		if w == "*" || fits(w, receiver(sig)) {
			r.byRecv[w] = true
		}
	}
	if r.table != "sink" || r.Sink.Protocol == catalog.NotASink {
		return
	}
	switch {
	case r.Sink.Via == catalog.ViaRequest && !takesRequest(sig):
		t.Errorf("%s: no request parameter", fn.FullName())
	case r.Sink.Limit == catalog.LimitArg && !takes(sig, "time.Duration"):
		t.Errorf("%s: no duration parameter", fn.FullName())
	case r.Sink.Default > 0 && r.Sink.DefaultWhy == "":
		t.Errorf("%s: a default that nothing cites", fn.FullName())
	}
}

// TestFuncTypes does the same for values of function types.
func TestFuncTypes(t *testing.T) {
	pkgs := load(t)
	for _, ft := range catalog.FuncTypes() {
		if _, ok := notRequired[ft.Pkg]; ok {
			continue
		}
		found := 0
		for _, p := range pkgs {
			if !concerns(ft.Pkg, p.Path()) {
				continue
			}
			for _, name := range p.Scope().Names() {
				if tn, ok := p.Scope().Lookup(name).(*types.TypeName); ok {
					if _, ok := catalog.LookupType(tn.Type()); ok {
						found++
					}
				}
			}
		}
		if found < 10 {
			t.Errorf("%s: %d function types, want the whole functional API", ft.Pkg, found)
		}
	}
}

// TestSources checks that each source's type is there and its expression leads to a context.
func TestSources(t *testing.T) {
	pkgs := load(t)
	for _, src := range catalog.Sources() {
		if _, ok := notRequired[src.Pkg]; ok {
			continue
		}
		var found bool
		for _, p := range pkgs {
			if !concerns(src.Pkg, p.Path()) {
				continue
			}
			obj := p.Scope().Lookup(src.Type)
			if obj == nil {
				continue
			}
			found = true
			if !leadsToContext(obj.Type(), src.Expr) {
				t.Errorf("%s.%s%s is no context", p.Path(), src.Type, src.Expr)
			}
		}
		if !found {
			t.Errorf("%s has no type %s", src.Pkg, src.Type)
		}
	}
}

func collect() []*row {
	var rows []*row
	add := func(table string, r catalog.Row) {
		rows = append(rows, &row{table: table, Row: r, matches: catalog.Matcher(r),
			byName: map[string]bool{}, byRecv: map[string]bool{}, twin: map[string]bool{}})
	}
	free := catalog.Sink{Protocol: catalog.NotASink} // asks nothing of the signature
	for _, r := range catalog.Rows() {
		add("sink", r)
	}
	for _, d := range catalog.Derivers() {
		add("deriver", catalog.Row{Pkg: d.Pkg, Recv: d.Recv, Names: d.Names, Sink: free})
	}
	for _, m := range catalog.Makers() {
		add("maker", catalog.Row{Pkg: m.Pkg, Recv: m.Recv, Names: m.Names, Shape: m.Shape, Sink: free})
	}
	for _, s := range catalog.Setters() {
		add("setter", catalog.Row{Pkg: s.Pkg, Recv: s.Recv, Names: s.Names, Sink: free})
	}
	return rows
}

// functions yields what a package declares: functions, and methods under the type that declares them.
func functions(p *types.Package) func(func(*types.Func) bool) {
	return func(yield func(*types.Func) bool) {
		for _, name := range p.Scope().Names() {
			switch obj := p.Scope().Lookup(name).(type) {
			case *types.Func:
				if !yield(obj) {
					return
				}
			case *types.TypeName:
				named, ok := obj.Type().(*types.Named)
				if !ok || obj.IsAlias() {
					continue
				}
				for m := range named.Methods() {
					if !yield(m) {
						return
					}
				}
				if iface, ok := named.Underlying().(*types.Interface); ok {
					for m := range iface.ExplicitMethods() {
						if !yield(m) {
							return
						}
					}
				}
			}
		}
	}
}

// load type-checks the catalog's packages from source without function bodies, which needs no compiled libraries.
func load(t *testing.T) []*types.Package {
	t.Helper()
	if testing.Short() {
		t.Skip("reads the sources of about a hundred libraries")
	}
	loaded.once.Do(func() { loaded.pkgs, loaded.err = loadAll() })
	if loaded.err != nil {
		t.Fatal(loaded.err)
	}
	return loaded.pkgs
}

func loadAll() ([]*types.Package, error) {
	fset := token.NewFileSet()
	conf := &packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps,
		Fset: fset, BuildFlags: []string{"-tags=catalogcheck"},
	}
	roots, err := packages.Load(conf, append([]string{"."}, stdPackages()...)...)
	if err != nil {
		return nil, err
	}
	done := map[string]*types.Package{}
	var check func(p *packages.Package) *types.Package
	check = func(p *packages.Package) *types.Package {
		if p.PkgPath == "unsafe" {
			return types.Unsafe
		}
		if tp := done[p.PkgPath]; tp != nil {
			return tp
		}
		var files []*ast.File
		for _, name := range p.GoFiles {
			if f, _ := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution); f != nil {
				files = append(files, f)
			}
		}
		tc := types.Config{
			IgnoreFuncBodies: true, FakeImportC: true,
			Error: func(error) {}, // whatever is missing shows as a row that meets nothing
			Importer: importFunc(func(path string) (*types.Package, error) {
				dep := p.Imports[path]
				if path == "unsafe" {
					return types.Unsafe, nil
				}
				if dep == nil {
					return nil, fmt.Errorf("no %s", path)
				}
				return check(dep), nil
			}),
		}
		tp, _ := tc.Check(p.PkgPath, fset, files, nil)
		done[p.PkgPath] = tp
		return tp
	}
	for _, root := range roots {
		check(root)
	}
	out := slices.Collect(maps.Values(done)) // with what they import: some rows' types live in internal packages
	slices.SortFunc(out, func(a, b *types.Package) int { return strings.Compare(a.Path(), b.Path()) })
	return out, nil
}

type importFunc func(string) (*types.Package, error)

func (f importFunc) Import(path string) (*types.Package, error) { return f(path) }

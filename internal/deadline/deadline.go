// Package deadline answers, for every downstream call, whether its context or its client bounds it in time, and
// whether the context at hand reaches it: yes, no or unknown, and why. From that it derives the faults that the rules
// ctxdrop, detachedctx and nodeadline report. It adds up no times: see package callplan.
//
// It works on syntax and types. A value is followed from its use back through the definitions that reach it (see
// syntax.Reach), through struct fields and package variables with all their assignments, through parameters to the
// callers of the same package, and across packages by facts. What cannot be followed is unknown, and rules are silent
// about it.
package deadline

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Result is what the pass found in one package.
type Result struct {
	Faults []Fault // in source order, at most one per call
	m      *model
}

// Syntax is the package's index; nil where the package is not analysed.
func (r *Result) Syntax() *syntax.Package {
	if r.m == nil {
		return nil
	}
	return r.m.syn
}

// New makes the pass. down and ignores are the other passes of the same environment.
func New(cfg *config.Config, down, ignores *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:             "deadline",
		Doc:              "tell what bounds each downstream call in time (model pass, reports nothing)",
		Requires:         []*analysis.Analyzer{down, ignores},
		RunDespiteErrors: true,
		ResultType:       reflect.TypeFor[*Result](),
		FactTypes:        []analysis.Fact{new(Needs), new(Announces), new(Holds), new(Defaults)},
		Run: func(pass *analysis.Pass) (any, error) {
			d := pass.ResultOf[down].(*downstream.Result)
			if d.Syntax == nil {
				return &Result{}, nil
			}
			dirs, _ := pass.ResultOf[ignores].(*config.Directives)
			m := newModel(pass, cfg, d, dirs)
			m.survey()
			m.prepare()
			m.handouts()
			m.judge()
			m.export()
			return &Result{Faults: m.found, m: m}, nil
		},
	}
}

// model holds what is known about one package while the pass runs; afterwards it is only read.
type model struct {
	pass *analysis.Pass
	cfg  *config.Config
	info *types.Info
	syn  *syntax.Package
	down *downstream.Result
	dirs *config.Directives

	calls     map[*downstream.Call][]Need
	funcs     map[*syntax.Func][]Need
	results   map[resultKey]Ctx
	inClients map[*syntax.Func]bool
	impls     map[string][]*syntax.Func // implementations here, by the interface method's key
	announced map[string][]Need         // … and in direct imports

	timeoutSet  map[*types.Var]bool // some statement sets the Timeout of what it holds
	setterParam bool                // … of a parameter
	setters     map[string]bool     // packages whose clients are given a limit by a setter

	bounded map[*syntax.Func]bool // handlers that some caller here gives a request with a deadline

	limitsConn bool // the package gives gRPC connections a default deadline

	connLimited, sqlLimited, handlersLimited, clientInContext, serving bool

	clickhouse, localSQL, otherSQL bool // which databases the package opens

	userContext bool // some call of the package sets fiber's user context

	given map[string]bool // foreign modules that the package gives an http.Client with a limit, or one it cannot tell

	sites     map[ast.Expr]*site
	siteOrder []*site
	kept      map[keptParam]*site
	keptOrder []keptParam
	handed    map[handedParam]handedTo
	owned     map[*downstream.Call]string
	found     []Fault
}

func newModel(pass *analysis.Pass, cfg *config.Config, d *downstream.Result, dirs *config.Directives) *model {
	return &model{
		pass: pass, cfg: cfg, info: pass.TypesInfo, syn: d.Syntax, down: d, dirs: dirs,
		calls: map[*downstream.Call][]Need{}, funcs: map[*syntax.Func][]Need{}, results: map[resultKey]Ctx{},
		inClients: map[*syntax.Func]bool{}, impls: map[string][]*syntax.Func{}, announced: map[string][]Need{},
		timeoutSet: map[*types.Var]bool{}, setters: map[string]bool{}, given: map[string]bool{},
		bounded: map[*syntax.Func]bool{},
		sites:   map[ast.Expr]*site{}, handed: map[handedParam]handedTo{}, owned: map[*downstream.Call]string{},
	}
}

// prepare collects the implementations of interfaces, here and as direct imports announced them.
func (m *model) prepare() {
	for _, imp := range m.pass.Pkg.Imports() {
		var a Announces
		if m.pass.ImportPackageFact(imp, &a) {
			for _, x := range a.Methods {
				m.announced[x.Name] = append(m.announced[x.Name], needsOf(x.Needs)...)
			}
		}
		if imp.Path() == "google.golang.org/grpc" {
			m.serving = m.serving || m.mentions(imp, "NewServer")
		}
		if imp.Path() == "net/http" {
			m.serving = m.serving || m.mentions(imp, "Server", "ListenAndServe", "ListenAndServeTLS", "Serve")
		}
	}
	for _, f := range m.syn.Funcs {
		m.serving = m.serving || m.serves(f)
	}
	m.down.Implementations(func(method string, impl *types.Func) {
		if f := m.syn.Decl(impl); f != nil {
			m.impls[method] = append(m.impls[method], f)
		}
	})
	for _, a := range m.down.Adopted {
		var fact Needs
		if m.pass.ImportObjectFact(a.Impl, &fact) {
			m.announced[a.Method] = append(m.announced[a.Method], fact.needs()...)
		}
	}
}

// mentions: the package uses one of the names of an imported one, outside of its tests.
func (m *model) mentions(imp *types.Package, names ...string) bool {
	var objs []types.Object
	for _, n := range names {
		if o := imp.Scope().Lookup(n); o != nil {
			objs = append(objs, o)
		}
	}
	for id, o := range m.info.Uses {
		if o.Pkg() == imp && slices.Contains(objs, o) && !strings.HasSuffix(m.pass.Fset.File(id.Pos()).Name(), "_test.go") {
			return true
		}
	}
	return false
}

func (m *model) export() {
	for _, f := range m.syn.Funcs {
		if f.Obj == nil || f.Test {
			continue
		}
		fact := &Needs{Needs: factsOf(m.of(f)), Results: m.resultFacts(f), Kept: m.keptFacts(f)}
		if len(fact.Needs)+len(fact.Results)+len(fact.Kept) > 0 {
			m.pass.ExportObjectFact(f.Obj, fact)
		}
	}
	m.exportVars()
	if m.limitsConn || len(m.given) > 0 {
		m.pass.ExportPackageFact(&Defaults{Conn: m.limitsConn, Given: slices.Sorted(maps.Keys(m.given))})
	}
	m.exportAnnounced()
}

func (m *model) resultFacts(f *syntax.Func) []ResultFact {
	if f.Sig == nil || f.Obj.Name() == "main" {
		return nil
	}
	var out []ResultFact
	for i := range f.Sig.Results().Len() {
		switch t := f.Sig.Results().At(i).Type(); {
		case syntax.IsContext(t), syntax.IsRequest(t):
			if c, ok := m.returns(f, i, 0); ok && (c.Origin != Param || c.Owner == f) {
				out = append(out, ResultFact{Index: i, Ctx: CtxFact{Origin: c.Origin, Index: c.Index, Bounded: c.Bounded, Maybe: c.Maybe}})
			}
		case isClient(t):
			var cs []Client
			m.eachReturn(f, i, func(e ast.Expr, call *ast.CallExpr, index int) {
				if call != nil {
					cs = append(cs, m.clientCall(call, index, 0)...)
				} else {
					cs = append(cs, m.clients(e, 0)...)
				}
			})
			switch c := pick(cs); {
			case c.State == Unlimited:
				out = append(out, ResultFact{Index: i, Client: true, Why: c.Why})
			case c.State == ParamLimit && c.Owner == f && c.Field == "":
				out = append(out, ResultFact{Index: i, Client: true, From: c.Index + 1})
			}
		}
	}
	return out
}

// exportVars tells importers which exported variables hold an unlimited client.
func (m *model) exportVars() {
	scope := m.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		v, ok := scope.Lookup(name).(*types.Var)
		if !ok || !v.Exported() || !isClient(v.Type()) {
			continue
		}
		var cs []Client
		for _, d := range m.syn.All(v) {
			cs = append(cs, m.clientDef(d, v, 0)...)
		}
		if c := pick(cs); c.State == Unlimited && !m.timeoutSet[v] {
			m.pass.ExportObjectFact(v, &Holds{c.Why})
		}
	}
}

// maxAnnounced bounds the package fact, as in package downstream.
const maxAnnounced = 512

func (m *model) exportAnnounced() {
	all := map[string][]Need{}
	for key, ns := range m.announced {
		all[key] = append(all[key], ns...)
	}
	for key, fs := range m.impls {
		for _, f := range fs {
			all[key] = append(all[key], m.of(f)...)
		}
	}
	var a Announces
	for key, ns := range all {
		if ns = fold(ns); len(ns) > 0 {
			a.Methods = append(a.Methods, MethodNeeds{key, factsOf(ns)})
		}
	}
	slices.SortFunc(a.Methods, func(x, y MethodNeeds) int { return strings.Compare(x.Name, y.Name) })
	if len(a.Methods) > maxAnnounced {
		a.Methods = a.Methods[:maxAnnounced]
	}
	if len(a.Methods) > 0 {
		m.pass.ExportPackageFact(&a)
	}
}

// Why says in a few lines what is known about the call at pos.
func (r *Result) Why(pos token.Pos) string {
	if r.m == nil {
		return ""
	}
	return r.m.why(pos)
}

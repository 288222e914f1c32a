// Package held answers what a function holds while it makes a downstream call: a mutex, or an open SQL transaction. It
// follows neither into callers: a function that is called with the lock held is judged at its caller's line.
//
// A lock is held from X.Lock() to the first X.Unlock() of the same statement list, or to the end of the list where the
// unlock is deferred. In a branch that unlocks by itself it is not held any more. A transaction is open in a function
// that takes it as a parameter, and between Begin and Commit of one statement list.
package held

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Region is a piece of a function in which something is held, and the downstream calls made in it.
type Region struct {
	In    *syntax.Func
	From  ast.Node // the Lock call, the Begin call, or the function that takes the transaction
	What  string   // the mutex or transaction as it is spelled
	Read  bool     // RLock
	Tx    bool
	Calls []*downstream.Call // in source order; for a transaction those that are not SQL
	// Cached: between the lock and the first call the function may return what it has already, and it keeps one value, not
	// one for each key: the lock makes one call out of many.
	Cached bool
	// Owner is the type of the variable that the mutex is a field of; nil for a package variable.
	Owner types.Type
	// Lone: nobody takes the mutex without waiting for a downstream under it, so nobody waits who has no such call to make.
	Lone  bool
	keyed bool
	// Told: it is a read lock, and the calls go out for each element of a collection that the lock guards. A read lock puts
	// nothing in a row, so it is not there for them, even if they write.
	Told bool
	// Lazy: what is called is a field that a method of its owner makes when it is first asked for, which is what the lock is
	// for, and it is given what the caller brought.
	Lazy bool
	// PerKey: there is a mutex for each key, peer or item.
	PerKey bool
}

// Result is what the pass found in one package.
type Result struct{ Regions []Region }

// New makes the pass.
func New(down *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:             "held",
		Doc:              "find the downstream calls that are made while a lock or a transaction is held (model pass, reports nothing)",
		Requires:         []*analysis.Analyzer{down},
		RunDespiteErrors: true,
		ResultType:       reflect.TypeFor[*Result](),
		Run: func(pass *analysis.Pass) (any, error) {
			d := pass.ResultOf[down].(*downstream.Result)
			res := &Result{}
			if d.Syntax == nil {
				return res, nil
			}
			m := &model{info: pass.TypesInfo, pkg: pass.Pkg, syn: d.Syntax, down: d}
			for _, f := range d.Syntax.Funcs {
				if f.Broken || len(d.In(f)) == 0 {
					continue
				}
				m.locks(f)
				m.transactions(f)
			}
			m.lone()
			slices.SortFunc(m.found, func(a, b Region) int { return m.syn.Order(a.Calls[0].Expr, b.Calls[0].Expr) })
			res.Regions = m.found
			return res, nil
		},
	}
}

type model struct {
	info  *types.Info
	pkg   *types.Package
	syn   *syntax.Package
	down  *downstream.Result
	found []Region
}

// lists calls f for every statement list of a function, nested literals excluded.
func (m *model) lists(f *syntax.Func, yield func([]ast.Stmt)) {
	m.syn.Walk(f.Body, syntax.Literals|syntax.Lists, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return n == f.Node
		case *ast.BlockStmt:
			yield(n.List)
		case *ast.CaseClause:
			yield(n.Body)
		case *ast.CommClause:
			yield(n.Body)
		}
		return true
	})
}

// mutexCall returns the mutex and the method of a statement such as s.mu.Lock().
func (m *model) mutexCall(s ast.Node) (mutex ast.Expr, method string, call *ast.CallExpr) {
	switch s := s.(type) {
	case *ast.ExprStmt:
		call, _ = s.X.(*ast.CallExpr)
	case *ast.DeferStmt:
		call = s.Call
	}
	if call == nil {
		return nil, "", nil
	}
	fn := m.syn.Target(call).Fn
	if !syntax.IsMethod(fn, "sync", "Mutex", "Lock", "Unlock") && !syntax.IsMethod(fn, "sync", "RWMutex", "Lock", "Unlock", "RLock", "RUnlock") {
		return nil, "", nil
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil, "", nil
	}
	return sel.X, fn.Name(), call
}

// locks finds the regions of f in which a mutex is held.
func (m *model) locks(f *syntax.Func) {
	m.lists(f, func(list []ast.Stmt) {
		for i, s := range list {
			if _, isDefer := s.(*ast.DeferStmt); isDefer {
				continue
			}
			mutex, method, call := m.mutexCall(s)
			if method != "Lock" && method != "RLock" {
				continue
			}
			r := Region{In: f, From: call, What: types.ExprString(mutex), Read: method == "RLock"}
			end, ok := m.unlocked(list[i+1:], r.What, unlockOf(method))
			if !ok {
				continue
			}
			r.Calls = m.callsIn(f, list[i+1:], end, r.What)
			if len(r.Calls) == 0 {
				continue
			}
			r.PerKey = m.perKey(f, mutex)
			r.Owner = m.owner(mutex)
			r.Cached = m.cached(list[i+1:], r.Calls)
			r.keyed = m.keyed(before(list[i+1:], end))
			r.Told = r.Read && m.told(&r)
			r.Lazy = m.lazy(&r)
			m.found = append(m.found, r)
		}
	})
}

func unlockOf(method string) string {
	if method == "RLock" {
		return "RUnlock"
	}
	return "Unlock"
}

// unlocked finds where the mutex is released: NoPos for a deferred unlock, that is at the end.
func (m *model) unlocked(list []ast.Stmt, what, method string) (token.Pos, bool) {
	for _, s := range list {
		mutex, name, _ := m.mutexCall(s)
		if d, ok := s.(*ast.DeferStmt); ok {
			if name == method && types.ExprString(mutex) == what || m.releasesIn(d.Call.Fun, what, method) {
				return token.NoPos, true
			}
			continue
		}
		if name == method && types.ExprString(mutex) == what {
			return s.Pos(), true
		}
	}
	return 0, false
}

// releasesIn: defer func() { …; mu.Unlock() }()
func (m *model) releasesIn(fun ast.Expr, what, method string) bool {
	lit, ok := fun.(*ast.FuncLit)
	if !ok {
		return false
	}
	for _, s := range lit.Body.List {
		if mutex, name, _ := m.mutexCall(s); name == method && types.ExprString(mutex) == what {
			return true
		}
	}
	return false
}

// callsIn lists the downstream calls of f in list, up to end, that are made on the spot and not after an unlock of their
// own branch.
func (m *model) callsIn(f *syntax.Func, list []ast.Stmt, end token.Pos, what string) []*downstream.Call {
	if len(list) == 0 {
		return nil
	}
	from, to := list[0].Pos(), list[len(list)-1].End()
	if end.IsValid() {
		to = end
	}
	var out []*downstream.Call
	for _, c := range m.down.In(f) {
		if c.Expr.Pos() < from || c.Expr.End() > to || c.Sink != nil && (c.Sink.Request || c.Sink.Stream) {
			continue
		}
		switch m.syn.Parent(c.Expr).(type) {
		case *ast.GoStmt, *ast.DeferStmt:
			continue
		}
		if !m.released(c.Expr, from, what) && m.waits(c, 0, all) {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b *downstream.Call) int { return m.syn.Order(a.Expr, b.Expr) })
	return out
}

// waits: the call comes back only when a downstream, of those asked about, has answered. A function of this package that leaves the work to a
// goroutine does not wait for it, nor does anything that returns a channel.
func (m *model) waits(c *downstream.Call, depth int, of func(*downstream.Call) bool) bool {
	if t := m.info.TypeOf(c.Expr); t != nil {
		if _, ok := t.Underlying().(*types.Chan); ok {
			return false
		}
	}
	if !of(c) {
		return false
	}
	if c.Func == nil || c.Func.Body == nil || depth > downstream.MaxHops {
		return true
	}
	for n := range ast.Preorder(c.Func.Body) {
		if call, ok := n.(*ast.CallExpr); ok {
			for _, inner := range m.down.In(m.syn.Around(call)) {
				if inner.Expr == call && !m.behind(call, c.Func) && inner.Func != c.Func && m.waits(inner, depth+1, of) {
					return true
				}
			}
		}
	}
	return false
}

// behind: between the call and f stands a go statement.
func (m *model) behind(call *ast.CallExpr, f *syntax.Func) bool {
	n := m.syn.Enclosing(call, func(n ast.Node) bool { _, ok := n.(*ast.GoStmt); return ok || n == f.Node })
	_, ok := n.(*ast.GoStmt)
	return ok
}

// released: in one of the lists around the call, after from, an unlock comes first.
func (m *model) released(at ast.Node, from token.Pos, what string) bool {
	for child := at; child != nil && child.Pos() > from; child = m.syn.Parent(child) {
		list := syntax.List(m.syn.Parent(child))
		locked := false
		for _, s := range list {
			if s.Pos() < from {
				continue
			}
			if ast.Node(s) == child {
				break
			}
			if _, isDefer := s.(*ast.DeferStmt); isDefer {
				continue
			}
			mutex, name, _ := m.mutexCall(s)
			if mutex != nil && types.ExprString(mutex) == what {
				locked = name == "Unlock" || name == "RUnlock"
			}
		}
		if locked {
			return true
		}
	}
	return false
}

func all(*downstream.Call) bool { return true }

// remote: the call reaches something besides SQL.
func remote(c *downstream.Call) bool {
	if c.Sink != nil {
		return c.Sink.Protocol != catalog.SQL
	}
	return slices.ContainsFunc(c.Reach, func(r downstream.Reach) bool { return r.Protocol != catalog.SQL })
}

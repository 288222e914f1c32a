package held

import (
	"go/ast"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// lone marks the regions of mutexes that are taken for downstream calls only. Such a mutex is there to make those one at
// a time, or once, and who waits for it would have to wait anyway. Where a lock without such a call may be out of sight,
// since the mutex is exported or goes somewhere by its address, it is not known; and who waits for another element of a
// map does not want this one's call.
func (m *model) lone() {
	if len(m.found) == 0 {
		return
	}
	from := map[ast.Node]bool{}
	for _, r := range m.found {
		from[r.From] = true
	}
	others := map[types.Object]bool{}
	for _, f := range m.syn.Funcs {
		if f.Test {
			continue
		}
		m.syn.Walk(f.Body, syntax.Literals|syntax.Calls, func(n ast.Node) bool {
			if _, lit := n.(*ast.FuncLit); lit {
				return n == f.Node
			}
			call, ok := n.(*ast.CallExpr)
			if !ok || from[call] || f.Broken {
				return true
			}
			fn := m.syn.Target(call).Fn
			if syntax.IsMethod(fn, "sync", "Mutex", "Lock", "TryLock") || syntax.IsMethod(fn, "sync", "RWMutex", "Lock", "RLock", "TryLock", "TryRLock") {
				if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
					others[m.mutex(sel.X)] = true
				}
			}
			return true
		})
	}
	for i := range m.found {
		r := &m.found[i]
		call, ok := r.From.(*ast.CallExpr)
		if r.Tx || !ok {
			continue
		}
		mutex := m.mutex(ast.Unparen(call.Fun).(*ast.SelectorExpr).X)
		r.Lone = m.early(r, mutex) || !r.keyed && mutex != nil && !others[mutex] && !others[nil] && !m.goesOut(mutex)
	}
}

// mutex is the field or variable that a mutex is, or the type that it is embedded in; nil for what is neither.
func (m *model) mutex(e ast.Expr) types.Object {
	if t := m.info.TypeOf(e); t != nil && !syntax.Is(t, "sync", "Mutex") && !syntax.Is(t, "sync", "RWMutex") {
		if n := syntax.NameOf(t); n != nil {
			return n
		}
	}
	if v := m.syn.VarOf(e); v != nil {
		return v
	}
	return nil
}

// goesOut: others may take the mutex where we do not see it.
func (m *model) goesOut(mutex types.Object) bool {
	v, ok := mutex.(*types.Var)
	if !ok {
		return false // embedded: that other packages lock it is rare
	}
	shared := v.IsField() || v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
	return shared && v.Exported() || len(m.syn.AddressTaken(v)) > 0
}

// early: the mutex is a variable of the function itself, which nothing has been started with yet.
//
//	var mu sync.Mutex
//	mu.Lock()
//	addrs, err := r.LookupHost(ctx, name)
//	…
//	mu.Unlock()
//	go func() { mu.Lock(); … }()
func (m *model) early(r *Region, mutex types.Object) bool {
	v, ok := mutex.(*types.Var)
	if !ok || v.IsField() || v.Pkg() != nil && v.Parent() == v.Pkg().Scope() || v.Pos() < r.In.Body.Pos() || v.Pos() > r.In.Body.End() {
		return false
	}
	used := false
	m.syn.Inspect(r.In.Body, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok && lit.Pos() < r.From.Pos() {
			for id := range ast.Preorder(lit) {
				if id, ok := id.(*ast.Ident); ok && m.info.Uses[id] == mutex {
					used = true
				}
			}
		}
		return !used
	})
	if used {
		return false
	}
	// in a loop, what an earlier round started may have it
	return m.syn.Enclosing(r.From, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return n.Pos() > v.Pos()
		}
		return n == r.In.Node
	}) == r.In.Node
}

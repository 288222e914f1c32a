package held

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// perKey: there is a mutex for each key: the expression looks it up, or it belongs to a variable that was looked up, that
// a loop runs over, or that the caller chose.
//
//	k.lock(key).Lock()
//	e := c.entries[key]; e.mu.Lock()
func (m *model) perKey(f *syntax.Func, mutex ast.Expr) bool {
	for e := ast.Unparen(mutex); ; {
		switch x := e.(type) {
		case *ast.SelectorExpr:
			e = ast.Unparen(x.X)
		case *ast.StarExpr:
			e = ast.Unparen(x.X)
		case *ast.IndexExpr, *ast.CallExpr, *ast.TypeAssertExpr:
			return true
		case *ast.Ident:
			v := m.syn.VarOf(x)
			if v == nil || v.Parent() == m.pkg.Scope() || v.Pkg() != m.pkg {
				return false
			}
			for _, d := range m.syn.All(v) {
				if m.lookedUp(f, d) {
					return true
				}
			}
			return false
		default:
			return true
		}
	}
}

func (m *model) lookedUp(f *syntax.Func, d *syntax.Def) bool {
	switch d.Kind {
	case syntax.Ranged:
		return true
	case syntax.Param:
		return d.Param >= 0 // not the receiver
	case syntax.Assigned:
		switch rhs := ast.Unparen(d.Rhs).(type) {
		case *ast.IndexExpr, *ast.TypeAssertExpr:
			return true
		case *ast.CallExpr:
			return len(rhs.Args) > 0
		}
	}
	return false
}

// owner is the type of which the mutex is a field.
func (m *model) owner(mutex ast.Expr) types.Type {
	if sel, ok := ast.Unparen(mutex).(*ast.SelectorExpr); ok {
		return m.info.TypeOf(sel.X)
	}
	if t := m.info.TypeOf(mutex); t != nil && !syntax.Is(t, "sync", "Mutex") && !syntax.Is(t, "sync", "RWMutex") {
		return t // embedded
	}
	return nil
}

// cached: before the first call the region may return, and nothing is put into a map or a slice by index: it guards one
// value, which all callers want.
//
//	s.mu.Lock(); defer s.mu.Unlock()
//	if s.token.Valid() { return s.token, nil }
//	s.token, err = fetch(ctx)
func (m *model) cached(list []ast.Stmt, calls []*downstream.Call) bool {
	returns := false
	first := calls[0].Expr.Pos()
	for _, s := range list {
		m.syn.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ReturnStmt:
				returns = returns || n.End() <= first && !m.failure(n)
			}
			return true
		})
	}
	return returns && !m.keyed(list)
}

// before are the statements up to end; all of them where there is none.
func before(list []ast.Stmt, end token.Pos) []ast.Stmt {
	for i, s := range list {
		if end.IsValid() && s.Pos() >= end {
			return list[:i]
		}
	}
	return list
}

// keyed: the statements put something into a map or a slice that others see, or take it out: those who wait may want
// another element.
func (m *model) keyed(list []ast.Stmt) (found bool) {
	for _, s := range list {
		m.syn.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.AssignStmt:
				for _, lhs := range n.Lhs {
					index, isIndex := ast.Unparen(lhs).(*ast.IndexExpr)
					found = found || isIndex && m.shared(index.X)
				}
			case *ast.CallExpr:
				id, ok := n.Fun.(*ast.Ident)
				found = found || ok && id.Name == "delete" && len(n.Args) == 2 && m.shared(n.Args[0])
			}
			return !found
		})
	}
	return found
}

// shared: a map or slice that others see: a field, or a variable of the package.
func (m *model) shared(e ast.Expr) bool {
	v := m.syn.VarOf(e)
	return v == nil || v.IsField() || v.Parent() == m.pkg.Scope()
}

// failure: the statement returns an error that is not nil.
func (m *model) failure(ret *ast.ReturnStmt) bool {
	if len(ret.Results) == 0 {
		return false
	}
	last := ret.Results[len(ret.Results)-1]
	return syntax.IsError(m.info.TypeOf(last)) && !m.info.Types[last].IsNil()
}

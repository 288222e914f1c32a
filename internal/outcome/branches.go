package outcome

import (
	"go/ast"
	"go/constant"
	"go/token"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Unexpected is a branch for every HTTP status that is not known to be good, and the return in it that gives no error.
type Unexpected struct {
	Return *ast.ReturnStmt
	Cond   ast.Node // the condition, or the switch
	In     *syntax.Func
}

// unexpected finds the branches that are taken on any bad status:
//
//	if resp.StatusCode != http.StatusOK { return nil, nil }
//	switch resp.StatusCode { case http.StatusOK: …; default: return &User{}, nil }
//	switch { case resp.StatusCode == http.StatusOK: …; default: return &User{}, nil }
func (m *model) unexpected() (out []Unexpected) {
	for _, f := range m.Funcs {
		if f.Broken || f.Test || f.Sig == nil {
			continue
		}
		m.Inspect(f.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return n == f.Node
			case *ast.IfStmt:
				if m.anyBad(n.Cond) && !m.sorted(f, n) {
					if r := lastReturn(n.Body.List); r != nil && m.noError(f, r) {
						out = append(out, Unexpected{r, n.Cond, f})
					}
				}
			case *ast.SwitchStmt:
				if !m.status(n.Tag) && !m.sortsStatus(n) {
					break
				}
				for _, c := range n.Body.List {
					if c := c.(*ast.CaseClause); c.List == nil {
						if r := lastReturn(c.Body); r != nil && m.noError(f, r) {
							out = append(out, Unexpected{r, n, f})
						}
					}
				}
			}
			return true
		})
	}
	return out
}

// sortsStatus: every clause of a switch without a tag compares one status with a number, and one of them is for success.
func (m *model) sortsStatus(s *ast.SwitchStmt) bool {
	if s.Tag != nil {
		return false
	}
	good := false
	for _, c := range s.Body.List {
		for _, e := range c.(*ast.CaseClause).List {
			b, ok := ast.Unparen(e).(*ast.BinaryExpr)
			if !ok || !m.status(b.X) {
				return false
			}
			n, ok := m.int(b.Y)
			if !ok {
				return false
			}
			good = good || n >= 200 && n < 300
		}
	}
	return good
}

// sorted: an if before this one has dealt with some of the bad statuses already.
func (m *model) sorted(f *syntax.Func, is *ast.IfStmt) bool {
	found := false
	m.Flat(f.Body, syntax.Ifs, func(n ast.Node) {
		if before, ok := n.(*ast.IfStmt); ok && before.End() < is.Pos() && m.anyBad(before.Cond) && syntax.Leaves(before.Body) {
			found = true
		}
	})
	return found
}

// anyBad: resp.StatusCode != 200, resp.StatusCode >= 300, resp.StatusCode/100 != 2.
func (m *model) anyBad(cond ast.Expr) bool {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok {
		return false
	}
	n, known := m.int(b.Y)
	if div, ok := ast.Unparen(b.X).(*ast.BinaryExpr); ok && div.Op == token.QUO {
		return m.status(div.X) && known && b.Op == token.NEQ && n == 2
	}
	if !known || !m.status(b.X) {
		return false
	}
	switch b.Op {
	case token.NEQ:
		return n >= 200 && n < 300
	case token.GEQ:
		return n == 300 || n == 400
	case token.GTR:
		return n == 299 || n == 399
	}
	return false
}

// status: e is resp.StatusCode.
func (m *model) status(e ast.Expr) bool {
	if e == nil {
		return false
	}
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "StatusCode" && hasStatus(m.Info.TypeOf(sel.X))
}

func (m *model) int(e ast.Expr) (int64, bool) {
	if tv, ok := m.Info.Types[e]; ok && tv.Value != nil && tv.Value.Kind() == constant.Int {
		return constant.Int64Val(tv.Value)
	}
	return 0, false
}

func lastReturn(list []ast.Stmt) *ast.ReturnStmt {
	if len(list) == 0 {
		return nil
	}
	r, _ := list[len(list)-1].(*ast.ReturnStmt)
	return r
}

// noError: the return gives something, and nil for the error.
func (m *model) noError(f *syntax.Func, r *ast.ReturnStmt) bool {
	n := f.Sig.Results().Len()
	return n > 1 && len(r.Results) == n && syntax.IsError(f.Sig.Results().At(n-1).Type()) && m.isNil(r.Results[n-1])
}

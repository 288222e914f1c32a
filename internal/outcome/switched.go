package outcome

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// switched reads a switch on the error of a call:
//
//	switch {
//	case err == nil:
//		return res.Items, nil
//	case errors.Is(err, ErrInvalid):
//		return nil, err
//	default:                          // any other failure
//		log.Print(err)
//		return nil, nil
//	}
func (m *model) switched(o *Outcome, s *ast.SwitchStmt) {
	f := m.Around(s)
	if f == nil {
		return
	}
	clause, ok := m.failure(o.Err, s)
	if !ok {
		if m.mentions(s, o.Err) {
			o.Fate, o.At = Tested, s
		}
		return
	}
	o.Around = s
	m.failed(o, f, clause.Body, clause)
	m.heard(o, s)
}

// failure is the clause for any failure that no other clause names: that for err != nil, or the default where another
// is for err == nil.
func (m *model) failure(err *types.Var, s *ast.SwitchStmt) (clause *ast.CaseClause, ok bool) {
	var rest *ast.CaseClause
	well := false
	for _, st := range s.Body.List {
		c := st.(*ast.CaseClause)
		switch {
		case c.List == nil:
			rest = c
		case len(c.List) != 1:
		case s.Tag != nil:
			well = well || m.VarOf(s.Tag) == err && m.isNil(c.List[0])
		default:
			b, is := ast.Unparen(c.List[0]).(*ast.BinaryExpr)
			if !is || m.VarOf(b.X) != err || !m.isNil(b.Y) {
				continue
			}
			switch b.Op {
			case token.NEQ:
				return c, true
			case token.EQL:
				well = true
			}
		}
	}
	return rest, well && rest != nil
}

// switchOn is the switch on an assignment's error: around it, or the next statement of its list.
func (m *model) switchOn(s *ast.AssignStmt, next ast.Stmt) *ast.SwitchStmt {
	if sw, ok := m.Parent(s).(*ast.SwitchStmt); ok && sw.Init == s {
		return sw
	}
	sw, _ := next.(*ast.SwitchStmt)
	if sw != nil && sw.Init != nil {
		return nil
	}
	return sw
}

// cleared: the branch sets the error to nil, so that a return without values gives none.
func (m *model) cleared(err *types.Var, list []ast.Stmt, f *syntax.Func) bool {
	if n := f.Sig.Results().Len(); n < 1 || f.Sig.Results().At(n-1) != err {
		return false
	}
	for _, s := range list {
		as, ok := s.(*ast.AssignStmt)
		if ok && len(as.Lhs) == 1 && len(as.Rhs) == 1 && m.VarOf(as.Lhs[0]) == err && m.isNil(as.Rhs[0]) {
			return true
		}
	}
	return false
}

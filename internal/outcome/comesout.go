package outcome

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// comesOut is the slice, map or struct that many answers stand in and that the function gives its caller.
func (s *flow) comesOut() (into *types.Var) {
	take := func(e ast.Expr) {
		if v := s.carried(e, 0); v != nil && into == nil {
			into = v
		}
	}
	w := s.answering(s.f)
	s.Flat(s.f.Body, syntax.Returns|syntax.Calls, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			for _, e := range n.Results {
				take(e)
			}
			if sig := s.f.Sig; len(n.Results) == 0 {
				for v := range sig.Results().Variables() {
					if s.holds[v]&many != 0 && into == nil {
						into = v
					}
				}
			}
		case *ast.CallExpr:
			if w != nil && answers(n) {
				for _, a := range n.Args {
					take(a)
				}
			}
		}
	})
	return into
}

func answers(call *ast.CallExpr) bool {
	return syntax.HasWord(calledAs(call), "json", "encode", "render", "html", "xml", "yaml", "execute", "write", "respond", "response", "reply", "send", "ok", "success", "marshal")
}

// calledAs is the last name of what is called.
func calledAs(call *ast.CallExpr) string {
	name := types.ExprString(call.Fun)
	return name[strings.LastIndex(name, ".")+1:]
}

// carried is the variable with many answers that an expression gives on as it is, or as a part of something.
func (s *flow) carried(e ast.Expr, depth int) *types.Var {
	if depth > 4 {
		return nil
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v := s.VarOf(e)
		if v == nil || s.holds[v]&many == 0 {
			return nil
		}
		if _, chan_ := v.Type().Underlying().(*types.Chan); chan_ {
			return nil
		}
		return v
	case *ast.SelectorExpr:
		if syntax.Elem(s.Info.TypeOf(e)) == nil {
			return nil
		}
		return s.carried(e.X, depth+1)
	case *ast.UnaryExpr:
		return s.carried(e.X, depth+1)
	case *ast.CompositeLit:
		for _, elt := range e.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				elt = kv.Value
			}
			if v := s.carried(elt, depth+1); v != nil {
				return v
			}
		}
	case *ast.CallExpr:
		t := s.Info.TypeOf(e)
		if t == nil {
			return nil
		}
		if tup, ok := t.(*types.Tuple); ok {
			if tup.Len() == 0 {
				return nil
			}
			t = tup.At(0).Type()
		}
		fn := s.Target(e).Fn
		if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok && s.Info.Selections[sel] != nil && syntax.Elem(t) != nil {
			if v := s.carried(sel.X, depth+1); v != nil { // all.sorted()
				return v
			}
		}
		gives := syntax.Elem(t) != nil || fn != nil && (syntax.HasWord(fn.Name(), "new", "to") || strings.HasSuffix(fn.Name(), "Response")) || s.Info.Types[e.Fun].IsType()
		if !gives {
			return nil
		}
		for _, a := range e.Args {
			if v := s.carried(a, depth+1); v != nil {
				return v
			}
		}
	}
	return nil
}

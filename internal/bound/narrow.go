package bound

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// sizeOfParam: all callers are in sight, and give something bounded.
func (m *model) sizeOfParam(v *types.Var, d *syntax.Def) Trip {
	f := d.Func
	if f == nil || d.Param < 0 || f.Obj == nil || f.Obj.Exported() || m.valued[f.Obj] || len(m.callers[f]) == 0 {
		return Trip{}
	}
	variadic := f.Sig.Variadic() && d.Param == f.Sig.Params().Len()-1
	for _, call := range m.callers[f] {
		if variadic && !call.Ellipsis.IsValid() {
			continue
		}
		arg := m.syn.Target(call).Arg(call, d.Param)
		if arg == nil || !m.size(arg).Limited() {
			return Trip{}
		}
	}
	return Trip{Kind: Bounded, Why: "all callers give a few"}
}

// capped: a statement before e leaves, or cuts v, when v is too large.
//
//	if len(ids) > maxIDs { return errTooMany }
func (m *model) capped(v *types.Var, e ast.Expr) bool {
	f := m.syn.Around(e)
	if f == nil || v.IsField() {
		return false
	}
	found := false
	m.syn.Flat(f.Body, syntax.Ifs, func(n ast.Node) {
		iff, ok := n.(*ast.IfStmt)
		if !ok || iff.Pos() > e.Pos() || iff.Body.Pos() <= e.Pos() && e.Pos() <= iff.Body.End() {
			return
		}
		cond, ok := unparen(iff.Cond).(*ast.BinaryExpr)
		if !ok || cond.Op != token.GTR && cond.Op != token.GEQ || !m.measures(cond.X, v) {
			return
		}
		if limit := m.size(cond.Y); limit.Kind == Constant && limit.N > 0 || limit.Kind == Bounded {
			found = found || syntax.Leaves(iff.Body) || m.cuts(iff.Body, v)
		}
	})
	return found
}

func (m *model) measures(e ast.Expr, v *types.Var) bool {
	e = unparen(e)
	if call, ok := e.(*ast.CallExpr); ok && isBuiltin(m.info, call, "len") {
		e = call.Args[0]
	} else if !isInt(v.Type()) {
		return false
	}
	return m.syn.VarOf(e) == v
}

func (m *model) cuts(body *ast.BlockStmt, v *types.Var) bool {
	for _, s := range body.List {
		if as, ok := s.(*ast.AssignStmt); ok && len(as.Lhs) == 1 && m.syn.VarOf(as.Lhs[0]) == v {
			if _, ok := unparen(as.Rhs[0]).(*ast.SliceExpr); ok || isInt(v.Type()) {
				return true
			}
		}
	}
	return false
}

// configured: a number out of a configuration is one that somebody has chosen.
func (m *model) configured(e ast.Expr) bool {
	sel, ok := unparen(e).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	n := syntax.NameOf(m.info.TypeOf(sel.X))
	return n != nil && syntax.HasWord(n.Name(), "config", "cfg", "conf", "options", "opts", "settings")
}

// saysWorkers: the number's name says that it is a limit.
func saysWorkers(name string) bool {
	return syntax.HasWord(name, "worker", "workers", "concurrency", "concurrent", "parallel", "parallelism", "threads",
		"goroutines", "procs", "cpus", "limit", "max", "pool", "batch", "replicas", "attempts", "retries")
}

func hasName(list, name string) bool {
	for len(list) > 0 {
		i := 0
		for i < len(list) && list[i] != ' ' {
			i++
		}
		if list[:i] == name {
			return true
		}
		if i == len(list) {
			break
		}
		list = list[i+1:]
	}
	return false
}

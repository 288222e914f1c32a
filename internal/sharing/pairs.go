package sharing

import (
	"go/ast"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// use is a function that calls a downstream of a known class, and the value that it calls it on.
type use struct {
	name, class string
	on          ast.Expr
	at          ast.Node
}

// pairs: a core and a degradable downstream are called on one client, or on two that were made from one configuration
// with a limiter, transport or client of its own.
func (f *finder) pairs() {
	var core, degradable []use
	for _, fn := range f.Funcs {
		if fn.Obj == nil || fn.Test || fn.Broken {
			continue
		}
		name, class := f.class(fn.Obj)
		if class == "" {
			continue
		}
		for _, c := range f.down.In(fn) {
			if c.Sink == nil || c.Sink.Request || c.Recv == nil {
				continue
			}
			u := use{name, class, c.Recv, c.Expr}
			if class == "core" {
				core = append(core, u)
			} else {
				degradable = append(degradable, u)
			}
		}
	}
	told := map[[2]string]bool{}
	for _, c := range core {
		for _, d := range degradable {
			key := [2]string{c.name, d.name}
			if told[key] {
				continue
			}
			if p, ok := f.share(c, d); ok {
				told[key] = true
				f.found.Pairs = append(f.found.Pairs, p)
			}
		}
	}
}

func (f *finder) share(c, d use) (p Pair, ok bool) {
	p = Pair{Core: c.name, Degradable: d.name}
	if v := f.VarOf(c.on); v != nil && v == f.VarOf(d.on) {
		p.What, p.At, p.Shared = "the client "+v.Name(), d.at, c.at
		return p, true
	}
	a, b := map[*types.Var]ast.Node{}, map[*types.Var]ast.Node{}
	f.origins(c.on, a, 0)
	f.origins(d.on, b, 0)
	for v, made := range a {
		other, both := b[v]
		if !both {
			continue
		}
		if set := f.ownLimit(v); set != nil {
			p.What = types.ExprString(set)
			p.At, p.Shared = made, set
			if other.Pos() > made.Pos() {
				p.At = other
			}
			return p, true
		}
	}
	return p, false
}

// origins are the variables that the value of e is made from, each with the call that takes it.
func (f *finder) origins(e ast.Expr, out map[*types.Var]ast.Node, depth int) {
	if e == nil || depth > 8 {
		return
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		f.origins(e.X, out, depth+1)
	case *ast.CallExpr:
		if sel, ok := e.Fun.(*ast.SelectorExpr); ok && f.Info.Selections[sel] != nil {
			f.origins(sel.X, out, depth+1)
		}
		for _, a := range e.Args {
			if v := f.VarOf(a); v != nil && !v.IsField() {
				out[v] = e
			} else {
				f.origins(a, out, depth+1)
			}
		}
	case *ast.Ident, *ast.SelectorExpr:
		v := f.VarOf(e)
		if v == nil {
			return
		}
		defs := f.Reach(v, e)
		if len(defs) == 1 && defs[0].Kind == syntax.Assigned {
			f.origins(defs[0].Rhs, out, depth+1)
		}
	}
}

// ownLimit is where a limiter, transport or client of v is set.
func (f *finder) ownLimit(v *types.Var) (set ast.Expr) {
	for _, file := range f.Files {
		f.Walk(file, syntax.Assigns, func(n ast.Node) bool {
			for _, l := range n.(*ast.AssignStmt).Lhs {
				sel, ok := l.(*ast.SelectorExpr)
				if ok && f.VarOf(sel.X) == v && syntax.HasWord(sel.Sel.Name, "limiter", "transport", "client", "pool") {
					set = sel
				}
			}
			return set == nil
		})
	}
	return set
}

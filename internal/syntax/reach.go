package syntax

import (
	"go/ast"
	"go/types"
)

// Reach returns the definitions of v that may reach the use at n. For a local variable it walks outwards through the
// statements before n, nearest first, and stops at the first one that certainly assigns; branches that end by leaving
// the list are passed over, loops add what their body assigns after n, and a closure adds what its surroundings
// assign after it. Fields and package variables have no order: all their definitions are returned.
//
// Blind side: goto, and assignments through a pointer (see AddressTaken).
func (p *Package) Reach(v *types.Var, n ast.Node) []*Def {
	all := p.All(v)
	if len(all) < 2 || v.IsField() || v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return all
	}
	r := &reach{p: p, all: all}
	r.from(n)
	return r.out
}

type reach struct {
	p   *Package
	all []*Def
	out []*Def
}

func (r *reach) take(keep func(*Def) bool) {
next:
	for _, d := range r.all {
		if !keep(d) {
			continue
		}
		for _, o := range r.out {
			if o == d {
				continue next
			}
		}
		r.out = append(r.out, d)
	}
}

// from walks outwards from n until a definition is certain.
func (r *reach) from(n ast.Node) {
	child := n
	for cur := r.p.Parent(n); cur != nil; child, cur = cur, r.p.Parent(cur) {
		switch cur := cur.(type) {
		case *ast.BlockStmt:
			if r.before(cur.List, child) {
				return
			}
		case *ast.CaseClause:
			if r.before(cur.Body, child) || r.exactly(cur) {
				return
			}
		case *ast.CommClause:
			if r.before(cur.Body, child) || child != cur.Comm && r.statement(cur.Comm) {
				return
			}
		case *ast.IfStmt:
			if child != cur.Init && r.statement(cur.Init) {
				return
			}
		case *ast.SwitchStmt:
			if child != cur.Init && r.statement(cur.Init) {
				return
			}
		case *ast.TypeSwitchStmt:
			if child != cur.Init && r.statement(cur.Init) {
				return
			}
		case *ast.ForStmt:
			if child != cur.Init {
				r.inside(cur.Body, child)
				if cur.Post != nil {
					r.inside(cur.Post, child)
				}
				if r.statement(cur.Init) {
					return
				}
			}
		case *ast.RangeStmt:
			if child == cur.Body {
				if r.exactly(cur) {
					return
				}
				r.inside(cur.Body, child)
			}
		case *ast.FuncLit:
			if r.exactly(cur) {
				return
			}
			if call, ok := r.p.Parent(cur).(*ast.CallExpr); !ok || call.Fun != cur || r.detached(call) {
				r.take(func(d *Def) bool { return d.Node.Pos() > cur.End() && d.Kind == Assigned })
			}
		case *ast.FuncDecl:
			r.exactly(cur)
			return
		}
	}
}

func (r *reach) detached(call *ast.CallExpr) bool {
	switch r.p.Parent(call).(type) {
	case *ast.GoStmt, *ast.DeferStmt:
		return true
	}
	return false
}

// exactly takes the definitions made by node n itself.
func (r *reach) exactly(n ast.Node) bool {
	before := len(r.out)
	r.take(func(d *Def) bool { return d.Node == n })
	return len(r.out) > before
}

// inside takes the definitions in a loop's body that stand after the use (they come round again).
func (r *reach) inside(body, use ast.Node) {
	r.take(func(d *Def) bool {
		return body.Pos() <= d.Node.Pos() && d.Node.End() <= body.End() && d.Node.Pos() > use.Pos() && d.Kind != Param
	})
}

// before goes backwards through list from child, and reports whether a definition is certain.
func (r *reach) before(list []ast.Stmt, child ast.Node) bool {
	i := 0
	for i < len(list) && list[i] != child {
		i++
	}
	for i--; i >= 0; i-- {
		if r.statement(list[i]) {
			return true
		}
	}
	return false
}

// statement takes what s assigns, and reports whether it certainly assigns.
func (r *reach) statement(s ast.Stmt) bool {
	switch s := s.(type) {
	case nil:
		return false
	case *ast.LabeledStmt:
		return r.statement(s.Stmt)
	case *ast.AssignStmt:
		// err := run(func() { x = load() }): the closure may assign as well.
		r.take(func(d *Def) bool {
			return d.Node != ast.Node(s) && s.Pos() <= d.Node.Pos() && d.Node.End() <= s.End() && d.Kind != Param
		})
		return r.exactly(s)
	case *ast.DeclStmt:
		before := len(r.out)
		r.take(func(d *Def) bool { return s.Pos() <= d.Node.Pos() && d.Node.End() <= s.End() && d.Kind != Param })
		return len(r.out) > before
	case *ast.BlockStmt:
		return r.before(s.List, nil)
	case *ast.IfStmt:
		certain := r.statement(s.Init)
		body := Leaves(s.Body) || r.statement(s.Body)
		other := s.Else != nil && (leavesStmt(s.Else) || r.statement(s.Else))
		return certain || body && other && !(Leaves(s.Body) && leavesStmt(s.Else))
	default:
		r.take(func(d *Def) bool {
			return s.Pos() <= d.Node.Pos() && d.Node.End() <= s.End() && d.Kind != Param && !r.left(d, s)
		})
		return false
	}
}

// left reports whether d stands in a branch of s that does not come back.
func (r *reach) left(d *Def, s ast.Node) bool {
	for n := r.p.Parent(d.Node); n != nil && n != s; n = r.p.Parent(n) {
		if b, ok := n.(*ast.BlockStmt); ok && Leaves(b) {
			_, isIf := r.p.Parent(b).(*ast.IfStmt)
			_, branches := b.List[len(b.List)-1].(*ast.BranchStmt) // break and goto stay inside s, or end just behind it
			if isIf && !branches {
				return true
			}
		}
	}
	return false
}

func leavesStmt(s ast.Stmt) bool {
	if b, ok := s.(*ast.BlockStmt); ok {
		return Leaves(b)
	}
	return false
}

// Leaves reports whether a block ends by return, panic, os.Exit-like calls, break, continue or goto.
func Leaves(b *ast.BlockStmt) bool {
	if b == nil || len(b.List) == 0 {
		return false
	}
	switch s := b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		switch f := call.Fun.(type) {
		case *ast.Ident:
			return f.Name == "panic"
		case *ast.SelectorExpr:
			return f.Sel.Name == "Exit" || f.Sel.Name == "Fatal" || f.Sel.Name == "Fatalf" || f.Sel.Name == "Fatalln"
		}
	}
	return false
}

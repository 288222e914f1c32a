package nodeadline

import (
	"go/ast"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// flow decides whether all that is made of a context is used up before the function returns, where a deferred cancel
// ends it: the answer whose body is still to be read, the rows, the transaction. It follows locals only and says no to
// whatever it does not know; its blind side is a callee that keeps the context (see boundRoot, which then asks).
type flow struct {
	*repairer
	in    *syntax.Func // the function that the cancel is deferred in
	list  ast.Node     // the statement list that the context is made in
	calls int          // calls that the context is given to
	depth int
}

// value: the expression e may hold the context; where does it go?
func (fl *flow) value(e ast.Expr) bool {
	if fl.depth++; fl.depth > 60 {
		return false
	}
	var child ast.Node = e
	up := fl.syn.Parent(e)
	for {
		switch x := up.(type) {
		case *ast.ParenExpr:
			child, up = x, fl.syn.Parent(x)
			continue
		case *ast.SelectorExpr:
			if x.Sel == child {
				return false
			}
			return fl.selected(x)
		case *ast.CallExpr:
			if x.Fun == child {
				return fl.runs(x) && fl.results(x)
			}
			return fl.call(x)
		case *ast.AssignStmt:
			return fl.assigned(x, child)
		case *ast.ExprStmt, *ast.BinaryExpr: // thrown away, or compared
			return true
		}
		return false
	}
}

// call: the context, or something made of it, is an argument of c.
func (fl *flow) call(c *ast.CallExpr) bool {
	if fn := fl.syn.Target(c).Fn; fn != nil && syntax.HasWord(fn.Name(), "start", "run", "serve", "watch", "listen", "init", "go", "loop") {
		return false
	}
	if !derives(fl.pass.TypesInfo.TypeOf(c)) {
		fl.calls++
	}
	return fl.runs(c) && fl.results(c)
}

// runs: the call is made once, within the function and while the context lives.
func (fl *flow) runs(c *ast.CallExpr) bool {
	switch fl.syn.Parent(c).(type) {
	case *ast.GoStmt:
		return false
	case *ast.DeferStmt:
		return !takesContext(fl.pass.TypesInfo, c) // defer rows.Close() runs before the cancel; a call would be late
	}
	for n := fl.syn.Parent(c); n != nil && n != fl.list; n = fl.syn.Parent(n) {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if takesContext(fl.pass.TypesInfo, c) {
				return false // reading rows in a loop is fine, calling again on the same time is not
			}
		case *ast.FuncLit:
			call, ok := fl.syn.Parent(n).(*ast.CallExpr)
			if !ok || call.Fun != ast.Expr(n) {
				return false
			}
			if _, async := fl.syn.Parent(call).(*ast.GoStmt); async {
				return false
			}
		}
	}
	return true
}

func takesContext(info *types.Info, c *ast.CallExpr) bool {
	for _, a := range c.Args {
		if t := info.TypeOf(a); syntax.IsContext(t) || syntax.IsRequest(t) {
			return true
		}
	}
	return false
}

// results: what c returns either cannot hold the context or stays, too.
func (fl *flow) results(c *ast.CallExpr) bool {
	t := fl.pass.TypesInfo.TypeOf(c)
	tuple, ok := t.(*types.Tuple)
	if !ok {
		return !mayHold(t) || fl.value(c)
	}
	holds := false
	for v := range tuple.Variables() {
		holds = holds || mayHold(v.Type())
	}
	return !holds || fl.value(c)
}

// selected: a field or method of something that may hold the context.
func (fl *flow) selected(sel *ast.SelectorExpr) bool {
	s := fl.pass.TypesInfo.Selections[sel]
	if s == nil {
		return false
	}
	if s.Kind() == types.FieldVal && !mayHold(s.Type()) {
		return true // resp.StatusCode
	}
	return fl.value(sel)
}

// assigned: lhs := e; every variable that may hold the context has to stay.
func (fl *flow) assigned(as *ast.AssignStmt, from ast.Node) bool {
	for i, lhs := range as.Lhs {
		if lhs == from {
			return true // it is overwritten, or a field of it is set
		}
		if len(as.Rhs) == len(as.Lhs) && as.Rhs[i] != from {
			continue
		}
		id, ok := ast.Unparen(lhs).(*ast.Ident)
		if !ok {
			return false
		}
		if id.Name == "_" {
			continue
		}
		v := fl.syn.VarOf(id)
		if v == nil || !mayHold(v.Type()) {
			continue
		}
		if !fl.local(v) || !fl.variable(v) {
			return false
		}
	}
	return true
}

func (fl *flow) local(v *types.Var) bool {
	if v.IsField() || v.Parent() == fl.pass.Pkg.Scope() || v.Pos() < fl.in.Body.Pos() || v.Pos() > fl.in.Body.End() {
		return false // also a named result
	}
	return len(fl.syn.AddressTaken(v)) == 0
}

func (fl *flow) variable(v *types.Var) bool {
	for _, id := range fl.uses(v) {
		if !fl.value(id) {
			return false
		}
	}
	return true
}

// derives: the result is a context or a request again, so the call itself leaves nothing.
func derives(t types.Type) bool {
	if tuple, ok := t.(*types.Tuple); ok && tuple.Len() > 0 {
		t = tuple.At(0).Type()
	}
	return syntax.IsContext(t) || syntax.IsRequest(t)
}

// mayHold: a value of this type may go on using the connection after its call has returned: all but errors, plain data
// and messages that are received as a whole.
func mayHold(t types.Type) bool { return holds(t, 0) }

func holds(t types.Type, depth int) bool {
	if t == nil || depth > 4 {
		return true
	}
	if n := syntax.NameOf(t); syntax.IsError(t) || n != nil && n.Pkg() != nil && n.Pkg().Path() == "time" {
		return false
	}
	for _, name := range []string{"Close", "Next", "NextPage", "Read", "Recv", "Scan", "Commit", "Done"} {
		if obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name); isFunc(obj) {
			return true
		}
	}
	for _, name := range []string{"ProtoReflect", "ProtoMessage", "LastInsertId"} {
		if obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name); isFunc(obj) {
			return false
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return false
	case *types.Signature:
		named, ok := types.Unalias(t).(*types.Named)
		return !ok || named.Obj().Name() != "CancelFunc"
	case *types.Pointer:
		return holds(u.Elem(), depth+1)
	case *types.Slice:
		return holds(u.Elem(), depth+1)
	case *types.Array:
		return holds(u.Elem(), depth+1)
	case *types.Map:
		return holds(u.Key(), depth+1) || holds(u.Elem(), depth+1)
	case *types.Struct:
		for f := range u.Fields() {
			if holds(f.Type(), depth+1) {
				return true
			}
		}
		return false
	}
	return true
}

func isFunc(obj types.Object) bool {
	_, ok := obj.(*types.Func)
	return ok
}

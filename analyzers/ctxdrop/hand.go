package ctxdrop

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/deadline"
	"github.com/budgetlint/budgetlint/internal/rule"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// handed is a context as code at the fault can spell it.
type handed struct {
	expr  string
	edits []analysis.TextEdit // name a parameter, where it has no name
	level rule.Level
}

// atHand spells the context at hand. ok is false where it cannot be had: its name means something else there, or it
// ends with the function and the call's result does not.
func (r *repair) atHand() (handed, bool) {
	h := r.f.Hand
	if h == nil {
		return handed{}, false
	}
	if h.Expr == "_" {
		return r.nameParam(h.Owner, h.Var)
	}
	v := h.Var
	if h.Derived != nil {
		v = h.Derived
	}
	if r.f.Outlives && r.ends(v) {
		return handed{}, false
	}
	base, _, _ := strings.Cut(h.Expr, ".")
	return handed{expr: h.Expr, level: rule.Safe}, r.at(base) == types.Object(v)
}

// at is what a name means where the fault is.
func (r *repair) at(name string) types.Object {
	scope := r.pass.Pkg.Scope().Innermost(r.f.Pos)
	if scope == nil {
		return nil
	}
	_, obj := scope.LookupParent(name, r.f.Pos)
	return obj
}

// ends: v was made together with the function that cancels it, or with the group whose Wait does. It may be a parameter:
// ctx, cancel := context.WithTimeout(ctx, d) assigns to it.
func (r *repair) ends(v *types.Var) bool {
	found := false
	ast.Inspect(r.file.Syntax, func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok || len(as.Lhs) != 2 || found || as.Pos() > r.f.Pos {
			return !found
		}
		for i, lhs := range as.Lhs {
			id, ok := lhs.(*ast.Ident)
			if !ok || r.pass.TypesInfo.ObjectOf(id) != types.Object(v) {
				continue
			}
			t := r.pass.TypesInfo.TypeOf(as.Lhs[1-i])
			if t != nil {
				_, isFunc := t.Underlying().(*types.Signature)
				found = isFunc || syntax.Is(t, "golang.org/x/sync/errgroup", "Group")
			}
		}
		return !found
	})
	return found
}

// nameParam names the parameter v of f, which is _ or has no name: ctx, unless that means something already. Fixes of
// several calls of one function make the same edits.
func (r *repair) nameParam(f *syntax.Func, v *types.Var) (handed, bool) {
	if f == nil || f.Type == nil || f.Type.Params == nil || f.Body == nil {
		return handed{}, false
	}
	h := handed{expr: r.file.FreshName(f.Body.Lbrace, "ctx"), level: rule.Ask}
	found := false
	i := 0 // the parameter that a field begins with
	for _, field := range f.Type.Params.List {
		if len(field.Names) == 0 { // then none has a name, and all need one
			name := "_ "
			if f.Sig.Params().At(i) == v {
				name, found = h.expr+" ", true
			}
			h.edits = append(h.edits, insert(field.Type.Pos(), name))
			i++
			continue
		}
		for _, id := range field.Names {
			if f.Sig.Params().At(i) == v && id.Name == "_" {
				h.edits, found = append(h.edits, replace(id, h.expr)), true
			}
			i++
		}
	}
	return h, found
}

// derived puts the context that was made for the call, or for a group what it was made from, in the place of the other.
func (r *repair) derived() []rule.Fix {
	f := r.f
	node, ok := f.Node.(ast.Expr)
	if !ok || f.Var == "" || f.Var == f.Used || f.Outlives {
		return nil // g, ctx := errgroup.WithContext(ctx): the other one has no name any more
	}
	if f.Var == "_" {
		in := f.Call.In
		if r.ctx, ok = r.nameParam(in, in.Sig.Params().At(syntax.CtxParam(in.Sig))); !ok {
			return nil
		}
		return r.one("use the literal's own context as "+r.ctx.expr, rule.Ask, replace(node, r.ctx.expr))
	}
	base, _, _ := strings.Cut(f.Var, ".")
	if !token.IsIdentifier(base) { // context.WithValue(ctx, k, v)
		return nil
	}
	v, ok := r.at(base).(*types.Var)
	if !ok || base == f.Var && !syntax.IsContext(v.Type()) {
		return nil
	}
	if group := r.groupOf(v); group != nil && f.Shape == deadline.OuterCtx && !r.leavesOnError(group) {
		return nil
	}
	return r.one("use "+f.Var, rule.Safe, replace(node, f.Var))
}

// groupOf is g of g, v := errgroup.WithContext(ctx); nil for another context.
func (r *repair) groupOf(v *types.Var) (group types.Object) {
	ast.Inspect(r.file.Syntax, func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok || len(as.Lhs) != 2 || len(as.Rhs) != 1 {
			return true
		}
		g, isIdent := as.Lhs[0].(*ast.Ident)
		ctx, ok := as.Lhs[1].(*ast.Ident)
		if ok && isIdent && r.pass.TypesInfo.ObjectOf(ctx) == types.Object(v) && syntax.Is(r.pass.TypesInfo.TypeOf(g), "golang.org/x/sync/errgroup", "Group") {
			group = r.pass.TypesInfo.ObjectOf(g)
		}
		return true
	})
	return group
}

// text prints an expression, without the comments in it.
func (r *repair) text(n ast.Node) string {
	var b bytes.Buffer
	if err := format.Node(&b, r.pass.Fset, n); err != nil {
		return ""
	}
	return b.String()
}

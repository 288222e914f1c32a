package nodeadline

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/deadline"
	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// fixes gives the call a limit: a Timeout for the client, or a deadline for the context. How long it is comes from the
// contract, a constant of the package or the configuration; a guess is never applied in bulk.
func fixes(pass *analysis.Pass, env *rule.Env, f *deadline.Fault) []rule.Fix {
	file, ok := fix.In(pass, f.Pos)
	if !ok {
		return nil
	}
	limit := file.Duration(f.Pos, env.Config, 0)
	switch f.Shape {
	case deadline.NoTimeout:
		if lit, ok := f.Node.(*ast.CompositeLit); ok {
			return addTimeout(lit, limit)
		}
	case deadline.NoLimitCall:
		return dialTimeout(pass, f, limit)
	case deadline.FreshRoot:
		return withTimeout(pass, file, f, limit)
	case deadline.OpenRequest:
		return boundRequest(pass, file, f, limit)
	}
	return nil
}

// addTimeout: http.Client{Transport: t} → http.Client{Timeout: d, Transport: t}.
func addTimeout(lit *ast.CompositeLit, limit fix.Limit) []rule.Fix {
	if len(lit.Elts) > 0 {
		if _, keyed := lit.Elts[0].(*ast.KeyValueExpr); !keyed {
			return nil
		}
	}
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && id.Name == "Timeout" {
				return nil // Timeout: 0 was written on purpose
			}
		}
	}
	text := "Timeout: " + limit.Expr
	if len(lit.Elts) > 0 {
		text += ", "
	}
	at := lit.Lbrace + 1
	edits := append([]analysis.TextEdit{{Pos: at, End: at, NewText: []byte(text)}}, limit.Edits...)
	return []rule.Fix{{Title: "set Timeout: " + limit.Expr + " (" + limit.Why + ")", Level: limit.Level, Edits: edits}}
}

// dialTimeout: net.Dial(a, b) → net.DialTimeout(a, b, d). Other calls without a context have no form that is as close.
func dialTimeout(pass *analysis.Pass, f *deadline.Fault, limit fix.Limit) []rule.Fix {
	call := f.Call.Expr
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || f.Call.Fn == nil || f.Call.Fn.Pkg() == nil || f.Call.Fn.Pkg().Path() != "net" || f.Call.Fn.Name() != "Dial" ||
		f.Call.Fn.Signature().Recv() != nil || len(call.Args) != 2 {
		return nil
	}
	at := call.Args[1].End()
	edits := append([]analysis.TextEdit{
		{Pos: sel.Sel.Pos(), End: sel.Sel.End(), NewText: []byte("DialTimeout")},
		{Pos: at, End: at, NewText: []byte(", " + limit.Expr)},
	}, limit.Edits...)
	return []rule.Fix{{Title: "use net.DialTimeout with " + limit.Expr + " (" + limit.Why + ")", Level: limit.Level, Edits: edits}}
}

// withTimeout derives a context with a deadline just before the statement that uses the root:
//
//	ctx, cancel := context.WithTimeout(context.Background(), d)
//	defer cancel()
//
// In a loop the deferred calls would pile up, and at package level there is no place for them: no fix there.
func withTimeout(pass *analysis.Pass, file *fix.File, f *deadline.Fault, limit fix.Limit) []rule.Fix {
	root, ok := f.Node.(*ast.CallExpr)
	if !ok || root == f.Call.Expr || len(root.Args) > 0 {
		return nil
	}
	path := file.Path(root)
	stmt := fix.Statement(path)
	if stmt == nil || inLoop(path, f.Call.In.Node) || contextPackage(root) == "" {
		return nil
	}
	level := limit.Level
	if escapes(pass, f, stmt, root) {
		level = rule.Ask // what the call returns may live on after cancel
	}
	ctx, cancel := file.FreshName(stmt.Pos(), "ctx"), file.FreshName(stmt.Pos(), "cancel")
	made := ctx + ", " + cancel + " := " + contextPackage(root) + ".WithTimeout(" + types.ExprString(root) + ", " + limit.Expr + ")"
	edits := append([]analysis.TextEdit{
		file.InsertBefore(stmt, made, "defer "+cancel+"()"),
		{Pos: root.Pos(), End: root.End(), NewText: []byte(ctx)},
	}, limit.Edits...)
	return []rule.Fix{{Title: "bound it by context.WithTimeout of " + limit.Expr + " (" + limit.Why + ")", Level: level, Edits: edits}}
}

// contextPackage is the file's name for package context, as the root itself spells it.
func contextPackage(root *ast.CallExpr) string {
	if sel, ok := root.Fun.(*ast.SelectorExpr); ok {
		if x, ok := sel.X.(*ast.Ident); ok {
			return x.Name
		}
	}
	return ""
}

func inLoop(path []ast.Node, stop ast.Node) bool {
	for _, n := range path {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return true
		}
		if n == stop {
			return false
		}
	}
	return false
}

// escapes reports whether a result that may still use the context leaves the statement: anything but errors and plain
// values that the statement's own function keeps.
func escapes(pass *analysis.Pass, f *deadline.Fault, stmt ast.Stmt, root *ast.CallExpr) bool {
	direct := false
	for _, a := range f.Call.Expr.Args {
		direct = direct || ast.Unparen(a) == ast.Expr(root)
	}
	if !direct || f.Call.Sink != nil && f.Call.Sink.Dial {
		return true
	}
	switch t := pass.TypesInfo.TypeOf(f.Call.Expr).(type) {
	case nil:
		return true
	case *types.Tuple:
		for v := range t.Variables() {
			if holds(v.Type()) {
				return true
			}
		}
		return false
	default:
		return holds(t)
	}
}

// holds: a value of this type may read on from the connection: it has a method that says so.
func holds(t types.Type) bool {
	for _, name := range []string{"Close", "Next", "Read", "Recv", "Scan"} {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		if _, ok := obj.(*types.Func); ok {
			return true
		}
	}
	st, ok := deref(t).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for v := range st.Fields() {
		if v.Name() == "Body" {
			return true
		}
	}
	return false
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// boundRequest gives the whole handler a deadline, where its request is first used:
//
//	ctx, cancel := context.WithTimeout(r.Context(), d)
//	defer cancel()
//	r = r.WithContext(ctx)
func boundRequest(pass *analysis.Pass, file *fix.File, f *deadline.Fault, limit fix.Limit) []rule.Fix {
	call, ok := f.Node.(*ast.CallExpr)
	if !ok || f.Hand == nil || f.Hand.Var == nil {
		return nil
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	r, ok := sel.X.(*ast.Ident)
	if !ok || pass.TypesInfo.Uses[r] != f.Hand.Var {
		return nil
	}
	decl, ok := f.Hand.Owner.Node.(*ast.FuncDecl)
	if !ok || decl.Body == nil {
		return nil
	}
	stmt := topStatement(decl.Body, call.Pos())
	if stmt == nil || inLoop(file.Path(call), decl) {
		return nil
	}
	name, edits := file.Import(stmt.Pos(), "context", "context")
	ctx, cancel := file.FreshName(stmt.Pos(), "ctx"), file.FreshName(stmt.Pos(), "cancel")
	edits = append(edits, limit.Edits...)
	edits = append(edits, file.InsertBefore(stmt,
		ctx+", "+cancel+" := "+name+".WithTimeout("+r.Name+".Context(), "+limit.Expr+")",
		"defer "+cancel+"()",
		r.Name+" = "+r.Name+".WithContext("+ctx+")"))
	return []rule.Fix{{Title: "give the handler " + limit.Expr + " (" + limit.Why + ")", Level: limit.Level, Edits: edits}}
}

// topStatement is the statement of the function's own list that holds pos: a defer there runs when the handler ends.
func topStatement(body *ast.BlockStmt, pos token.Pos) ast.Stmt {
	for _, s := range body.List {
		if s.Pos() <= pos && pos < s.End() {
			return s
		}
	}
	return nil
}

package ctxdrop

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/deadline"
	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// fixes gives the repair of a fault: safe where only the context changes hands, none where the code has to be
// restructured.
func fixes(pass *analysis.Pass, f *deadline.Fault) []rule.Fix {
	file, ok := fix.In(pass, f.Pos)
	if !ok {
		return nil
	}
	named := f.Hand != nil && f.Hand.Expr != "_"
	switch f.Shape {
	case deadline.NoRequestCtx:
		call, ok := f.Node.(*ast.CallExpr)
		if ok && named {
			return twin(pass, file, call, "NewRequestWithContext", f.Hand.Expr)
		}
	case deadline.NoContext:
		if named && f.Call.Sink != nil && f.Call.Sink.Twin != "" {
			return twin(pass, file, f.Call.Expr, f.Call.Sink.Twin, f.Hand.Expr)
		}
	case deadline.NoBuilderCtx:
		if named && f.Call.Recv != nil {
			return attach(pass, f)
		}
	case deadline.OuterCtx, deadline.AfterWait:
		if f.Var != "_" && f.Var != "" {
			return []rule.Fix{{
				Title: "use " + f.Var, Level: rule.Safe,
				Edits: []analysis.TextEdit{{Pos: f.Node.Pos(), End: f.Node.End(), NewText: []byte(f.Var)}},
			}}
		}
	case deadline.BlankCtx:
		return keepDerived(pass, file, f)
	}
	return nil
}

// twin turns f(a) into fContext(ctx, a): the same call in the form that takes a context.
func twin(pass *analysis.Pass, file *fix.File, call *ast.CallExpr, name, ctx string) []rule.Fix {
	var id *ast.Ident
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		id = fun
	case *ast.SelectorExpr:
		id = fun.Sel
	}
	if id == nil {
		return nil
	}
	fn, ok := pass.TypesInfo.Uses[id].(*types.Func)
	if !ok {
		return nil
	}
	if strings.HasPrefix(name, "Dialer.") {
		return dialer(pass, file, call, fn, ctx)
	}
	if !resolves(pass, call, fn, name) {
		return nil
	}
	edits := []analysis.TextEdit{{Pos: id.Pos(), End: id.End(), NewText: []byte(name)}}
	text := ctx
	if len(call.Args) > 0 {
		text += ", "
	}
	at := call.Lparen + 1
	edits = append(edits, analysis.TextEdit{Pos: at, End: at, NewText: []byte(text)})
	return []rule.Fix{{Title: "pass " + ctx + ": use " + name, Level: rule.Safe, Edits: edits}}
}

// resolves reports whether name stands where fn does and has its signature with a context in front.
func resolves(pass *analysis.Pass, call *ast.CallExpr, fn *types.Func, name string) bool {
	if fn.Pkg() == nil {
		return false
	}
	if recv, method, ok := strings.Cut(name, "."); ok { // DefaultResolver.LookupHost: a method of a package variable
		v, ok := fn.Pkg().Scope().Lookup(recv).(*types.Var)
		if !ok {
			return false
		}
		obj, _, _ := types.LookupFieldOrMethod(v.Type(), true, fn.Pkg(), method)
		t, ok := obj.(*types.Func)
		return ok && sameBut(fn.Signature(), t.Signature())
	}
	var t *types.Func
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && fn.Signature().Recv() != nil {
		obj, _, _ := types.LookupFieldOrMethod(pass.TypesInfo.TypeOf(sel.X), true, fn.Pkg(), name)
		t, _ = obj.(*types.Func)
	} else {
		t, _ = fn.Pkg().Scope().Lookup(name).(*types.Func)
	}
	return t != nil && sameBut(fn.Signature(), t.Signature())
}

// dialer turns net.Dial(a, b) into (&net.Dialer{}).DialContext(ctx, a, b), and keeps a timeout argument as its field.
func dialer(pass *analysis.Pass, file *fix.File, call *ast.CallExpr, fn *types.Func, ctx string) []rule.Fix {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || fn.Pkg() == nil || fn.Pkg().Path() != "net" || call.Ellipsis.IsValid() {
		return nil
	}
	pkg, ok := sel.X.(*ast.Ident)
	if !ok {
		return nil
	}
	lit := "(&" + pkg.Name + ".Dialer{})"
	args := call.Args
	var edits []analysis.TextEdit
	switch {
	case fn.Name() == "DialTimeout" && len(args) == 3:
		timeout := args[2]
		if hasComment(file.Syntax, args[1].End(), call.Rparen) {
			return nil
		}
		text := types.ExprString(timeout)
		lit = "(&" + pkg.Name + ".Dialer{Timeout: " + text + "})"
		edits = append(edits, analysis.TextEdit{Pos: args[1].End(), End: call.Rparen})
	case fn.Name() == "Dial" && len(args) == 2:
	default:
		return nil
	}
	at := call.Lparen + 1
	edits = append(edits,
		analysis.TextEdit{Pos: call.Fun.Pos(), End: call.Fun.End(), NewText: []byte(lit + ".DialContext")},
		analysis.TextEdit{Pos: at, End: at, NewText: []byte(ctx + ", ")})
	return []rule.Fix{{Title: "pass " + ctx + ": use net.Dialer.DialContext", Level: rule.Safe, Edits: edits}}
}

func hasComment(f *ast.File, from, to token.Pos) bool {
	for _, c := range f.Comments {
		if from <= c.Pos() && c.Pos() < to {
			return true
		}
	}
	return false
}

// attach puts .Context(ctx), or what the builder calls it, before the last call of a chain.
func attach(pass *analysis.Pass, f *deadline.Fault) []rule.Fix {
	t := pass.TypesInfo.TypeOf(f.Call.Recv)
	if t == nil {
		return nil
	}
	for _, name := range []string{"Context", "WithContext", "SetContext"} {
		obj, _, _ := types.LookupFieldOrMethod(t, true, pass.Pkg, name)
		m, ok := obj.(*types.Func)
		if !ok || !m.Exported() {
			continue
		}
		sig := m.Signature()
		if sig.Params().Len() != 1 || sig.Results().Len() != 1 || !types.Identical(sig.Results().At(0).Type(), t) ||
			types.TypeString(sig.Params().At(0).Type(), nil) != "context.Context" {
			continue
		}
		at := f.Call.Recv.End()
		return []rule.Fix{{
			Title: "pass " + f.Hand.Expr + ": add ." + name, Level: rule.Safe,
			Edits: []analysis.TextEdit{{Pos: at, End: at, NewText: []byte("." + name + "(" + f.Hand.Expr + ")")}},
		}}
	}
	return nil
}

// keepDerived gives the thrown-away context a name. That lets the deadline, or the group's first error, end calls that went
// on so far, so somebody has to look at it; where nothing uses the name afterwards it would not compile, and is not
// offered.
func keepDerived(pass *analysis.Pass, file *fix.File, f *deadline.Fault) []rule.Fix {
	stmt, ok := file.StatementOf(f.Node).(*ast.AssignStmt)
	if !ok || len(stmt.Lhs) != 2 {
		return nil
	}
	for _, lhs := range stmt.Lhs {
		blank, ok := lhs.(*ast.Ident)
		if !ok || blank.Name != "_" || !token.IsIdentifier(f.Used) {
			continue
		}
		parent := pass.TypesInfo.Uses[ident(f)]
		if parent == nil {
			return nil
		}
		// In the parent's own scope := assigns to it; further in it declares a new one, which has to be used.
		scope := pass.Pkg.Scope().Innermost(stmt.Pos())
		if scope != parent.Parent() && !usedAfter(pass, file.Syntax, parent, stmt, scope) {
			return nil
		}
		return []rule.Fix{{
			Title: "keep the derived context as " + f.Used, Level: rule.Ask,
			Edits: []analysis.TextEdit{{Pos: blank.Pos(), End: blank.End(), NewText: []byte(f.Used)}},
		}}
	}
	return nil
}

func ident(f *deadline.Fault) *ast.Ident {
	call, ok := f.Node.(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return nil
	}
	id, _ := ast.Unparen(call.Args[0]).(*ast.Ident)
	return id
}

func usedAfter(pass *analysis.Pass, file *ast.File, v types.Object, stmt ast.Stmt, scope *types.Scope) bool {
	for id, obj := range pass.TypesInfo.Uses {
		if obj == v && id.Pos() > stmt.End() && scope.Contains(id.Pos()) {
			return true
		}
	}
	return false
}

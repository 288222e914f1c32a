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
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// repair is what the fixes of one fault share.
type repair struct {
	pass *analysis.Pass
	file *fix.File
	f    *deadline.Fault
	ctx  handed
}

// fixes gives the repair of a fault: safe where only the context changes hands, ask where a parameter is named, a
// context with a purpose of its own is replaced or the code is restructured, and none where the context would be over
// before its user is done with it.
func fixes(pass *analysis.Pass, f *deadline.Fault) []rule.Fix {
	file, ok := fix.In(pass, f.Pos)
	if !ok {
		return nil
	}
	r := &repair{pass: pass, file: file, f: f}
	switch f.Shape {
	case deadline.OuterCtx, deadline.AfterWait:
		return r.derived()
	case deadline.BlankCtx:
		return r.keepDerived()
	}
	if r.ctx, ok = r.atHand(); !ok {
		return nil
	}
	call, _ := f.Node.(*ast.CallExpr)
	switch f.Shape {
	case deadline.NoRequestCtx:
		if call != nil {
			return r.twin(call, "NewRequestWithContext")
		}
		return r.requestLiteral()
	case deadline.NoContext:
		if f.Twin != "" {
			return r.twin(f.Call.Expr, f.Twin)
		}
		return r.sendRequest()
	case deadline.NoBuilderCtx:
		if fx := r.attach(); fx != nil {
			return fx
		}
		return r.option()
	case deadline.StoredCtx:
		return r.parameter()
	}
	return nil
}

// one makes a fix out of edits and of those that name the context.
func (r *repair) one(title string, level rule.Level, edits ...analysis.TextEdit) []rule.Fix {
	return []rule.Fix{{Title: title, Level: max(level, r.ctx.level), Edits: append(edits, r.ctx.edits...)}}
}

func replace(n ast.Node, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: n.Pos(), End: n.End(), NewText: []byte(text)}
}

func insert(at token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: at, End: at, NewText: []byte(text)}
}

// twin turns f(a) into fContext(ctx, a): the same call in the form that takes a context.
func (r *repair) twin(call *ast.CallExpr, name string) []rule.Fix {
	var id *ast.Ident
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		id = fun
	case *ast.SelectorExpr:
		if s := r.pass.TypesInfo.Selections[fun]; s != nil && s.Kind() == types.MethodExpr {
			return nil // (*sql.DB).Ping(db): the receiver is the first argument
		}
		id = fun.Sel
	}
	if id == nil || !r.oneByOne(call) {
		return nil
	}
	fn, ok := r.pass.TypesInfo.Uses[id].(*types.Func)
	if !ok || fn.Pkg() == nil {
		return nil
	}
	if name == "Dialer.DialContext" {
		return r.dialer(call, fn)
	}
	form := r.form(call, fn, name)
	if form == nil {
		return nil
	}
	edits := []analysis.TextEdit{replace(id, name)}
	switch sig := form.Signature(); {
	case syntax.AddsContext(fn.Signature(), sig):
		edits = append(edits, r.first(call, r.ctx.expr))
	case fn.FullName() == "net.LookupIP": // the method takes the network too; "ip" is what the function asks for
		edits = append(edits, r.first(call, r.ctx.expr+`, "ip"`))
	case len(call.Args) == 0 && takesTxOptions(sig): // Begin() is BeginTx(ctx, nil)
		edits = append(edits, r.first(call, r.ctx.expr+", nil"))
	default:
		return nil
	}
	return r.one("pass "+r.ctx.expr+": use "+name, rule.Safe, edits...)
}

// oneByOne: f(g()) with a g of several results leaves no place for a further argument.
func (r *repair) oneByOne(call *ast.CallExpr) bool {
	if len(call.Args) != 1 {
		return true
	}
	_, several := r.pass.TypesInfo.TypeOf(call.Args[0]).(*types.Tuple)
	return !several
}

// first puts text before the arguments of a call: on their line, so that a comment behind the parenthesis stays there.
func (r *repair) first(call *ast.CallExpr, text string) analysis.TextEdit {
	line := func(p token.Pos) int { return r.pass.Fset.PositionFor(p, false).Line }
	switch {
	case len(call.Args) == 0 && line(call.Lparen) == line(call.Rparen):
		return insert(call.Lparen+1, text)
	case len(call.Args) == 0:
		return insert(call.Lparen+1, text+",")
	case line(call.Lparen) == line(call.Args[0].Pos()):
		return insert(call.Lparen+1, text+", ")
	}
	return insert(call.Args[0].Pos(), text+",\n")
}

// form finds the function called name where fn stands: in its package, beside it in a method set, or in that of a
// package variable (DefaultResolver.LookupHost).
func (r *repair) form(call *ast.CallExpr, fn *types.Func, name string) *types.Func {
	var t types.Type
	pkg := fn.Pkg()
	sel, _ := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if base, method, ok := strings.Cut(name, "."); ok {
		v, ok := pkg.Scope().Lookup(base).(*types.Var)
		if !ok {
			return nil
		}
		t, name = v.Type(), method
	} else if fn.Signature().Recv() == nil {
		form, _ := pkg.Scope().Lookup(name).(*types.Func)
		return form
	} else if sel == nil {
		return nil
	} else {
		t, pkg = r.pass.TypesInfo.TypeOf(sel.X), r.pass.Pkg
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, pkg, name)
	form, _ := obj.(*types.Func)
	return form
}

func takesTxOptions(sig *types.Signature) bool {
	return sig.Params().Len() == 2 && syntax.IsContext(sig.Params().At(0).Type()) && syntax.Is(sig.Params().At(1).Type(), "database/sql", "TxOptions")
}

// dialer turns net.Dial(a, b) into (&net.Dialer{}).DialContext(ctx, a, b), and keeps a timeout argument as its field.
func (r *repair) dialer(call *ast.CallExpr, fn *types.Func) []rule.Fix {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || fn.Pkg().Path() != "net" || call.Ellipsis.IsValid() {
		return nil // crypto/tls: its dialer returns another type
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
		if r.hasComment(args[1].End(), call.Rparen) {
			return nil
		}
		lit = "(&" + pkg.Name + ".Dialer{Timeout: " + r.text(args[2]) + "})"
		edits = append(edits, analysis.TextEdit{Pos: args[1].End(), End: call.Rparen})
	case fn.Name() == "Dial" && len(args) == 2:
	default:
		return nil
	}
	edits = append(edits, replace(call.Fun, lit+".DialContext"), r.first(call, r.ctx.expr))
	return r.one("pass "+r.ctx.expr+": use net.Dialer.DialContext", rule.Safe, edits...)
}

func (r *repair) hasComment(from, to token.Pos) bool {
	for _, c := range r.file.Syntax.Comments {
		if from <= c.Pos() && c.Pos() < to {
			return true
		}
	}
	return false
}

// requestLiteral: &http.Request{…} → (&http.Request{…}).WithContext(ctx).
func (r *repair) requestLiteral() []rule.Fix {
	lit, ok := r.f.Node.(*ast.UnaryExpr)
	if !ok || lit.Op != token.AND {
		return nil
	}
	return r.one("pass "+r.ctx.expr+": add .WithContext", rule.Safe,
		insert(lit.Pos(), "("), insert(lit.End(), ").WithContext("+r.ctx.expr+")"))
}

// attach puts .Context(ctx), or what the builder calls it, before the last call of a chain.
func (r *repair) attach() []rule.Fix {
	if r.f.Call.Recv == nil {
		return nil
	}
	t := r.pass.TypesInfo.TypeOf(r.f.Call.Recv)
	if t == nil {
		return nil
	}
	for _, name := range []string{"Context", "WithContext", "SetContext"} {
		obj, _, _ := types.LookupFieldOrMethod(t, true, r.pass.Pkg, name)
		m, ok := obj.(*types.Func)
		if !ok || !m.Exported() {
			continue
		}
		sig := m.Signature()
		if sig.Params().Len() != 1 || sig.Results().Len() != 1 || !types.Identical(sig.Results().At(0).Type(), t) ||
			!syntax.IsContext(sig.Params().At(0).Type()) {
			continue
		}
		return r.one("pass "+r.ctx.expr+": add ."+name, rule.Safe,
			insert(r.f.Call.Recv.End(), "."+name+"("+r.ctx.expr+")"))
	}
	return nil
}

// option adds pkg.WithContext(ctx) to the options of a call: f(id, nil) → f(id, nil, gitlab.WithContext(ctx)).
func (r *repair) option() []rule.Fix {
	call, fn := r.f.Call.Expr, r.f.Call.Fn
	if fn == nil || !fn.Signature().Variadic() || len(call.Args) == 0 || call.Ellipsis.IsValid() || !r.oneByOne(call) {
		return nil
	}
	params := fn.Signature().Params()
	slice, ok := params.At(params.Len() - 1).Type().(*types.Slice)
	if !ok || len(call.Args) < params.Len()-1 {
		return nil
	}
	opt := syntax.NameOf(slice.Elem())
	if opt == nil || opt.Pkg() == nil {
		return nil
	}
	with, ok := opt.Pkg().Scope().Lookup("WithContext").(*types.Func)
	if !ok || syntax.CtxParam(with.Signature()) != 0 || with.Signature().Params().Len() != 1 {
		return nil
	}
	name, edits := r.file.Import(call.Pos(), opt.Pkg().Path(), opt.Pkg().Name())
	at := call.Args[len(call.Args)-1].End()
	edits = append(edits, insert(at, ", "+name+".WithContext("+r.ctx.expr+")"))
	return r.one("pass "+r.ctx.expr+": add "+name+".WithContext", rule.Safe, edits...)
}

// parameter: a context of the receiver was chosen by somebody, so whether the caller's is meant has to be asked.
func (r *repair) parameter() []rule.Fix {
	for _, a := range r.f.Call.Expr.Args {
		if _, ok := ast.Unparen(a).(*ast.SelectorExpr); ok && syntax.IsContext(r.pass.TypesInfo.TypeOf(a)) {
			return r.one("use "+r.ctx.expr, rule.Ask, replace(a, r.ctx.expr))
		}
	}
	return nil
}

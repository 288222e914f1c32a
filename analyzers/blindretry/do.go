package blindretry

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/attempt"
	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// A counted loop that does nothing but call, return when all is well, and pause, is a retry.Do:
//
//	var last error                                 products, err := retry.Do(ctx, contract.Retry{Attempts: 3, Base: d}, nil, 0,
//	for i := 0; i < 3; i++ {                       	func(ctx context.Context) ([]Product, error) {
//		products, err := c.fetch(ctx, user)        		return c.fetch(ctx, user)
//		if err == nil {                            	})
//			return products, nil                   if err != nil {
//		}                                          	return nil, fmt.Errorf("giving up: %w", err)
//		last = err                                 }
//		time.Sleep(d)                              return products, nil
//	}
//	return nil, fmt.Errorf("giving up: %w", last)
//
// The pauses are others from then on, and an error that comes before the last attempt says why there was no other.

// repeat is such a loop, taken apart.
type repeat struct {
	pass  *analysis.Pass
	file  *fix.File
	r     *attempt.Retry
	loop  ast.Stmt
	body  *ast.BlockStmt
	call  *ast.CallExpr
	ctx   ast.Expr
	value *ast.Ident
	err   types.Object
	last  types.Object    // what keeps the error for after the loop; nil if err itself does
	decl  *ast.DeclStmt   // where that is declared
	next  token.Pos       // what comes behind that
	wait  *ast.ExprStmt   // the pause, which ends the body
	after *ast.ReturnStmt // what follows the loop
}

func do(pass *analysis.Pass, r *attempt.Retry) []analysis.TextEdit {
	loop, ok := r.Node.(ast.Stmt)
	if !ok || len(r.Waits) != 1 || r.Waits[0].Delay == nil || r.In.Sig.Results().Len() != 2 || r.Unsafe != nil { // a write is not to be repeated at all
		return nil
	}
	file, ok := fix.In(pass, loop.Pos())
	if !ok {
		return nil
	}
	p := &repeat{pass: pass, file: file, r: r, loop: loop}
	attempts := p.attempts()
	if attempts == "" || !p.round() || !p.follows() {
		return nil
	}
	return p.edits(attempts)
}

// attempts spells how often the loop goes round, from its header; "" if that is not plain.
func (p *repeat) attempts() string {
	switch s := p.loop.(type) {
	case *ast.RangeStmt: // for range 3
		p.body = s.Body
		if b, ok := p.pass.TypesInfo.TypeOf(s.X).Underlying().(*types.Basic); ok && p.isInt(s.X) && b.Info()&types.IsInteger != 0 {
			return types.ExprString(s.X)
		}
	case *ast.ForStmt:
		p.body = s.Body
		init, ok := s.Init.(*ast.AssignStmt)
		cond, isCond := s.Cond.(*ast.BinaryExpr)
		post, isPost := s.Post.(*ast.IncDecStmt)
		if !ok || !isCond || !isPost || init.Tok != token.DEFINE || len(init.Lhs) != 1 || post.Tok != token.INC || !p.isInt(cond.Y) {
			return ""
		}
		name, from := types.ExprString(init.Lhs[0]), types.ExprString(init.Rhs[0])
		if types.ExprString(cond.X) != name || types.ExprString(post.X) != name {
			return ""
		}
		switch n := types.ExprString(cond.Y); {
		case from == "0" && cond.Op == token.LSS, from == "1" && cond.Op == token.LEQ:
			return n
		case from == "0" && cond.Op == token.LEQ:
			return n + " + 1"
		}
	}
	return ""
}

// isInt: a constant, a variable or a field of type int.
func (p *repeat) isInt(e ast.Expr) bool {
	tv := p.pass.TypesInfo.Types[e]
	switch ast.Unparen(e).(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.BasicLit:
		b, ok := tv.Type.Underlying().(*types.Basic)
		return ok && (b.Kind() == types.Int && types.Identical(tv.Type, types.Typ[types.Int]) || b.Info()&types.IsUntyped != 0)
	}
	return false
}

// round: v, err := call(ctx, …); if err == nil { return v, nil }; last = err; time.Sleep(d)
func (p *repeat) round() bool {
	list, info := p.body.List, p.pass.TypesInfo
	if len(list) < 3 || len(list) > 4 {
		return false
	}
	a, ok := list[0].(*ast.AssignStmt)
	if !ok || a.Tok != token.DEFINE || len(a.Lhs) != 2 || len(a.Rhs) != 1 {
		return false
	}
	p.call, ok = ast.Unparen(a.Rhs[0]).(*ast.CallExpr)
	if !ok || p.call != p.r.Call {
		return false
	}
	p.value, ok = a.Lhs[0].(*ast.Ident)
	id, isIdent := a.Lhs[1].(*ast.Ident)
	if !ok || !isIdent || info.Defs[p.value] == nil || info.Defs[id] == nil || !syntax.IsError(info.TypeOf(id)) || fix.ReadsOn(info.TypeOf(p.value)) {
		return false
	}
	p.err = info.Defs[id]
	for _, arg := range p.call.Args {
		if types.ExprString(arg) == p.r.Hand {
			p.ctx = arg
		}
	}
	if p.ctx == nil || !p.returns(list[1]) {
		return false
	}
	if len(list) == 4 {
		keep, ok := list[2].(*ast.AssignStmt)
		if !ok || keep.Tok != token.ASSIGN || len(keep.Lhs) != 1 || p.use(keep.Rhs[0]) != p.err {
			return false
		}
		if p.last = p.use(keep.Lhs[0]); p.last == nil {
			return false
		}
	}
	p.wait, ok = list[len(list)-1].(*ast.ExprStmt)
	if !ok || ast.Node(p.wait) != p.r.Waits[0].Node {
		return false
	}
	if s, counts := p.loop.(*ast.RangeStmt); counts && s.Key != nil {
		return !p.counted(s.Key)
	} else if s, ok := p.loop.(*ast.ForStmt); ok {
		return !p.counted(s.Init.(*ast.AssignStmt).Lhs[0])
	}
	return true
}

func (p *repeat) use(e ast.Expr) types.Object {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	return p.pass.TypesInfo.Uses[id]
}

// counted: the call reads the loop's counter.
func (p *repeat) counted(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return !ok || id.Name != "_" && p.file.Mentions(p.call, p.pass.TypesInfo.Defs[id])
}

// returns: if err == nil { return v, nil }
func (p *repeat) returns(s ast.Stmt) bool {
	ifs, ok := s.(*ast.IfStmt)
	if !ok || ifs.Init != nil || ifs.Else != nil || len(ifs.Body.List) != 1 {
		return false
	}
	cond, ok := ast.Unparen(ifs.Cond).(*ast.BinaryExpr)
	ret, isRet := ifs.Body.List[0].(*ast.ReturnStmt)
	return ok && isRet && cond.Op == token.EQL && p.use(cond.X) == p.err && p.pass.TypesInfo.Types[cond.Y].IsNil() &&
		len(ret.Results) == 2 && p.use(ret.Results[0]) == p.pass.TypesInfo.Defs[p.value] &&
		(p.pass.TypesInfo.Types[ret.Results[1]].IsNil() || p.use(ret.Results[1]) == p.err)
}

// follows: the loop stands in the function's own list, and a return of the last error comes next. Nothing else reads
// what keeps it.
func (p *repeat) follows() bool {
	list := p.r.In.Body.List
	for i, s := range list {
		if s == p.loop && i+1 < len(list) {
			p.after, _ = list[i+1].(*ast.ReturnStmt)
		}
	}
	if p.after == nil || len(p.after.Results) != 2 || p.file.Commented(p.after) {
		return false
	}
	if p.last == nil {
		return !p.file.Mentions(p.after, p.err)
	}
	for i, s := range list {
		d, ok := s.(*ast.DeclStmt)
		if !ok {
			continue
		}
		spec, ok := d.Decl.(*ast.GenDecl).Specs[0].(*ast.ValueSpec)
		if ok && len(spec.Names) == 1 && spec.Values == nil && p.pass.TypesInfo.Defs[spec.Names[0]] == p.last {
			p.decl, p.next = d, p.file.Leading(list[i+1])
		}
	}
	if p.decl == nil || p.file.Commented(fix.Span{From: p.decl.Pos(), To: p.next}) {
		return false
	}
	for id, obj := range p.pass.TypesInfo.Uses {
		if obj == p.last && !inside(id, p.loop) && !inside(id, p.after) {
			return false
		}
	}
	return true
}

func inside(n, in ast.Node) bool { return in.Pos() <= n.Pos() && n.End() <= in.End() }

func (p *repeat) edits(attempts string) []analysis.TextEdit {
	at, value := p.loop.Pos(), p.value.Name
	if p.file.Commented(fix.Span{From: at, To: p.call.Pos()}) || p.file.Commented(fix.Span{From: p.call.End(), To: p.wait.End()}) {
		return nil
	}
	typ, edits, ok := p.file.TypeString(at, p.pass.TypesInfo.TypeOf(p.value))
	text, printed := p.file.Print(p.after)
	if !ok || !printed || p.needed() || !p.free(p.value.Name, false) || !p.free(p.err.Name(), true) {
		return nil
	}
	imported := func(path, name string) string {
		name, more := p.file.Import(at, path, name)
		edits = append(edits, more...)
		return name
	}
	if p.last != nil {
		if text, ok = p.renamed(text); !ok {
			return nil
		}
		edits = append(edits, replace(fix.Span{From: p.decl.Pos(), To: p.next}, ""))
	}
	ctx := p.r.Hand
	if _, isIdent := p.ctx.(*ast.Ident); !isIdent {
		ctx = p.file.FreshName(at, "ctx")
		edits = append(edits, replace(p.ctx, ctx))
	}
	base := p.base(imported)
	if base == "" {
		edits = append(edits, p.file.DropImport("time", p.wait)...)
	}
	policy := imported(fix.RuntimePath("contract"), "contract") + ".Retry{Attempts: " + attempts + base + "}"
	head := value + ", " + p.err.Name() + " := " + imported(fix.RuntimePath("retry"), "retry") + ".Do(" + p.r.Hand + ", " + policy +
		", nil, 0,\nfunc(" + ctx + " " + imported("context", "context") + ".Context) (" + typ + ", error) {\nreturn "
	tail := "})\nif " + p.err.Name() + " != nil {\n" + text + "\n}"
	return append(edits,
		replace(fix.Span{From: at, To: p.call.Pos()}, head),
		replace(fix.Span{From: p.call.End(), To: p.wait.End()}, ""),
		replace(fix.Span{From: p.body.Rbrace, To: p.loop.End()}, tail),
		replace(p.after, "return "+value+", nil"))
}

// free: what the loop declares may be declared beside it. There may be a variable for the error.
func (p *repeat) free(name string, isErr bool) bool {
	scope := p.pass.Pkg.Scope().Innermost(p.loop.Pos() - 1)
	if scope == nil {
		return false
	}
	old, ok := scope.Lookup(name).(*types.Var)
	return scope.Lookup(name) == nil || ok && isErr && old.Pos() < p.loop.Pos() && syntax.IsError(old.Type())
}

// renamed spells the return after the loop with the error's new name.
func (p *repeat) renamed(text string) (string, bool) {
	n := 0
	ast.Inspect(p.after, func(node ast.Node) bool {
		if id, ok := node.(*ast.Ident); ok && p.pass.TypesInfo.Uses[id] == p.last {
			n++
		}
		return true
	})
	word := regexp.MustCompile(`\b` + regexp.QuoteMeta(p.last.Name()) + `\b`)
	if len(word.FindAllString(text, -1)) != n {
		return "", false // it is a word of a message, too
	}
	return word.ReplaceAllLiteralString(text, p.err.Name()), true
}

// base spells the first pause: a constant, or the constant part of what grows from round to round; "" for none.
func (p *repeat) base(imported func(path, name string) string) string {
	e := ast.Unparen(p.r.Waits[0].Delay)
	if b, ok := e.(*ast.BinaryExpr); ok && b.Op == token.SHL && !p.constant(e) {
		e = b.X
	}
	d := time.Duration(p.factor(e))
	if d < time.Millisecond { // no unit in it
		return ""
	}
	name := imported("time", "time")
	text := ", Base: " + fix.SpellDuration(d, name)
	if d > time.Second/4 { // the default of Cap leaves no room to grow
		text += ", Cap: " + fix.SpellDuration(4*d, name)
	}
	return text
}

func (p *repeat) constant(e ast.Expr) bool { return p.pass.TypesInfo.Types[e].Value != nil }

// factor is the product of the constants in a product.
func (p *repeat) factor(e ast.Expr) int64 {
	e = ast.Unparen(e)
	if v := p.pass.TypesInfo.Types[e].Value; v != nil {
		n, _ := constant.Int64Val(constant.ToInt(v))
		return n
	}
	if b, ok := e.(*ast.BinaryExpr); ok && b.Op == token.MUL {
		return p.factor(b.X) * p.factor(b.Y)
	}
	return 1
}

// needed: a variable of the function is read for the pause alone, and would be unused without it.
func (p *repeat) needed() (found bool) {
	ast.Inspect(p.r.Waits[0].Delay, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		v, ok := p.pass.TypesInfo.Uses[id].(*types.Var)
		if !ok || v.IsField() || p.loop.Pos() <= v.Pos() && v.Pos() < p.loop.End() || !(p.r.In.Body.Pos() < v.Pos() && v.Pos() < p.r.In.Body.End()) {
			return true
		}
		elsewhere := false
		for use, obj := range p.pass.TypesInfo.Uses {
			elsewhere = elsewhere || obj == v && !inside(use, p.loop)
		}
		found = found || !elsewhere
		return true
	})
	return found
}

func replace(n ast.Node, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: n.Pos(), End: n.End(), NewText: []byte(text)}
}

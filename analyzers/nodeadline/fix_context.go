package nodeadline

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/rule"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// boundRoot derives a context with a deadline just before the statement that uses the root:
//
//	ctx, cancel := context.WithTimeout(context.Background(), d)
//	defer cancel()
//
// The deferred cancel ends what was started with the context, and the clock runs from here. So there is a fix only
// where everything that is made of the context is seen to be used up in this function, outside of loops and of
// literals that run later: see flow.
func (p *repair) boundRoot() *rule.Fix {
	root, ok := p.f.Node.(*ast.CallExpr)
	if !ok || p.f.Need == nil || root == p.f.Call.Expr || !syntax.IsContext(p.pass.TypesInfo.TypeOf(root)) || !spellable(root) {
		return nil
	}
	stmt := p.place(root)
	if stmt == nil {
		return nil
	}
	fl := &flow{repairer: p.repairer, in: p.syn.Around(root), list: p.syn.Parent(stmt)}
	if !fl.value(root) {
		return nil
	}
	level := rule.Safe
	if len(p.f.Need.Path) > 0 || fl.calls > 1 || p.f.Call.Sink != nil && p.f.Call.Sink.Dial {
		level = rule.Ask // a wrapper may keep the context; several calls share the time
	}
	title := "bound it by " + p.within() + " of " + p.limit.Expr
	if def, ok := stmt.(*ast.AssignStmt); ok && len(def.Rhs) == 1 && ast.Unparen(def.Rhs[0]) == ast.Expr(root) && def.Tok == token.DEFINE {
		if edits := p.boundHere(def, root); edits != nil {
			return p.fix(title, level, edits...)
		}
	}
	within, edits := p.derive(stmt.Pos())
	ctx, cancel := p.fresh(stmt, "ctx"), p.fresh(stmt, "cancel")
	made := ctx + ", " + cancel + " := " + within + "(" + types.ExprString(root) + ", " + p.limit.Expr + ")"
	edits = append(edits, p.file.InsertBefore(stmt, made, "defer "+cancel+"()"), replace(root, ctx))
	return p.fix(title, level, edits...)
}

// within is what gives a context a deadline; budget.Within differs in nothing but the cause that it gives for the end.
func (p *repair) within() string {
	if fix.UsesRuntime(p.pass, p.cfg, p.file.Syntax.Pos(), "budget") {
		return "budget.Within"
	}
	return "context.WithTimeout"
}

// derive spells within for code at pos, with the import that it needs.
func (p *repair) derive(pos token.Pos) (string, []analysis.TextEdit) {
	pkg, fn, _ := strings.Cut(p.within(), ".")
	path := pkg
	if pkg == "budget" {
		path = fix.RuntimePath(pkg)
	}
	name, edits := p.file.Import(pos, path, pkg)
	return name + "." + fn, edits
}

// boundHere: ctx := context.Background() → ctx, cancel := context.WithTimeout(context.Background(), d); defer cancel().
func (p *repair) boundHere(def *ast.AssignStmt, root *ast.CallExpr) []analysis.TextEdit {
	list, ok := p.syn.Parent(def).(*ast.BlockStmt)
	if !ok || len(def.Lhs) != 1 {
		return nil
	}
	for i, s := range list.List[:len(list.List)-1] {
		if s != ast.Stmt(def) {
			continue
		}
		within, edits := p.derive(def.Pos())
		cancel := p.fresh(def, "cancel")
		return append(edits, insert(def.Lhs[0].End(), ", "+cancel),
			insert(root.Pos(), within+"("), insert(root.End(), ", "+p.limit.Expr+")"),
			p.file.InsertBefore(list.List[i+1], "defer "+cancel+"()"))
	}
	return nil
}

// place is the statement before which a context can be made for n: nil in a loop, where deferred calls pile up, in a
// go or defer statement, whose call outlives the ones before it, and where a goto could jump over the declaration.
func (p *repair) place(n ast.Node) ast.Stmt {
	path := p.file.Path(n)
	stmt := fix.Statement(path)
	switch stmt.(type) {
	case nil, *ast.GoStmt, *ast.DeferStmt, *ast.LabeledStmt:
		return nil
	}
	in := p.syn.Around(n)
	if in == nil || in.Broken || jumps(in.Body) {
		return nil
	}
	for _, n := range path {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return nil
		}
		if n == in.Node {
			return stmt
		}
	}
	return nil
}

func jumps(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		b, ok := n.(*ast.BranchStmt)
		found = found || ok && b.Tok == token.GOTO
		return !found
	})
	return found
}

// spellable: types.ExprString writes the call as the user did, but for comments; it shortens literals.
func spellable(e ast.Expr) bool {
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit, *ast.CompositeLit:
			ok = false
		}
		return ok
	})
	return ok
}

// withContext: db.Exec(q) → db.ExecContext(ctx, q), for all calls of the function that are this one report, with one
// deadline before the first.
func (p *repair) withContext() *rule.Fix {
	calls := p.calls()
	if len(calls) == 0 {
		return nil
	}
	first := calls[0]
	for _, c := range calls {
		if c.Pos() < first.Pos() {
			first = c
		}
	}
	stmt := p.place(first)
	if stmt == nil {
		return nil
	}
	if len(calls) > 1 {
		if stmt = topStatement(p.syn.Around(first).Body, first.Pos()); stmt == nil {
			return nil
		}
	}
	fl := &flow{repairer: p.repairer, in: p.syn.Around(first), list: p.syn.Parent(stmt)}
	var edits []analysis.TextEdit
	sels := make([]*ast.SelectorExpr, len(calls))
	twins := make([]string, len(calls))
	for i, c := range calls {
		if !fl.call(c) {
			return nil
		}
		if sels[i], twins[i] = p.twin(c); sels[i] == nil {
			return nil
		}
	}
	name, imports := p.file.Import(stmt.Pos(), "context", "context")
	within, more := p.derive(stmt.Pos())
	imports = append(imports, more...)
	ctx, cancel := p.fresh(stmt, "ctx"), p.fresh(stmt, "cancel")
	for i, c := range calls {
		text := ctx
		if len(c.Args) > 0 {
			text += ", "
		}
		edits = append(edits, replace(sels[i].Sel, twins[i]), insert(c.Lparen+1, text))
	}
	edits = append(append(edits, imports...), p.file.InsertBefore(stmt,
		ctx+", "+cancel+" := "+within+"("+name+".Background(), "+p.limit.Expr+")", "defer "+cancel+"()"))
	return p.fix("use "+twins[0]+" with a deadline of "+p.limit.Expr, rule.Ask, edits...)
}

// twin finds the form of a method call that differs by a context in front only.
func (p *repair) twin(call *ast.CallExpr) (*ast.SelectorExpr, string) {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil, ""
	}
	s := p.pass.TypesInfo.Selections[sel]
	if s == nil || s.Kind() != types.MethodVal {
		return nil, ""
	}
	name := sel.Sel.Name + "Context"
	obj, _, _ := types.LookupFieldOrMethod(s.Recv(), true, p.pass.Pkg, name)
	with, ok := obj.(*types.Func)
	plain, isFunc := s.Obj().(*types.Func)
	if !ok || !isFunc {
		return nil, ""
	}
	a, b := plain.Signature(), with.Signature()
	if b.Params().Len() != a.Params().Len()+1 || !syntax.IsContext(b.Params().At(0).Type()) || a.Variadic() != b.Variadic() ||
		!types.Identical(a.Results(), b.Results()) {
		return nil, ""
	}
	for i := range a.Params().Len() {
		if !types.Identical(a.Params().At(i).Type(), b.Params().At(i+1).Type()) {
			return nil, ""
		}
	}
	return sel, name
}

// boundRequest gives the whole handler a deadline, where its request is first used:
//
//	ctx, cancel := context.WithTimeout(r.Context(), d)
//	defer cancel()
//	r = r.WithContext(ctx)
func (p *repair) boundRequest() *rule.Fix {
	if p.f.Hand == nil || p.f.Hand.Var == nil || p.f.Hand.Owner == nil || p.f.Hand.Owner.Body == nil {
		return nil
	}
	owner := p.f.Hand.Owner
	if p.f.Node == ast.Node(owner.Type) {
		return p.boundEntry()
	}
	call, ok := p.f.Node.(*ast.CallExpr)
	if !ok {
		return nil
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Context" || jumps(owner.Body) {
		return nil
	}
	r, set := p.request(sel.X)
	if r == "" {
		return nil
	}
	stmt := topStatement(owner.Body, call.Pos())
	if stmt == nil {
		return nil
	}
	if def, ok := stmt.(*ast.AssignStmt); ok && p.takenOnce(def, call) {
		if edits := p.boundHere(def, call); edits != nil {
			return p.fix("give the handler "+p.limit.Expr, rule.Safe, edits...)
		}
	}
	if p.uploads() {
		return nil
	}
	within, edits := p.derive(stmt.Pos())
	ctx, cancel := p.fresh(stmt, "ctx"), p.fresh(stmt, "cancel")
	edits = append(edits, p.file.InsertBefore(stmt,
		ctx+", "+cancel+" := "+within+"("+r+".Context(), "+p.limit.Expr+")",
		"defer "+cancel+"()",
		strings.Replace(set, "$", r+".WithContext("+ctx+")", 1)))
	return p.fix("give the handler "+p.limit.Expr, rule.Safe, edits...)
}

// uploads: the handler reads a form with files. The server removes those of its own request in the end, not of a copy.
func (p *repair) uploads() bool {
	for _, id := range p.uses(p.f.Hand.Var) {
		up := p.syn.Parent(id) // r.FormFile, c.Request.FormFile
		for {
			sel, ok := up.(*ast.SelectorExpr)
			if !ok {
				break
			}
			switch sel.Sel.Name {
			case "FormFile", "MultipartForm", "ParseMultipartForm":
				return true
			}
			if up = p.syn.Parent(sel); up == nil {
				break
			}
			if call, ok := up.(*ast.CallExpr); ok { // c.Request().FormFile
				up = p.syn.Parent(call)
			}
		}
	}
	return false
}

// takenOnce: the statement is ctx := r.Context(), and after it r is asked for other things than its context only.
func (p *repair) takenOnce(def *ast.AssignStmt, call *ast.CallExpr) bool {
	if len(def.Rhs) != 1 || ast.Unparen(def.Rhs[0]) != ast.Expr(call) || def.Tok != token.DEFINE {
		return false
	}
	if !syntax.IsRequest(p.f.Hand.Var.Type()) {
		return false
	}
	for _, id := range p.uses(p.f.Hand.Var) {
		if id.Pos() < def.End() {
			continue
		}
		sel, ok := p.syn.Parent(id).(*ast.SelectorExpr)
		if !ok || sel.Sel.Name == "Context" || sel.Sel.Name == "Clone" || sel.Sel.Name == "WithContext" {
			return false
		}
	}
	return true
}

// request spells the handler's request, and the statement that puts another one, $, into its place: r for a parameter,
// c.Request for gin, c.Request() for echo. Both are "" where there is no such statement.
func (p *repair) request(e ast.Expr) (get, set string) {
	if !syntax.IsRequest(p.pass.TypesInfo.TypeOf(e)) {
		return "", ""
	}
	get = types.ExprString(e)
	set = get + " = $"
	if call, ok := e.(*ast.CallExpr); ok {
		if e = call.Fun; len(call.Args) > 0 {
			return "", ""
		}
	}
	if sel, ok := e.(*ast.SelectorExpr); ok {
		s := p.pass.TypesInfo.Selections[sel]
		if s == nil {
			return "", ""
		}
		if s.Kind() == types.MethodVal {
			if m, _, _ := types.LookupFieldOrMethod(s.Recv(), true, p.pass.Pkg, "SetRequest"); !isFunc(m) {
				return "", ""
			}
			set = types.ExprString(sel.X) + ".SetRequest($)"
		}
		e = sel.X
	}
	if id, ok := e.(*ast.Ident); !ok || p.pass.TypesInfo.Uses[id] != p.f.Hand.Var {
		return "", ""
	}
	return get, set
}

// boundEntry gives a function that a directive or the configuration calls an entry point its own deadline at the top:
// ctx, cancel := context.WithTimeout(ctx, total).
func (p *repair) boundEntry() *rule.Fix {
	v, body := p.f.Hand.Var, p.f.Hand.Owner.Body
	if v.Name() == "_" || v.Name() == "" || !syntax.IsContext(v.Type()) || len(body.List) == 0 || jumps(body) || p.f.Hand.Owner.Sig == nil {
		return nil
	}
	for result := range p.f.Hand.Owner.Sig.Results().Variables() {
		if mayHold(result.Type()) {
			return nil // it is read on when the deferred cancel has come
		}
	}
	stmt := body.List[0]
	within, edits := p.derive(stmt.Pos())
	cancel := p.fresh(stmt, "cancel")
	edits = append(edits, p.file.InsertBefore(stmt,
		v.Name()+", "+cancel+" := "+within+"("+v.Name()+", "+p.limit.Expr+")", "defer "+cancel+"()"))
	return p.fix("give the entry point "+p.limit.Expr, rule.Safe, edits...)
}

// topStatement is the statement of the function's own list that holds pos: a defer there runs when the function ends.
func topStatement(body *ast.BlockStmt, pos token.Pos) ast.Stmt {
	for _, s := range body.List {
		if s.Pos() <= pos && pos < s.End() {
			return s
		}
	}
	return nil
}

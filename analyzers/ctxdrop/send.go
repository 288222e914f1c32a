package ctxdrop

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/rule"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// methods are the constants of net/http for what the short forms send.
var methods = map[string]string{"Get": "MethodGet", "Head": "MethodHead", "Post": "MethodPost", "PostForm": "MethodPost"}

// sendRequest takes http.Get and its like, functions or methods of a client, apart into the request and its sending, as
// they are written in net/http itself:
//
//	resp, err := c.Get(url)           req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
//	if err != nil {                   if err != nil {
//		return nil, err            →         return nil, err
//	}                                 }
//	                                  resp, err := c.Do(req)
//	                                  if err != nil { …
//
// Two ways lead to it: return c.Get(url) where the function returns just that, and a statement whose next one leaves on
// the error. The call itself stays where it is and becomes the request, so comments around it stay as well.
func (r *repair) sendRequest() []rule.Fix {
	call := r.f.Call.Expr
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || r.f.Call.Fn == nil || r.f.Call.Fn.Pkg().Path() != "net/http" || methods[sel.Sel.Name] == "" || !r.oneByOne(call) {
		return nil
	}
	client, ok := r.client(sel)
	if !ok {
		return nil
	}
	build, header, ok := r.build(call, sel)
	if !ok {
		return nil
	}
	req := r.requestName()
	stmt := r.file.StatementOf(call)
	var edits []analysis.TextEdit
	switch s := stmt.(type) {
	case *ast.ReturnStmt:
		edits = r.returnSent(s, call, req, client, header)
	case *ast.AssignStmt:
		edits = r.assignSent(s, call, req, client, header)
	}
	if edits == nil {
		return nil
	}
	return r.one("pass "+r.ctx.expr+": build the request and send it", rule.Ask, append(build, edits...)...)
}

// requestName is req, or req2 and so on: free in the whole function, and another one for each short form in it, since
// their fixes are applied together.
func (r *repair) requestName() string {
	body := r.f.Call.In.Root().Body
	before := 0
	ast.Inspect(body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && call.Pos() < r.f.Call.Expr.Pos() {
			sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
			if ok && methods[sel.Sel.Name] != "" && syntax.Is(firstOf(r.pass.TypesInfo.TypeOf(call)), "net/http", "Response") {
				before++
			}
		}
		return true
	})
	return r.file.FreshNameAfter(body.Lbrace, "req", before)
}

func firstOf(t types.Type) types.Type {
	if tuple, ok := t.(*types.Tuple); ok && tuple.Len() > 0 {
		return tuple.At(0).Type()
	}
	return nil
}

// client spells what Do is called on. A receiver that is computed would be computed later than before, and one that has
// a Do of its own (a wrapper that embeds a client) would change what is called.
func (r *repair) client(sel *ast.SelectorExpr) (string, bool) {
	if r.f.Call.Recv == nil {
		pkg, ok := sel.X.(*ast.Ident)
		if !ok {
			return "", false
		}
		return pkg.Name + ".DefaultClient", true
	}
	obj, _, _ := types.LookupFieldOrMethod(r.pass.TypesInfo.TypeOf(sel.X), true, r.pass.Pkg, "Do")
	do, ok := obj.(*types.Func)
	if !ok || do.FullName() != "(*net/http.Client).Do" || !plain(sel.X) {
		return "", false
	}
	return r.text(sel.X), true
}

// plain: a variable or a chain of fields.
func plain(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return plain(e.X)
	}
	return false
}

// build turns the call into that of NewRequestWithContext; header is the statement that Post sets its type with.
func (r *repair) build(call *ast.CallExpr, sel *ast.SelectorExpr) (edits []analysis.TextEdit, header string, ok bool) {
	pkg, edits := r.file.Import(call.Pos(), "net/http", "http")
	head := pkg + ".NewRequestWithContext("
	args := call.Args
	edits = append(edits, replace(call.Fun, head[:len(head)-1]), r.first(call, r.ctx.expr+", "+pkg+"."+methods[sel.Sel.Name]))
	const set = `.Header.Set("Content-Type", `
	switch sel.Sel.Name {
	case "Post":
		_, isCall := ast.Unparen(args[1]).(*ast.CallExpr)
		if len(args) != 3 || isCall || r.hasComment(args[0].End(), args[2].Pos()) {
			return nil, "", false
		}
		edits = append(edits, analysis.TextEdit{Pos: args[0].End(), End: args[1].End()})
		return edits, set + r.text(args[1]) + ")", true
	case "PostForm":
		if len(args) != 2 || !syntax.Is(r.pass.TypesInfo.TypeOf(args[1]), "net/url", "Values") {
			return nil, "", false
		}
		strs, add := r.file.Import(call.Pos(), "strings", "strings")
		edits = append(edits, add...)
		edits = append(edits, insert(args[1].Pos(), strs+".NewReader("), insert(args[1].End(), ".Encode())"))
		return edits, set + `"application/x-www-form-urlencoded")`, true
	}
	return append(edits, insert(args[0].End(), ", nil")), "", len(args) == 1
}

// returnSent: return c.Get(url), in a function that returns nothing else.
func (r *repair) returnSent(s *ast.ReturnStmt, call *ast.CallExpr, req, client, header string) []analysis.TextEdit {
	if len(s.Results) != 1 || s.Results[0] != ast.Expr(call) || r.hasComment(s.Pos(), call.Pos()) {
		return nil
	}
	tail := "\nif err != nil {\nreturn nil, err\n}\n"
	if header != "" {
		tail += req + header + "\n"
	}
	return []analysis.TextEdit{
		{Pos: s.Pos(), End: call.Pos(), NewText: []byte(req + ", err := ")},
		insert(s.End(), tail+"return "+client+".Do("+req+")"),
	}
}

// assignSent: resp, err := c.Get(url), followed by if err != nil { … } that leaves.
func (r *repair) assignSent(s *ast.AssignStmt, call *ast.CallExpr, req, client, header string) []analysis.TextEdit {
	if len(s.Lhs) != 2 || len(s.Rhs) != 1 || s.Rhs[0] != ast.Expr(call) {
		return nil
	}
	resp, ok1 := s.Lhs[0].(*ast.Ident)
	err, ok2 := s.Lhs[1].(*ast.Ident)
	if !ok1 || !ok2 || err.Name == "_" {
		return nil
	}
	v := r.pass.TypesInfo.ObjectOf(err)
	if v == nil || s.Tok == token.ASSIGN && v.Parent() != r.pass.Pkg.Scope().Innermost(s.Pos()) {
		return nil // req, err := would declare another err
	}
	guard := r.guard(s, v, r.pass.TypesInfo.ObjectOf(resp))
	if guard == "" {
		return nil
	}
	tok := " = "
	if r.pass.TypesInfo.Defs[resp] != nil && resp.Name != "_" {
		tok = " := "
	}
	tail := "\n" + guard + "\n"
	if header != "" {
		tail += req + header + "\n"
	}
	edits := []analysis.TextEdit{replace(resp, req), insert(s.End(), tail+resp.Name+", "+err.Name+tok+client+".Do("+req+")")}
	if s.Tok == token.ASSIGN {
		edits = append(edits, analysis.TextEdit{Pos: s.TokPos, End: s.TokPos + 1, NewText: []byte(":=")})
	}
	return edits
}

// guard prints the statement after s if it is if err != nil { … } whose body leaves and does not speak of the response.
func (r *repair) guard(s ast.Stmt, err, resp types.Object) string {
	var next ast.Stmt
	for _, n := range r.file.Path(s) {
		list := syntax.List(n)
		for i := range list {
			if list[i] == s && i+1 < len(list) {
				next = list[i+1]
			}
		}
	}
	is, ok := next.(*ast.IfStmt)
	if !ok || is.Init != nil || is.Else != nil || !syntax.Leaves(is.Body) {
		return ""
	}
	cond, ok := ast.Unparen(is.Cond).(*ast.BinaryExpr)
	if !ok || cond.Op != token.NEQ || !r.pass.TypesInfo.Types[cond.Y].IsNil() {
		return ""
	}
	if id, ok := ast.Unparen(cond.X).(*ast.Ident); !ok || r.pass.TypesInfo.Uses[id] != err {
		return ""
	}
	spoken := false
	ast.Inspect(is.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		spoken = spoken || ok && resp != nil && r.pass.TypesInfo.Uses[id] == resp
		return !spoken
	})
	if spoken {
		return ""
	}
	return r.text(is)
}

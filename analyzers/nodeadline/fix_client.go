package nodeadline

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/deadline"
	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/rule"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// clientExpr is where the unlimited client of a fault is made: the literal, http.DefaultClient, the maker's call.
func clientExpr(f *deadline.Fault) ast.Expr {
	if f.Call != nil && f.Need != nil {
		return f.Need.Client.Expr
	}
	e, _ := f.Node.(ast.Expr)
	return e
}

// limitClient gives the client made by e a Timeout. Where foreign code will use it as it likes, or it is everybody's
// default, a person looks first.
func (p *repair) limitClient(e ast.Expr) *rule.Fix {
	level := rule.Safe
	if p.f.Call == nil {
		level = rule.Ask
	}
	switch x := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return p.literal(x, level)
	case *ast.CallExpr:
		if id, ok := x.Fun.(*ast.Ident); ok && id.Name == "new" && len(x.Args) == 1 {
			return p.newClient(x, level)
		}
		return p.setLater(x, rule.Ask) // made by a library
	case *ast.StarExpr:
		return p.setLater(x, level)
	case *ast.Ident:
		return p.zero(x, level)
	case *ast.SelectorExpr:
		if p.isDefault(x) && !p.changesDefault() {
			text := "&" + types.ExprString(x.X) + ".Client{Timeout: " + p.limit.Expr + "}"
			return p.fix("use a client with Timeout: "+p.limit.Expr, rule.Ask, replace(x, p.operand(x, text)))
		}
	}
	return nil
}

// literal: http.Client{Transport: t} → http.Client{Timeout: d, Transport: t}; a net.Dialer likewise.
func (p *repair) literal(lit *ast.CompositeLit, level rule.Level) *rule.Fix {
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return nil
		}
		if id, ok := kv.Key.(*ast.Ident); ok && id.Name == "Timeout" {
			return nil // Timeout: 0 was written on purpose
		}
	}
	title := "set Timeout: " + p.limit.Expr
	text := "Timeout: " + p.limit.Expr
	if len(lit.Elts) == 0 {
		return p.fix(title, level, insert(lit.Lbrace+1, text))
	}
	at := lit.Elts[0].Pos()
	for _, c := range p.file.Syntax.Comments { // those that lead the first field stay with it
		if lit.Lbrace < c.Pos() && c.Pos() < at && p.line(c.Pos()) > p.line(lit.Lbrace) {
			at = c.Pos()
			break
		}
	}
	if p.line(at) > p.line(lit.Lbrace) {
		return p.fix(title, level, insert(at, text+",\n"))
	}
	return p.fix(title, level, insert(at, text+", "))
}

func (p *repair) line(pos token.Pos) int { return p.pass.Fset.PositionFor(pos, false).Line }

// newClient: new(http.Client) → &http.Client{Timeout: d}.
func (p *repair) newClient(call *ast.CallExpr, level rule.Level) *rule.Fix {
	text := "&" + types.ExprString(call.Args[0]) + "{Timeout: " + p.limit.Expr + "}"
	return p.fix("set Timeout: "+p.limit.Expr, level, replace(call, p.operand(call, text)))
}

// operand puts text, a literal's address, into parentheses where a selector or the body of an if follows.
func (p *repair) operand(e ast.Expr, text string) string {
	switch p.syn.Parent(e).(type) {
	case *ast.ParenExpr, *ast.CallExpr, *ast.KeyValueExpr, *ast.ReturnStmt, *ast.CompositeLit:
		return text
	case *ast.AssignStmt, *ast.ValueSpec:
		if _, list := p.syn.Parent(p.syn.Parent(e)).(*ast.BlockStmt); list {
			return text
		}
	}
	return "(" + text + ")"
}

// zero: var hc http.Client → var hc = http.Client{Timeout: d}.
func (p *repair) zero(id *ast.Ident, level rule.Level) *rule.Fix {
	v, ok := p.pass.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok || v.IsField() || v.Pkg() != p.pass.Pkg {
		return nil
	}
	file, ok := fix.In(p.pass, v.Pos())
	if !ok || file.Syntax != p.file.Syntax {
		return nil
	}
	for _, n := range file.Path(id) {
		if spec, ok := n.(*ast.ValueSpec); ok {
			return p.zeroSpec(spec, level)
		}
	}
	if defs := p.syn.All(v); len(defs) == 1 {
		if spec, ok := defs[0].Node.(*ast.ValueSpec); ok {
			return p.zeroSpec(spec, level)
		}
	}
	return nil
}

func (p *repair) zeroSpec(spec *ast.ValueSpec, level rule.Level) *rule.Fix {
	if len(spec.Names) != 1 || len(spec.Values) > 0 || spec.Type == nil {
		return nil
	}
	return p.fix("set Timeout: "+p.limit.Expr, level,
		insert(spec.Type.Pos(), "= "), insert(spec.Type.End(), "{Timeout: "+p.limit.Expr+"}"))
}

// setLater: c := *http.DefaultClient; … → the same, and c.Timeout = d before the next statement.
func (p *repair) setLater(e ast.Expr, level rule.Level) *rule.Fix {
	as, ok := p.syn.Parent(e).(*ast.AssignStmt)
	if !ok || len(as.Lhs) != 1 || as.Tok != token.DEFINE || !syntax.Is(p.pass.TypesInfo.TypeOf(e), "net/http", "Client") {
		return nil
	}
	id, ok := as.Lhs[0].(*ast.Ident)
	if !ok || id.Name == "_" {
		return nil
	}
	list, ok := p.syn.Parent(as).(*ast.BlockStmt)
	if !ok {
		return nil
	}
	for i, s := range list.List[:len(list.List)-1] {
		if s == ast.Stmt(as) && !setsTimeout(list.List[i+1], id.Name) {
			return p.fix("set Timeout: "+p.limit.Expr, level,
				p.file.InsertBefore(list.List[i+1], id.Name+".Timeout = "+p.limit.Expr))
		}
	}
	return nil
}

// setsTimeout: the statement is name.Timeout = d already, whatever keeps the model from seeing it.
func setsTimeout(s ast.Stmt, name string) bool {
	as, ok := s.(*ast.AssignStmt)
	return ok && len(as.Lhs) == 1 && types.ExprString(as.Lhs[0]) == name+".Timeout"
}

func (p *repair) isDefault(sel *ast.SelectorExpr) bool {
	v, ok := p.pass.TypesInfo.Uses[sel.Sel].(*types.Var)
	return ok && v.Pkg() != nil && v.Pkg().Path() == "net/http" && v.Name() == "DefaultClient"
}

// changesDefault: some statement of the package sets http.DefaultClient or a field of it, so another client is not the
// same.
func (r *repairer) changesDefault() bool {
	for _, imp := range r.pass.Pkg.Imports() {
		if imp.Path() != "net/http" {
			continue
		}
		v, ok := imp.Scope().Lookup("DefaultClient").(*types.Var)
		if !ok || len(r.syn.All(v)) > 0 {
			return true
		}
		st, ok := syntax.Deref(v.Type()).Underlying().(*types.Struct)
		if !ok {
			return true
		}
		for f := range st.Fields() {
			for _, d := range r.syn.All(f) {
				if sel, ok := d.Lhs.(*ast.SelectorExpr); ok && r.syn.VarOf(sel.X) == v {
					return true
				}
			}
		}
	}
	return false
}

// limitCall repairs calls that take no context: net.Dial, http.Get, db.Exec.
func (p *repair) limitCall() *rule.Fix {
	fn := p.f.Call.Fn
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	switch path := fn.Pkg().Path(); {
	case path == "net" && fn.Name() == "Dial" && fn.Signature().Recv() == nil:
		return p.dialTimeout(p.f.Call.Expr)
	case path == "net" && p.f.Need != nil && p.f.Need.Client.State == deadline.Unlimited:
		switch x := p.f.Need.Client.Expr.(type) {
		case *ast.CompositeLit:
			if at := p.at(p.f, x.Pos()); at != nil {
				return at.literal(x, rule.Safe)
			}
		case *ast.Ident:
			return p.zero(x, rule.Safe)
		}
	case path == "net/http" && fn.Signature().Recv() == nil:
		return p.ownClient()
	case p.f.Call.Sink != nil && p.f.Call.Sink.Twin != "":
		return p.withContext()
	}
	return nil
}

// dialTimeout: net.Dial(a, b) → net.DialTimeout(a, b, d).
func (p *repair) dialTimeout(call *ast.CallExpr) *rule.Fix {
	sel := p.qualified(call)
	if sel == nil || len(call.Args) != 2 {
		return nil
	}
	return p.fix("use net.DialTimeout with "+p.limit.Expr, rule.Safe,
		replace(sel.Sel, "DialTimeout"), insert(call.Args[1].End(), ", "+p.limit.Expr))
}

// ownClient: http.Get(url) → (&http.Client{Timeout: d}).Get(url), for every such call of the function, since they are
// one report. The transport, and so its pool, stays the default one.
func (p *repair) ownClient() *rule.Fix {
	if p.changesDefault() {
		return nil
	}
	var edits []analysis.TextEdit
	for _, call := range p.calls() {
		sel := p.qualified(call)
		if sel == nil {
			return nil
		}
		edits = append(edits, replace(sel.X, "(&"+types.ExprString(sel.X)+".Client{Timeout: "+p.limit.Expr+"})"))
	}
	if len(edits) == 0 {
		return nil
	}
	return p.fix("use a client with Timeout: "+p.limit.Expr, rule.Ask, edits...)
}

// qualified is pkg.F of a call that names the function of a fault so.
func (p *repair) qualified(call *ast.CallExpr) *ast.SelectorExpr {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	x, ok := sel.X.(*ast.Ident)
	if !ok {
		return nil
	}
	if _, pkg := p.pass.TypesInfo.Uses[x].(*types.PkgName); !pkg {
		return nil
	}
	if fn, ok := p.pass.TypesInfo.Uses[sel.Sel].(*types.Func); !ok || fn.Pkg() != p.f.Call.Fn.Pkg() {
		return nil
	}
	return sel
}

// calls are the fault's call and the others that it stands for; nil if one of them is not found.
func (p *repair) calls() []*ast.CallExpr {
	out := []*ast.CallExpr{p.f.Call.Expr}
	for _, o := range p.f.Others {
		var found *ast.CallExpr
		ast.Inspect(p.f.Call.In.Root().Node, func(n ast.Node) bool {
			if c, ok := n.(*ast.CallExpr); ok && c.Pos() == o.Pos && c.End() == o.End {
				found = c
			}
			return found == nil
		})
		if found == nil {
			return nil
		}
		out = append(out, found)
	}
	return out
}

package detachedctx

import (
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/deadline"
	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// repair is what the fixes of one finding share.
type repair struct {
	pass *analysis.Pass
	env  *rule.Env
	file *fix.File
	f    *deadline.Fault
	root *ast.CallExpr // context.Background(), context.TODO() or context.WithoutCancel(ctx)
	hand string
}

// fixes puts the context at hand in the root's place. For a write a second one keeps it detached, but with an end. A
// WithoutCancel was written on purpose, so there the order is the other way round.
func fixes(pass *analysis.Pass, env *rule.Env, f *deadline.Fault) []rule.Fix {
	root, ok := f.Node.(*ast.CallExpr)
	if !ok || f.Shape != deadline.FreshRoot || f.Hand == nil || f.Hand.Expr == "_" || root == f.Call.Expr {
		return nil
	}
	file, ok := fix.In(pass, root.Pos())
	if !ok {
		return nil
	}
	r := &repair{pass, env, file, f, root, f.Hand.Expr}
	kind := r.kind()
	if kind == "" || !r.inScope() {
		return nil
	}
	detached := kind == "WithoutCancel"
	if !detached && !mayOutlive(f) {
		return []rule.Fix{r.attach()}
	}
	end, ok := r.end()
	switch {
	case !ok:
		return []rule.Fix{r.attach()}
	case detached:
		return []rule.Fix{end, r.attach()}
	}
	return []rule.Fix{r.attach(), end}
}

// kind is Background, TODO or WithoutCancel; "" for a function that makes a root of its own, which is left to people.
func (r *repair) kind() string {
	fn := typeutil.StaticCallee(r.pass.TypesInfo, r.root)
	if fn == nil {
		return ""
	}
	switch derive, ok := catalog.DeriveOf(fn); {
	case ok && (derive == catalog.MakesRoot || derive == catalog.Detaches):
		return fn.Name()
	}
	return ""
}

// inScope: at the root, the name of the context at hand still means it.
func (r *repair) inScope() bool {
	scope := r.pass.Pkg.Scope().Innermost(r.root.Pos())
	if scope == nil {
		return false
	}
	name, _, _ := strings.Cut(r.hand, ".")
	name, _, _ = strings.Cut(name, "(")
	_, obj := scope.LookupParent(name, r.root.Pos())
	want := r.f.Hand.Var
	if r.f.Hand.Derived != nil {
		want = r.f.Hand.Derived
	}
	return want != nil && obj == types.Object(want)
}

// attach: db.ExecContext(context.Background(), …) → db.ExecContext(ctx, …). It is safe for the argument of the
// downstream call itself; a root that is kept or derived from may have been meant for more.
func (r *repair) attach() rule.Fix {
	level := rule.Ask
	if r.direct() && len(r.root.Args) == 0 {
		level = rule.Safe
	}
	var gone ast.Node = r.root
	text := r.hand
	if as, ok := r.file.StatementOf(r.root).(*ast.AssignStmt); ok && r.assigns(as) && as.Tok == token.ASSIGN {
		if id, ok := as.Lhs[0].(*ast.Ident); ok && id.Name == r.hand {
			gone, text = as, "" // ctx = context.Background() would become ctx = ctx
		}
	}
	edits := []analysis.TextEdit{{Pos: gone.Pos(), End: gone.End(), NewText: []byte(text)}}
	edits = append(edits, r.file.DropImport("context", gone)...)
	return rule.Fix{Title: "pass " + r.hand, Level: level, Edits: edits}
}

// end keeps the call detached and gives it a deadline; a person decides whether that is meant. Three places allow it:
//
//	context.WithTimeout(context.Background(), d)      the parent becomes context.WithoutCancel(ctx)
//	detached := context.WithoutCancel(ctx)            becomes detached, cancel := context.WithTimeout(…)
//	db.ExecContext(context.Background(), …)           is given a variable that is made just before
func (r *repair) end() (rule.Fix, bool) {
	pkg := r.contextPackage()
	if pkg == "" {
		return rule.Fix{}, false
	}
	kept := pkg + ".WithoutCancel(" + r.hand + ")"
	if len(r.root.Args) > 0 {
		kept = types.ExprString(r.root)
	}
	replace := func(text string) analysis.TextEdit {
		return analysis.TextEdit{Pos: r.root.Pos(), End: r.root.End(), NewText: []byte(text)}
	}
	if r.f.Need.Ctx.Bounded {
		return rule.Fix{Title: "let the write outlive " + r.hand + " within its own deadline", Level: rule.Ask, Edits: []analysis.TextEdit{replace(kept)}}, true
	}
	path := r.file.Path(r.root)
	stmt := fix.Statement(path)
	if stmt == nil || inLoop(path) || r.leaves(stmt) {
		return rule.Fix{}, false
	}
	limit := r.file.Duration(r.root.Pos(), r.env.Config, 0)
	made, detach := r.made(pkg, kept, limit.Expr)
	cancel := r.file.FreshName(stmt.Pos(), "cancel")
	edits := append(limit.Edits, detach...)
	as, ok := stmt.(*ast.AssignStmt)
	switch {
	case ok && r.assigns(as) && as.Tok == token.DEFINE:
		name := as.Lhs[0].End()
		indent := r.file.InsertBefore(stmt, "")
		edits = append(edits, analysis.TextEdit{Pos: name, End: name, NewText: []byte(", " + cancel)},
			replace(made+string(indent.NewText)+"defer "+cancel+"()"))
	case r.direct():
		name := r.file.FreshName(stmt.Pos(), "detached")
		edits = append(edits, r.file.InsertBefore(stmt, name+", "+cancel+" := "+made, "defer "+cancel+"()"), replace(name))
	default:
		return rule.Fix{}, false
	}
	title := "let the write outlive " + r.hand + " for " + limit.Expr
	if len(r.root.Args) > 0 {
		title = "let it outlive " + r.hand + " for " + limit.Expr + " only"
	}
	return rule.Fix{Title: title + " (" + limit.Why + ")", Level: rule.Ask, Edits: edits}, true
}

// made spells the context that outlives the one at hand: budget.Detach does it in one call.
func (r *repair) made(pkg, kept, limit string) (string, []analysis.TextEdit) {
	if !fix.UsesRuntime(r.pass, r.env.Config, r.root.Pos(), "budget") {
		return pkg + ".WithTimeout(" + kept + ", " + limit + ")", nil
	}
	budget, edits := r.file.Import(r.root.Pos(), fix.RuntimePath("budget"), "budget")
	from := r.hand
	if len(r.root.Args) > 0 { // WithoutCancel(ctx)
		from = types.ExprString(r.root.Args[0])
	}
	return budget + ".Detach(" + from + ", " + limit + ")", append(edits, r.file.DropImport("context", r.root)...)
}

// direct: the root is an argument of the downstream call itself.
func (r *repair) direct() bool {
	for _, a := range r.f.Call.Expr.Args {
		if ast.Unparen(a) == ast.Expr(r.root) {
			return true
		}
	}
	return false
}

// assigns: as is v := root or v = root.
func (r *repair) assigns(as *ast.AssignStmt) bool {
	return len(as.Lhs) == 1 && len(as.Rhs) == 1 && ast.Unparen(as.Rhs[0]) == ast.Expr(r.root)
}

// contextPackage is the file's name for package context, which the root itself spells; "" where that is another
// package, or where it has no WithoutCancel yet (Go 1.21).
func (r *repair) contextPackage() string {
	sel, ok := r.root.Fun.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	fn, ok := r.pass.TypesInfo.Uses[sel.Sel].(*types.Func)
	if !ok || fn.Pkg().Path() != "context" || version.Compare(r.pass.Pkg.GoVersion(), "go1.21") < 0 {
		return ""
	}
	x, ok := sel.X.(*ast.Ident)
	if !ok {
		return ""
	}
	return x.Name
}

// leaves: the statement returns something that may read on after the deferred cancel.
func (r *repair) leaves(stmt ast.Stmt) bool {
	ret, ok := stmt.(*ast.ReturnStmt)
	if !ok {
		return false
	}
	for _, e := range ret.Results {
		t := r.pass.TypesInfo.TypeOf(e)
		if t == nil || !plain(t) {
			return true
		}
	}
	return false
}

// plain: an error, a number or text.
func plain(t types.Type) bool {
	if _, basic := t.Underlying().(*types.Basic); basic {
		return true
	}
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

// inLoop: a deferred cancel would pile up.
func inLoop(path []ast.Node) bool {
	for _, n := range path {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return true
		case *ast.FuncLit, *ast.FuncDecl:
			return false
		}
	}
	return false
}

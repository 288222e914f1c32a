package seqloop

import (
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/effect"
	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/rule"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// The fix makes the calls ahead of the loop, a few at a time, and leaves everything else where it was:
//
//	const atOnce = 8 // calls under way
//	callCtx, stop := context.WithCancel(ctx)
//	defer stop() // an early return stops the calls that are still under way
//	priceAt := make([]int, len(products))
//	errs := make([]error, len(products))
//	calls := make([]sync.WaitGroup, len(products))
//	ask := func(i int) {
//		if i >= len(products) {
//			return
//		}
//		p := products[i]
//		calls[i].Go(func() { priceAt[i], errs[i] = s.price(callCtx, p) })
//	}
//	for i := range atOnce {
//		ask(i)
//	}
//	for i, p := range products {
//		calls[i].Wait()
//		ask(i + atOnce)
//		price, err := priceAt[i], errs[i] // was: s.price(ctx, p)
//		if err != nil {
//			return nil, err
//		}
//		prices = append(prices, price)
//	}
//
// So order, appends, wrapped errors, comments, names and types are those of the old loop, and its first error is the
// first in source order. An errgroup with a limit would be shorter, but gives the first error in time: with its context
// the items before the failed one seem to have failed by themselves, and without it an item that hangs, far behind the
// one that failed, holds the answer up.

// atOnce is the limit that the fix offers. It is a guess, so that a person has to agree.
const atOnce = "8"

// repairer makes the fixes of one package.
type repairer struct {
	pass  *analysis.Pass
	cfg   *config.Config
	known *effect.Result
	names fix.Names
}

// plan is a loop in a shape that the fix can take apart.
type plan struct {
	effect.Member
	loop   ast.Stmt
	in     *syntax.Func
	stmt   ast.Stmt        // the statement of the body that makes the call
	assign *ast.AssignStmt // that, or in its header: x, err := call(ctx, item)
	ctx    ast.Expr        // what the call is given
	over   ast.Expr        // the collection
	index  *ast.Ident      // nil where the loop does not name it
	item   *ast.Ident      // nil likewise
	// prelude is what comes before the call, and moved what of that makes its operands: req := &Request{ID: id}
	prelude []ast.Stmt
	moved   []*ast.AssignStmt
}

func (r *repairer) fixes(l *effect.Loop) []rule.Fix {
	if l.Fold || l.SQL || len(l.Calls) != 1 || l.Calls[0].Fn == nil {
		return nil
	}
	file, ok := fix.In(r.pass, l.Stmt.Pos())
	if !ok || !r.since(file.Syntax, "go1.22") || !r.listed(l.Stmt) {
		return nil
	}
	p := &plan{Member: l.Calls[0], loop: l.Stmt, in: l.In}
	if !r.header(p) || !r.first(p, file) || !r.ends(p) || !r.operands(p) || leaves(p.loop) && r.known.Seen(p.Expr, head(p.loop)) {
		return nil
	}
	var list []rule.Fix
	edits := func() *edit { return &edit{repairer: r, plan: p, file: file, names: r.names.Copy(l.In)} }
	if e := edits(); fix.UsesRuntime(r.pass, r.cfg, l.Stmt.Pos(), "pool") && e.pool() {
		title := "ask for all before the loop, " + atOnce + " at a time, with package pool: the first to fail ends the others, and its error is returned"
		list = append(list, rule.Fix{Title: title, Level: rule.Ask, Edits: e.edits})
		defer r.names.Add(e.names)
	}
	if e := edits(); e.build() {
		title := "keep " + atOnce + " of the calls under way, and go through the answers in the same order"
		list = append(list, rule.Fix{Title: title, Level: rule.Ask, Edits: e.edits})
		defer r.names.Add(e.names)
	}
	return list
}

// since: the file may use what this version of Go brought.
func (r *repairer) since(f *ast.File, go1 string) bool {
	v := r.pass.TypesInfo.FileVersions[f]
	if v == "" {
		v = r.pass.Pkg.GoVersion()
	}
	return v != "" && version.Compare(v, go1) >= 0
}

// listed: the loop stands in a list of statements, has no label, and is in no other loop, which would make calls that
// only the function's end stops.
func (r *repairer) listed(loop ast.Stmt) bool {
	switch r.known.Syntax.Parent(loop).(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
	default:
		return false
	}
	around := r.known.Syntax.Enclosing(loop, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.FuncLit, *ast.FuncDecl:
			return true
		}
		return false
	})
	return r.known.Syntax.FuncOf(around) != nil
}

// header reads the loops whose rounds are numbered from zero by the elements of a collection.
//
//	for i, p := range products
//	for i := 0; i < len(products); i++
func (r *repairer) header(p *plan) bool {
	switch s := p.loop.(type) {
	case *ast.RangeStmt:
		if s.Tok != token.DEFINE || !numbered(r.pass.TypesInfo.TypeOf(s.X)) {
			return false
		}
		p.over, p.index, p.item = s.X, named(s.Key), named(s.Value)
		return true
	case *ast.ForStmt:
		init, ok := s.Init.(*ast.AssignStmt)
		cond, less := s.Cond.(*ast.BinaryExpr)
		post, inc := s.Post.(*ast.IncDecStmt)
		if !ok || !less || !inc || len(init.Lhs) != 1 || init.Tok != token.DEFINE || cond.Op != token.LSS || post.Tok != token.INC {
			return false
		}
		zero, isLit := init.Rhs[0].(*ast.BasicLit)
		size, isCall := cond.Y.(*ast.CallExpr)
		if !isLit || zero.Value != "0" || !isCall || len(size.Args) != 1 || types.ExprString(size.Fun) != "len" || !numbered(r.pass.TypesInfo.TypeOf(size.Args[0])) {
			return false
		}
		p.over, p.index = size.Args[0], named(init.Lhs[0])
		v := r.known.Syntax.VarOf(p.index)
		items := r.known.Syntax.VarOf(p.over)
		return v != nil && r.known.Syntax.VarOf(cond.X) == v && r.known.Syntax.VarOf(post.X) == v && items != nil && !r.assigned(p, items)
	}
	return false
}

func named(e ast.Expr) *ast.Ident {
	id, ok := e.(*ast.Ident)
	if !ok || id.Name == "_" {
		return nil
	}
	return id
}

// numbered: ranging over it counts from 0 to its length.
func numbered(t types.Type) bool {
	if t == nil {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Slice, *types.Array:
		return true
	case *types.Pointer:
		_, ok := u.Elem().Underlying().(*types.Array)
		return ok
	}
	return false
}

// first: nothing before the call decides whether it is made, so that all can be made ahead.
func (r *repairer) first(p *plan, file *fix.File) bool {
	for _, s := range head(p.loop).List {
		if s.Pos() <= p.Expr.Pos() && p.Expr.End() <= s.End() {
			p.stmt = s
			break
		}
		if !r.plain(s) {
			return false
		}
		p.prelude = append(p.prelude, s)
	}
	switch s := p.stmt.(type) {
	case *ast.AssignStmt:
		p.assign = s
	case *ast.IfStmt:
		p.assign, _ = s.Init.(*ast.AssignStmt)
	}
	a := p.assign
	if a == nil || len(a.Rhs) != 1 || ast.Unparen(a.Rhs[0]) != ast.Expr(p.Expr) || file.Commented(a) || a.Tok != token.ASSIGN && a.Tok != token.DEFINE {
		return false
	}
	results := p.results(r.pass)
	if len(results) != len(a.Lhs) {
		return false
	}
	return !slices.ContainsFunc(results, fix.ReadsOn)
}

func (p *plan) results(pass *analysis.Pass) (list []types.Type) {
	switch t := pass.TypesInfo.TypeOf(p.Expr).(type) {
	case nil:
	case *types.Tuple:
		for v := range t.Variables() {
			list = append(list, v.Type())
		}
	default:
		list = append(list, t)
	}
	return list
}

// ends: a round goes on to the next one or leaves the function, and defers nothing.
func (r *repairer) ends(p *plan) bool {
	ok := true
	ast.Inspect(head(p.loop), func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.DeferStmt:
			ok = false
		case *ast.BranchStmt:
			ok = ok && n.Label == nil && n.Tok != token.GOTO && (n.Tok != token.BREAK || r.inside(p, n))
		}
		return ok
	})
	return ok
}

// leaves: a round may leave the function, and the calls that are under way with it.
func leaves(loop ast.Stmt) (found bool) {
	ast.Inspect(head(loop), func(n ast.Node) bool {
		_, lit := n.(*ast.FuncLit)
		_, ret := n.(*ast.ReturnStmt)
		found = found || ret
		return !lit && !found
	})
	return found
}

// inside: the break ends a switch, a select or a loop within the loop.
func (r *repairer) inside(p *plan, b *ast.BranchStmt) bool {
	return r.known.Syntax.Enclosing(b, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			return true
		}
		return false
	}) != ast.Node(p.loop)
}

package seqloop

import (
	"go/ast"
	"go/token"
	"go/types"
	"go/version"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/effect"
	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/rule"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// The fix puts a loop before the loop, which makes the calls, and leaves everything else where it was:
//
//	priceAt := make([]int, len(products))
//	errs := make([]error, len(products))
//	g, failed := errgroup.WithContext(ctx)
//	g.SetLimit(8)
//	for i, p := range products {
//		if errs[i] = failed.Err(); errs[i] != nil {
//			break // those that follow a failure are not asked any more
//		}
//		g.Go(func() error {
//			priceAt[i], errs[i] = s.price(ctx, p)
//			return errs[i]
//		})
//	}
//	_ = g.Wait()
//	for i, p := range products {
//		price, err := priceAt[i], errs[i] // was: s.price(ctx, p)
//		if err != nil {
//			return nil, err
//		}
//		prices = append(prices, price)
//	}
//
// So order, appends, wrapped errors, comments, names and types are those of the old loop, which still runs round by
// round. Calls start in source order, so only later ones are left out after a failure, and those under way are waited
// for: were they given the group's context, an item before the one that failed would seem to have failed by itself,
// and its error, first in source order, would win. The group's own error is the first in time, and is not looked at.

// atOnce is the limit that the fix offers. It is a guess, so that a person has to agree.
const atOnce = "8"

// repairer makes the fixes of one package.
type repairer struct {
	pass  *analysis.Pass
	known *effect.Result
	names fix.Names
}

// plan is a loop in a shape that the fix can take apart.
type plan struct {
	effect.Member
	loop   ast.Stmt
	in     *syntax.Func
	assign *ast.AssignStmt // the first statement of the body, or in its header: x, err := call(ctx, item)
	ctx    ast.Expr        // what the call is given
	over   ast.Expr        // the collection
	index  *ast.Ident      // nil where the loop does not name it
	item   *ast.Ident      // nil likewise
	err    int             // the index of the error among the results, -1 for none
	stops  bool            // the loop ends at the first error
}

func (r *repairer) fixes(l *effect.Loop) []rule.Fix {
	if l.Fold || l.SQL || len(l.Calls) != 1 || l.Calls[0].Fn == nil {
		return nil
	}
	file, ok := fix.In(r.pass, l.Stmt.Pos())
	if !ok || !r.perRound(file.Syntax) || !r.listed(l.Stmt) {
		return nil
	}
	p := &plan{Member: l.Calls[0], loop: l.Stmt, in: l.In}
	if !r.header(p) || !r.first(p, file) || !r.ends(p) || !r.operands(p) {
		return nil
	}
	e := &edit{repairer: r, plan: p, file: file, grouped: fix.UsesSync(r.pass, l.Stmt.Pos())}
	if !e.build() {
		return nil
	}
	with := "an errgroup"
	if !e.grouped {
		with = "a semaphore"
	}
	title := "keep up to " + atOnce + " of the calls under way, with " + with + ", and go through the answers in the same order"
	return []rule.Fix{{Title: title, Level: rule.Ask, Edits: e.edits}}
}

// perRound: closures see the variables of their own round, as since Go 1.22.
func (r *repairer) perRound(f *ast.File) bool {
	v := r.pass.TypesInfo.FileVersions[f]
	if v == "" {
		v = r.pass.Pkg.GoVersion()
	}
	return v == "" || version.Compare(v, "go1.22") >= 0
}

// listed: the loop stands in a list of statements and has no label.
func (r *repairer) listed(loop ast.Stmt) bool {
	switch r.known.Syntax.Parent(loop).(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
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

// first: the call is what each round begins with, so that all can be made before.
func (r *repairer) first(p *plan, file *fix.File) bool {
	body := head(p.loop)
	if len(body.List) == 0 {
		return false
	}
	var check *ast.IfStmt
	switch s := body.List[0].(type) {
	case *ast.AssignStmt:
		p.assign = s
		if len(body.List) > 1 {
			check, _ = body.List[1].(*ast.IfStmt)
		}
	case *ast.IfStmt:
		p.assign, _ = s.Init.(*ast.AssignStmt)
		check = s
	}
	a := p.assign
	if a == nil || len(a.Rhs) != 1 || ast.Unparen(a.Rhs[0]) != ast.Expr(p.Expr) || file.Commented(a) || a.Tok != token.ASSIGN && a.Tok != token.DEFINE {
		return false
	}
	results := p.results(r.pass)
	if len(results) != len(a.Lhs) {
		return false
	}
	p.err = -1
	for i, t := range results {
		if syntax.IsError(t) && i == len(results)-1 {
			p.err = i
		} else if fix.ReadsOn(t) {
			return false
		}
	}
	p.stops = p.err >= 0 && check != nil && r.gives(check, a.Lhs[p.err])
	return true
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

// gives: if err != nil { …; return … }, from which no other way leads on.
func (r *repairer) gives(s *ast.IfStmt, err ast.Expr) bool {
	cond, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr)
	v := r.known.Syntax.VarOf(err)
	if !ok || cond.Op != token.NEQ || v == nil || r.known.Syntax.VarOf(cond.X) != v || !r.pass.TypesInfo.Types[cond.Y].IsNil() || len(s.Body.List) == 0 {
		return false
	}
	_, returns := s.Body.List[len(s.Body.List)-1].(*ast.ReturnStmt)
	ast.Inspect(s.Body, func(n ast.Node) bool {
		if _, jumps := n.(*ast.BranchStmt); jumps {
			returns = false
		}
		return returns
	})
	return returns
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

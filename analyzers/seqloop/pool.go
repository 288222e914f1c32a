package seqloop

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/fix"
)

// With the runtime, the first part of a round becomes the function of a pool.Map, and the rest stays a loop:
//
//	priceAt, err := pool.Map(ctx, products, 8, func(ctx context.Context, p string) (int, error) {
//		price, err := s.price(ctx, p)
//		if err != nil {
//			return 0, fmt.Errorf("price of %s: %w", p, err)
//		}
//		return price, nil
//	})
//	if err != nil {
//		return nil, err
//	}
//	for i, p := range products {
//		price := priceAt[i]
//		…
//	}
//
// The statements stay where they are, with new text around them, so that comments survive. The first error in time is
// returned, which cancels the rest; a panic reaches the caller. What a round does after its call now begins when all
// answers are in, so that part may do nothing that anybody sees if a later call fails.

// pooled is one such fix.
type pooled struct {
	*edit
	branch fix.Branch
	value  *ast.Ident   // what a call answers; nil if that is nothing but an error
	slice  *types.Slice // the collection's type
	rest   []ast.Stmt   // of the round, after the branch
	all    string       // the variable of all answers
	err    string       // that of the error
	param  string       // how the function names an item

	// made is the statement before the loop where all that the rounds do is to fill it: out := make([]T, len(items))
	made *ast.AssignStmt
	// grows is the variable where all that they do is to append to it.
	grows *ast.Ident
}

func (e *edit) pool() bool {
	p := &pooled{edit: e}
	if !p.shape() || !p.branches() || !p.invisible() || !p.collection() || !p.parameter() {
		return false
	}
	p.err = p.errIdent().Name
	typ, zero := "", ""
	if p.value != nil {
		var ok bool
		if typ, zero, ok = p.types(); !ok {
			return false
		}
		p.err = p.errName()
	}
	opening, ok := p.opening(typ)
	ending, kept := p.ending(zero)
	return ok && kept && p.write(opening, ending)
}

// types spells what a call answers, and its zero value.
func (p *pooled) types() (typ, zero string, ok bool) {
	t := p.pass.TypesInfo.TypeOf(p.value)
	typ, add, ok := p.file.TypeString(p.loop.Pos(), t)
	if !ok {
		return "", "", false
	}
	zero, more, ok := p.file.Zero(p.loop.Pos(), t)
	p.edits = append(append(p.edits, add...), more...)
	return typ, zero, ok
}

// shape: x, err := call(ctx, item), or err alone, over a slice.
func (p *pooled) shape() bool {
	a, info := p.assign, p.pass.TypesInfo
	n := len(a.Lhs)
	if a.Tok != token.DEFINE || n > 2 || len(p.moved) != len(p.prelude) {
		return false
	}
	for i, lhs := range a.Lhs {
		id, ok := lhs.(*ast.Ident)
		if !ok {
			return false
		}
		switch {
		case i == n-1:
			if info.Defs[id] == nil {
				return false
			}
		case id.Name != "_":
			p.value = id
		}
	}
	p.slice, _ = info.TypeOf(p.over).Underlying().(*types.Slice)
	return p.slice != nil && (p.value == nil || info.Defs[p.value] != nil)
}

// branches: the next thing that a round does is to leave the function with the error.
func (p *pooled) branches() (ok bool) {
	body := head(p.loop).List
	i := indexOf(body, p.stmt)
	ifs, inHeader := p.stmt.(*ast.IfStmt)
	switch {
	case inHeader && p.value != nil:
		return false // its name is known in the if only
	case !inHeader && i+1 < len(body):
		i++
		if ifs, ok = body[i].(*ast.IfStmt); !ok || ifs.Init != nil {
			return false
		}
	case !inHeader:
		return false
	}
	p.rest = body[i+1:]
	value := p.value
	if !p.uses(p.rest, value) {
		p.value = nil
	}
	err := p.pass.TypesInfo.Defs[p.assign.Lhs[len(p.assign.Lhs)-1].(*ast.Ident)]
	p.branch, ok = p.file.Branch(ifs, err, p.in.Sig.Results(), p.known.Still)
	return ok && p.alone(value) && p.keeps()
}

// alone: the words of the error are those of the round, or of what no round changes; what else the branch does is not
// about the round at all.
func (p *pooled) alone(value *ast.Ident) bool {
	ok := true
	check := func(n ast.Node, round bool) {
		ast.Inspect(n, func(n ast.Node) bool {
			if !round && n == ast.Node(p.branch.Err) {
				return false
			}
			id, isIdent := n.(*ast.Ident)
			if !isIdent || !ok {
				return ok
			}
			v, isVar := p.pass.TypesInfo.Uses[id].(*types.Var)
			switch own := isVar && !v.IsField() && p.loop.Pos() <= v.Pos() && v.Pos() < p.loop.End(); {
			case !isVar || v.IsField() || v == p.pass.TypesInfo.Defs[p.errIdent()]:
			case own:
				ok = round && (p.ofHeader(p.plan, v) || value != nil && v == p.pass.TypesInfo.Defs[value])
			default:
				ok = !p.assigned(p.plan, v)
			}
			return ok
		})
	}
	if p.branch.Err != nil {
		check(p.branch.Err, true)
	}
	check(p.branch.If.Body, false)
	return ok
}

// keeps: what the branch returns beside the error is the same in all rounds.
func (p *pooled) keeps() bool {
	for _, v := range p.branch.Kept {
		if p.assigned(p.plan, v) || p.file.Mentions(p.Expr, v) {
			return false
		}
	}
	return true
}

func (p *pooled) errIdent() *ast.Ident { return p.assign.Lhs[len(p.assign.Lhs)-1].(*ast.Ident) }

func indexOf(list []ast.Stmt, s ast.Stmt) int {
	for i := range list {
		if list[i] == s {
			return i
		}
	}
	return len(list)
}

// invisible: what a round does with its answer stays within the function until the loop is over.
func (p *pooled) invisible() bool {
	ok := true
	for _, s := range p.rest {
		ast.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ReturnStmt, *ast.GoStmt, *ast.DeferStmt, *ast.SendStmt, *ast.FuncLit:
				ok = false
			case *ast.UnaryExpr:
				ok = ok && n.Op != token.ARROW
			case *ast.CallExpr:
				ok = ok && (p.known.Looks(n) || p.known.Still(n) || p.known.Logs(n) || p.builtin(n))
			case *ast.AssignStmt:
				for _, lhs := range n.Lhs {
					ok = ok && p.local(lhs)
				}
			case *ast.IncDecStmt:
				ok = ok && p.local(n.X)
			}
			return ok
		})
	}
	return ok
}

func (p *pooled) builtin(call *ast.CallExpr) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return false
	}
	_, ok = p.pass.TypesInfo.Uses[id].(*types.Builtin)
	return ok && (id.Name == "append" || id.Name == "make" || id.Name == "new")
}

// local: e is, or lies in, a variable of the function other than what it was given, and no pointer leads out of it.
func (p *pooled) local(e ast.Expr) bool {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			if _, ptr := p.pass.TypesInfo.TypeOf(x.X).Underlying().(*types.Pointer); ptr {
				return false
			}
			e = x.X
		case *ast.Ident:
			v, ok := p.pass.TypesInfo.ObjectOf(x).(*types.Var)
			if x.Name == "_" {
				return true
			}
			if !ok || v.IsField() || v.Parent() == p.pass.Pkg.Scope() {
				return false
			}
			given := false
			p.in.Params(func(_ int, param *types.Var) bool {
				given = given || param == v
				return !given
			})
			return !given && p.in.Body.Pos() < v.Pos() && v.Pos() < p.in.Body.End() || p.result(v)
		default:
			return false
		}
	}
}

// result: v is a named result, which the branch overwrites.
func (p *pooled) result(v *types.Var) bool {
	for r := range p.in.Sig.Results().Variables() {
		if r == v {
			return true
		}
	}
	return false
}

// collection names what both the function and the loop go through, if there is still a loop.
func (p *pooled) collection() bool {
	text, ok := p.file.Print(p.over)
	p.items = text
	p.made, p.grows = p.fills(), p.appends()
	if !ok || p.made != nil || p.grows != nil || len(p.rest) == 0 || p.value != nil && !p.uses(p.rest, p.index, p.plan.item) {
		return ok
	}
	if v := p.known.Syntax.VarOf(p.over); v == nil || v.IsField() || v.Parent() == p.pass.Pkg.Scope() {
		if _, ranged := p.loop.(*ast.RangeStmt); !ranged {
			return false
		}
		p.items = p.fresh("items")
		p.lines = append(p.lines, p.items+" := "+text)
	}
	return true
}

// uses: one of the statements reads one of the loop's variables.
func (p *pooled) uses(list []ast.Stmt, ids ...*ast.Ident) (found bool) {
	for _, s := range list {
		for _, id := range ids {
			found = found || id != nil && p.file.Mentions(s, p.pass.TypesInfo.Defs[id])
		}
	}
	return found
}

// reading are the expressions that move into the function.
func (p *pooled) reading() []ast.Expr {
	own := p.own()
	if p.branch.Err != nil {
		own = append(own, p.branch.Err)
	}
	return own
}

// parameter names the item for the function. A loop that counts has none: there items[i] becomes one.
func (p *pooled) parameter() bool {
	p.param = "_"
	own := p.reading()
	if p.plan.item != nil {
		for _, e := range own {
			if p.file.Mentions(e, p.pass.TypesInfo.Defs[p.plan.item]) {
				p.param = p.plan.item.Name
			}
		}
	}
	if p.index == nil {
		return true
	}
	index, over := p.pass.TypesInfo.Defs[p.index], types.ExprString(p.over)
	name, ok := "", true
	for _, e := range own {
		var around []ast.Node
		ast.Inspect(e, func(n ast.Node) bool {
			if n == nil {
				around = around[:len(around)-1]
				return true
			}
			around = append(around, n)
			if id, isIdent := n.(*ast.Ident); isIdent && p.pass.TypesInfo.Uses[id] == index {
				at, isElem := parent(around, 1).(*ast.IndexExpr)
				if !isElem || at.Index != ast.Expr(id) || types.ExprString(at.X) != over || p.addressed(parent(around, 2), at) {
					ok = false
					return true
				}
				if name == "" {
					name = p.fresh("item")
				}
				p.edits = append(p.edits, replace(at, name))
			}
			return true
		})
	}
	if name != "" && p.param != "_" {
		return false // both forms
	}
	if name != "" {
		p.param = name
	}
	return ok
}

func parent(around []ast.Node, n int) ast.Node {
	if i := len(around) - 1 - n; i >= 0 {
		return around[i]
	}
	return nil
}

// addressed: the node around an element takes its address, which a copy does not have.
func (p *pooled) addressed(n ast.Node, elem ast.Expr) bool {
	switch n := n.(type) {
	case *ast.UnaryExpr:
		return n.Op == token.AND
	case *ast.SelectorExpr:
		sel := p.pass.TypesInfo.Selections[n]
		if sel == nil || sel.Kind() != types.MethodVal {
			return false
		}
		_, ptr := p.pass.TypesInfo.TypeOf(elem).Underlying().(*types.Pointer)
		return !ptr
	case *ast.SliceExpr:
		return true
	}
	return false
}

// errName is the name for the error behind the loop's place: that of the round's own, unless what follows means something
// else by it.
func (p *pooled) errName() string {
	name := p.errIdent().Name
	scope := p.pass.Pkg.Scope().Innermost(p.loop.Pos() - 1) // not that of the loop's own header
	own := scope.Lookup(name)
	v, isVar := own.(*types.Var)
	ok := own == nil || isVar && own.Pos() < p.loop.Pos() && types.Identical(v.Type(), types.Universe.Lookup("error").Type())
	for id, obj := range p.pass.TypesInfo.Uses {
		if id.Name == name && id.Pos() > p.loop.End() && id.Pos() < scope.End() && obj != own && obj.Pos() < p.loop.Pos() {
			ok = false
		}
	}
	if ok {
		return name
	}
	return p.fresh(name)
}

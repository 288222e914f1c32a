package callplan

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// branch is one of the ways that a statement goes on.
type branch struct {
	cond string // under which it is taken; "" for the one that is taken where nothing else is
	at   string
	ends bool   // it is taken instead of all that follows
	miss string // of one without a condition: under which it is taken where the others do nothing
	part
}

// condition is how a plan for people names the branches of an if. What is done because nothing failed is no condition:
// nearly everything is.
type condition struct {
	text string // of its body
	not  string // of its else
	at   string
	miss string // of what is done where the body, which calls nothing, is not
}

// condition reads an if. In a plan for rules there are none.
func (b *builder) condition(s *ast.IfStmt) condition {
	if !b.shown {
		return condition{}
	}
	c := condition{text: b.spelled(s.Init, s.Cond), at: b.at(s), miss: b.negated(s.Cond)}
	switch b.failed(s.Cond) {
	case token.NEQ: // if err != nil
		c.text, c.miss = types.ExprString(s.Cond), ""
	case token.EQL: // if err == nil
		c.text, c.not = "", c.miss
	}
	return c
}

// failed: e compares an error with nil.
func (b *builder) failed(e ast.Expr) token.Token {
	cmp, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok || cmp.Op != token.NEQ && cmp.Op != token.EQL || !isNil(cmp.Y) || !syntax.IsError(b.Info.TypeOf(cmp.X)) {
		return token.ILLEGAL
	}
	return cmp.Op
}

func isNil(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && id.Name == "nil"
}

// spelled is a condition with the assignment that it looks at: if hit, ok := cache.Get(id); ok.
func (b *builder) spelled(init ast.Stmt, cond ast.Expr) string {
	as, ok := init.(*ast.AssignStmt)
	if !ok {
		return clipped(types.ExprString(cond))
	}
	return clipped(list(as.Lhs) + " " + as.Tok.String() + " " + list(as.Rhs) + "; " + types.ExprString(cond))
}

func list(es []ast.Expr) string {
	var s []string
	for _, e := range es {
		s = append(s, types.ExprString(e))
	}
	return strings.Join(s, ", ")
}

// clipped is a text that still fits into a line.
func clipped(s string) string {
	const most = 72
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}

var opposites = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.GEQ, token.GEQ: token.LSS, token.GTR: token.LEQ, token.LEQ: token.GTR,
}

// negated spells the opposite of a condition.
func (b *builder) negated(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return clipped(types.ExprString(ast.Unparen(e.X)))
		}
	case *ast.BinaryExpr:
		if op, ok := opposites[e.Op]; ok {
			return clipped(types.ExprString(e.X) + " " + op.String() + " " + types.ExprString(e.Y))
		}
	case *ast.Ident, *ast.SelectorExpr, *ast.CallExpr, *ast.IndexExpr:
		return clipped("!" + types.ExprString(e))
	}
	return clipped("!(" + types.ExprString(ast.Unparen(e)) + ")")
}

// skips: the body of an if, which calls nothing, leaves what follows out, and nothing has failed.
//
//	if len(ids) == 0 { return nil, nil }
//	if seen[id] { continue }
func (b *builder) skips(s *ast.IfStmt) bool {
	fails := false
	ast.Inspect(s.Cond, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok && syntax.IsError(b.Info.TypeOf(e)) {
			fails = true
		}
		return !fails
	})
	if fails {
		return false
	}
	switch last := s.Body.List[len(s.Body.List)-1].(type) {
	case *ast.BranchStmt:
		return last.Tok == token.CONTINUE
	case *ast.ReturnStmt:
		f := b.Around(s)
		k := len(last.Results)
		if k == 0 || f == nil || f.Sig == nil || f.Sig.Results().Len() != k {
			return false
		}
		return isNil(last.Results[k-1]) && syntax.IsError(f.Sig.Results().At(k-1).Type())
	}
	return false
}

// unless is the condition of what follows an if whose body, it turns out, calls nothing.
func (b *builder) unless(s *ast.IfStmt, c condition) string {
	if b.shown && b.skips(s) {
		return c.miss
	}
	return ""
}

// under puts a branch under its condition.
func (b *builder) under(br branch) part {
	p := br.part
	if !b.shown || br.cond == "" {
		return p
	}
	wrap := func(nodes []Node) (Node, bool) {
		return around(Node{Kind: If, At: br.at, What: br.cond, Ends: br.ends}, nodes)
	}
	for i := range p.tasks {
		p.tasks[i].node, _ = wrap([]Node{p.tasks[i].node})
		p.tasks[i].from = 0
	}
	nodes := p.nodes
	p.nodes = nil
	p.node(wrap(nodes))
	return p
}

// alternatives are the branches of a statement. What they start begins before anything that they do.
func (b *builder) alternatives(at ast.Node, branches ...branch) (out part) {
	var kids []Node
	for _, br := range branches {
		p := b.under(br)
		for _, t := range p.tasks {
			t.from = 0
			out.tasks = append(out.tasks, t)
		}
		n, ok := seq(p.nodes)
		switch {
		case ok && br.cond == "" && n.Kind == Alt && n.Kids[0].Kind == If && !n.Kids[0].Ends: // else if
			kids = append(kids, n.Kids...)
		case ok:
			kids = append(kids, n)
		}
	}
	switch len(kids) {
	case 0:
	case 1:
		kids[0].Ends = false // there is no rest
		out.nodes = kids
	default:
		alt := Node{Kind: Alt, At: b.at(at), Kids: kids}
		if b.shown {
			for _, br := range branches {
				alt.hint.miss = cmpOr(alt.hint.miss, br.miss)
			}
			s, ok := at.(*ast.SelectStmt)
			alt.hint.alone = ok && !elsewhere(s)
		}
		out.nodes = []Node{alt}
	}
	return out
}

// of spells what the clauses of a switch compare with; "" where each has a condition of its own.
func (b *builder) of(s *ast.SwitchStmt) string {
	if s.Tag == nil {
		return ""
	}
	return types.ExprString(s.Tag)
}

// typeOf is the same for a type switch: the x of x.(type).
func typeOf(s *ast.TypeSwitchStmt) string {
	var e ast.Expr
	switch a := s.Assign.(type) {
	case *ast.ExprStmt:
		e = a.X
	case *ast.AssignStmt:
		e = a.Rhs[0]
	}
	if assert, ok := e.(*ast.TypeAssertExpr); ok {
		return types.ExprString(assert.X)
	}
	return ""
}

const noOther = "no other case"

// clauses are the branches of a switch, whose operand is spelled tag, or of a select.
func (b *builder) clauses(at ast.Node, body *ast.BlockStmt, tag string) part {
	var branches []branch
	filled := 0
	for _, c := range body.List {
		br := branch{at: b.at(c)}
		switch c := c.(type) {
		case *ast.CaseClause:
			br.cond = b.caseOf(at, c, tag)
			if c.List == nil {
				br.miss = noOther
			}
			for _, e := range c.List {
				br.add(b.expr(e))
			}
			br.add(b.list(c.Body))
		case *ast.CommClause:
			br.cond = comm(c)
			br.part = b.received(c.Comm)
			br.add(b.list(c.Body))
		}
		if len(br.nodes)+len(br.tasks) > 0 {
			filled++
		}
		branches = append(branches, br)
	}
	if s, ok := at.(*ast.SelectStmt); ok && filled == 1 && !elsewhere(s) {
		for i := range branches {
			branches[i].cond = ""
		}
	}
	if filled == 1 {
		for i, c := range body.List { // of a default alone nobody would see that there are others
			if c, ok := c.(*ast.CaseClause); ok && c.List == nil {
				branches[i].cond = noOther
			}
		}
	}
	return b.alternatives(at, branches...)
}

// caseOf spells the condition of a clause.
func (b *builder) caseOf(at ast.Node, c *ast.CaseClause, tag string) string {
	if c.List == nil {
		return ""
	}
	if len(c.List) == 1 && (tag == "" && b.failed(c.List[0]) == token.EQL || tag != "" && isNil(c.List[0]) && b.failing(at)) {
		return "" // case err == nil
	}
	if tag == "" {
		return clipped(strings.ReplaceAll(list(c.List), ", ", " || "))
	}
	op := " == "
	if _, ok := at.(*ast.TypeSwitchStmt); ok {
		op = " is "
	}
	return clipped(tag + op + list(c.List))
}

// failing: switch err { … }.
func (b *builder) failing(at ast.Node) bool {
	s, ok := at.(*ast.SwitchStmt)
	return ok && syntax.IsError(b.Info.TypeOf(s.Tag))
}

// comm spells what a clause of a select waits for.
func comm(c *ast.CommClause) string {
	switch s := c.Comm.(type) {
	case nil:
		return "nothing is ready"
	case *ast.SendStmt:
		return clipped(types.ExprString(s.Chan) + " <- …")
	case *ast.ExprStmt:
		return clipped(types.ExprString(s.X))
	case *ast.AssignStmt:
		return clipped(list(s.Rhs))
	}
	return ""
}

// elsewhere: a select may go on in another way than by the one clause that calls something, or by the end of its time.
func elsewhere(s *ast.SelectStmt) bool {
	ways := 0
	for _, c := range s.Body.List {
		c := c.(*ast.CommClause)
		if x := receives(c.Comm); c.Comm == nil || x == nil || !isEnd(x) {
			ways++
		}
	}
	return ways > 1
}

// receives is the channel that a clause receives from, or nil.
func receives(s ast.Stmt) ast.Expr {
	var e ast.Expr
	switch s := s.(type) {
	case *ast.ExprStmt:
		e = s.X
	case *ast.AssignStmt:
		if len(s.Rhs) == 1 {
			e = s.Rhs[0]
		}
	}
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.ARROW {
		return u.X
	}
	return nil
}

// isEnd: ctx.Done(), time.After(d), timer.C.
func isEnd(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		if sel, ok := e.Fun.(*ast.SelectorExpr); ok {
			return sel.Sel.Name == "Done" || sel.Sel.Name == "After"
		}
	case *ast.SelectorExpr:
		return e.Sel.Name == "C"
	}
	return false
}

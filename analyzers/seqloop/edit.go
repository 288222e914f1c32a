package seqloop

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// edit collects what one fix changes.
type edit struct {
	*repairer
	*plan
	file  *fix.File
	names fix.Names

	items, at string // as the new code spells them: the collection, the index
	call      string
	under     string   // the context that the calls are given
	before    []string // operands that are evaluated round by round
	got       []string // where the results go: "priceAt[i]", "_"
	lines     []string
	edits     []analysis.TextEdit
}

func (e *edit) build() bool {
	if !e.collection() {
		return false
	}
	limit, stop := e.fresh("atOnce"), e.fresh("stop")
	e.under = e.fresh("callCtx")
	e.lines = append(e.lines,
		"const "+limit+" = "+atOnce+" // calls under way",
		e.under+", "+stop+" := "+e.imported("context", "context")+".WithCancel("+types.ExprString(e.plan.ctx)+")",
		"defer "+stop+"() // an early return stops the calls that are still under way")
	if !e.operation() || !e.answers() {
		return false
	}
	calls, ask := e.fresh("calls"), e.fresh("ask")
	e.lines = append(e.lines,
		calls+" := make([]"+e.imported("sync", "sync")+".WaitGroup, len("+e.items+"))",
		ask+" := func("+e.at+" int) {",
		"\tif "+e.at+" >= len("+e.items+") {",
		"\t\treturn",
		"\t}")
	if e.item != nil && e.reads(e.item) {
		e.lines = append(e.lines, "\t"+e.item.Name+" := "+e.items+"["+e.at+"]")
	}
	if !e.move() {
		return false
	}
	for _, line := range e.before {
		e.lines = append(e.lines, "\t"+line)
	}
	one := calls + "[" + e.at + "]"
	assign := strings.Join(e.got, ", ") + " = " + e.call
	if e.since(e.file.Syntax, "go1.25") {
		e.lines = append(e.lines, "\t"+one+".Go(func() { "+assign+" })")
	} else {
		e.lines = append(e.lines, "\t"+one+".Add(1)", "\tgo func() {", "\t\tdefer "+one+".Done()", "\t\t"+assign, "\t}()")
	}
	e.lines = append(e.lines, "}", "for "+e.at+" := range "+limit+" {", "\t"+ask+"("+e.at+")", "}")
	e.edits = append(e.edits,
		e.file.InsertBefore(e.loop, e.lines...),
		e.file.InsertBefore(e.stmt, one+".Wait()", ask+"("+e.at+" + "+limit+")"))
	return true
}

func (e *edit) fresh(base string) string { return e.names.Fresh(e.file, e.in, e.loop.Pos(), base) }

// imported names a package for the new code.
func (e *edit) imported(path, name string) string {
	name, add := e.file.Import(e.loop.Pos(), path, name)
	e.edits = append(e.edits, add...)
	return name
}

// collection names what both loops go through, and puts the index into the old one's header. A local variable may be
// read twice; of anything else nobody knows that it is the same the second time.
func (e *edit) collection() bool {
	text, ok := e.file.Print(e.over)
	if !ok {
		return false
	}
	e.items = text
	if v := e.known.Syntax.VarOf(e.over); v == nil || v.IsField() || v.Parent() == e.pass.Pkg.Scope() {
		if _, ranged := e.loop.(*ast.RangeStmt); !ranged {
			return false
		}
		e.items = e.fresh("items")
		e.lines = append(e.lines, e.items+" := "+text)
		e.edits = append(e.edits, replace(e.over, e.items))
	}
	if e.index != nil {
		e.at = e.index.Name
		return e.trim()
	}
	for _, name := range []string{"i", "n", "at", "index"} {
		if !e.mentions(e.loop, name) {
			e.at = name
			return e.trim()
		}
	}
	return false
}

// trim writes the header of the old loop: with an index, and without the item if only the call read it.
func (e *edit) trim() bool {
	s, ok := e.loop.(*ast.RangeStmt)
	if !ok {
		return true
	}
	names := e.at
	if e.item != nil && e.used(e.item) {
		names += ", " + e.item.Name
	}
	e.edits = append(e.edits, analysis.TextEdit{Pos: s.Key.Pos(), End: s.TokPos, NewText: []byte(names + " ")})
	return true
}

// move takes the statements that make the call's operands out of the loop.
func (e *edit) move() bool {
	for _, a := range e.moved {
		list := head(e.loop).List
		next := list[slices.Index(list, ast.Stmt(a))+1]
		for _, c := range e.file.Syntax.Comments {
			if a.Pos() < c.Pos() && c.Pos() < next.Pos() {
				return false
			}
		}
		text, ok := e.file.Print(a)
		if !ok {
			return false
		}
		e.lines = append(e.lines, "\t"+text)
		e.edits = append(e.edits, analysis.TextEdit{Pos: a.Pos(), End: next.Pos()})
	}
	return true
}

// used: the body reads the variable, outside of what makes the call.
func (e *edit) used(id *ast.Ident) (found bool) {
	v := e.pass.TypesInfo.Defs[id]
	for use, obj := range e.pass.TypesInfo.Uses {
		if obj == v && !within(use, e.own()) {
			return true
		}
	}
	return false
}

// own are the call and what makes its operands.
func (e *edit) own() []ast.Expr {
	own := []ast.Expr{e.Expr}
	for _, a := range e.moved {
		own = append(own, a.Rhs[0])
	}
	return own
}

func (e *edit) mentions(n ast.Node, name string) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == name
		return !found
	})
	return found
}

// reads: the call, or what makes its operands, mentions the variable.
func (e *edit) reads(id *ast.Ident) (found bool) {
	v := e.pass.TypesInfo.Defs[id]
	for use, obj := range e.pass.TypesInfo.Uses {
		found = found || obj == v && within(use, e.own())
	}
	return found
}

// operation prints the call. What its operands call is called round by round, as before, unless it only looks.
func (e *edit) operation() bool {
	c := *e.Expr
	c.Args = slices.Clone(c.Args)
	params := e.Fn.Signature().Params()
	for i, a := range c.Args {
		if a == e.plan.ctx {
			c.Args[i] = &ast.Ident{NamePos: a.Pos(), Name: e.under}
			continue
		}
		if !e.calls(a) {
			continue
		}
		name := "arg"
		if i < params.Len() && params.At(i).Name() != "" && params.At(i).Name() != "_" {
			name = params.At(i).Name()
		}
		text, ok := e.file.Print(a)
		if name = e.fresh(name); !ok || i == len(c.Args)-1 && c.Ellipsis.IsValid() {
			return false
		}
		e.before = append(e.before, name+" := "+text)
		c.Args[i] = &ast.Ident{NamePos: a.Pos(), Name: name}
	}
	text, ok := e.file.Print(&c)
	e.call = text
	return ok
}

func (e *edit) calls(n ast.Node) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			found = found || !e.known.Looks(call)
		}
		return !found
	})
	return found
}

// answers declares a slice for each result, and reads it where the call was.
func (e *edit) answers() bool {
	var left, right []string
	for i, t := range e.results(e.pass) {
		lhs := e.assign.Lhs[i]
		if id, ok := lhs.(*ast.Ident); ok && id.Name == "_" {
			e.got = append(e.got, "_")
			continue
		}
		name := base(e.plan, lhs) + "At"
		if syntax.IsError(t) {
			name = "errs"
		}
		name = e.fresh(name)
		typ, add, ok := e.file.TypeString(e.loop.Pos(), t)
		text, printed := e.file.Print(lhs)
		if !ok || !printed {
			return false
		}
		e.edits = append(e.edits, add...)
		e.lines = append(e.lines, fmt.Sprintf("%s := make([]%s, len(%s))", name, typ, e.items))
		slot := name + "[" + e.at + "]"
		e.got, left, right = append(e.got, slot), append(left, text), append(right, slot)
	}
	if len(left) == 0 {
		return false
	}
	text := strings.Join(left, ", ") + " " + e.assign.Tok.String() + " " + strings.Join(right, ", ")
	e.edits = append(e.edits, replace(e.assign, text))
	return true
}

// base names a result by the variable that it goes to, or by what is called.
func base(p *plan, lhs ast.Expr) string {
	if id, ok := lhs.(*ast.Ident); ok {
		return id.Name
	}
	name := []rune(p.Fn.Name())
	name[0] = unicode.ToLower(name[0])
	return string(name)
}

func replace(n ast.Node, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: n.Pos(), End: n.End(), NewText: []byte(text)}
}

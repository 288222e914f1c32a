package seqcalls

import (
	"fmt"
	"go/ast"
	"go/token"
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
	file    *fix.File
	names   fix.Names
	in      *syntax.Func
	at      token.Pos
	stmt    ast.Stmt   // that makes the first call
	list    []ast.Stmt // where all stand
	steps   []step
	title   string
	grouped bool                // errgroup, not channels
	moved   map[ast.Expr]string // operands that are evaluated ahead, by name
	lines   []string
	edits   []analysis.TextEdit
}

// operands evaluates ahead, one after the other as before, what an operand calls: a request's FormValue, for instance, is
// not for several goroutines. What only looks stays where it is.
func (e *edit) operands() bool {
	e.moved = map[ast.Expr]string{}
	names := map[string]string{} // by what they are made of
	for i := range e.steps {
		s := &e.steps[i]
		params := s.Fn.Signature().Params()
		for n, a := range s.Expr.Args {
			if a == s.ctx || !e.acts(a) {
				continue
			}
			text, ok := e.file.Print(a)
			if _, several := e.pass.TypesInfo.TypeOf(a).(*types.Tuple); !ok || several {
				return false
			}
			if names[text] == "" {
				name := "arg"
				if n < params.Len() && params.At(n).Name() != "" && params.At(n).Name() != "_" {
					name = params.At(n).Name()
				}
				names[text] = e.fresh(name)
				e.lines = append(e.lines, names[text]+" := "+text)
			}
			e.moved[a] = names[text]
		}
	}
	return true
}

// acts: evaluating the operand calls something that does more than look.
func (e *edit) acts(a ast.Expr) (found bool) {
	ast.Inspect(a, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			found = found || !e.known.Looks(call) && !e.known.Still(call)
		}
		_, lit := n.(*ast.FuncLit)
		return !lit && !found
	})
	return found
}

func (e *edit) build() bool {
	if !e.operands() {
		return false
	}
	steps := e.steps
	ctxpkg, add := e.file.Import(e.at, "context", "context")
	e.edits = append(e.edits, add...)
	group := ""
	if e.grouped {
		group, add = e.file.Import(e.at, "golang.org/x/sync/errgroup", "errgroup")
		e.edits = append(e.edits, add...)
	}
	ctx, ok := e.file.Print(steps[0].ctx)
	if !ok {
		return false
	}
	gctx, cancel := e.fresh("gctx"), e.fresh("cancel")
	e.lines = append(e.lines, fmt.Sprintf("%s, %s := %s.WithCancel(%s)", gctx, cancel, ctxpkg, ctx), "defer "+cancel+"()")
	for _, s := range steps {
		if !e.start(&s, gctx, group) {
			return false
		}
		e.wait(&s)
	}
	return true
}

// start declares what the call assigns, and runs it.
func (e *edit) start(s *step, gctx, group string) bool {
	left := make([]string, 0, len(s.vars)+1)
	for _, v := range s.vars {
		left = append(left, v.Name)
	}
	if !e.declareFor(s) {
		return false
	}
	call, ok := e.call(s, gctx)
	if !ok {
		return false
	}
	s.name = e.fresh(base(s) + "Call")
	switch {
	case e.grouped && len(left) == 0:
		e.lines = append(e.lines, "var "+s.name+" "+group+".Group", s.name+".Go(func() error {", "\treturn "+call, "})")
	case e.grouped:
		e.lines = append(e.lines, "var "+s.name+" "+group+".Group", s.name+".Go(func() (err error) {",
			"\t"+strings.Join(append(left, "err"), ", ")+" = "+call, "\treturn err", "})")
	case len(left) == 0:
		e.lines = append(e.lines, s.name+" := make(chan error, 1)", "go func() { "+s.name+" <- "+call+" }()")
	default:
		e.lines = append(e.lines, s.name+" := make(chan error, 1)", "go func() {", "\tvar err error",
			"\t"+strings.Join(append(left, "err"), ", ")+" = "+call, "\t"+s.name+" <- err", "}()")
	}
	return true
}

// wait puts the error of the call where the call was.
func (e *edit) wait(s *step) {
	tok := "="
	if e.pass.TypesInfo.Defs[s.err] != nil {
		tok = ":="
	}
	from := s.name + ".Wait()"
	if !e.grouped {
		from = "<-" + s.name
	}
	text := s.err.Name + " " + tok + " " + from
	e.edits = append(e.edits, analysis.TextEdit{Pos: s.assign.Pos(), End: s.assign.End(), NewText: []byte(text)})
}

// call prints the call with gctx in the place of its context.
func (e *edit) call(s *step, gctx string) (string, bool) {
	c := *s.Expr
	c.Args = slices.Clone(c.Args)
	for i, a := range c.Args {
		if a == s.ctx {
			c.Args[i] = &ast.Ident{NamePos: a.Pos(), Name: gctx}
		} else if name := e.moved[a]; name != "" {
			c.Args[i] = &ast.Ident{NamePos: a.Pos(), Name: name}
		}
	}
	return e.file.Print(&c)
}

func (e *edit) fresh(name string) string { return e.names.Fresh(e.file, e.in, e.at, name) }

// base names a step by what it assigns, or by what it calls.
func base(s *step) string {
	for _, v := range s.vars {
		if v.Name != "_" {
			return v.Name
		}
	}
	name := []rune(s.Fn.Name())
	name[0] = unicode.ToLower(name[0])
	return string(name)
}

package seqcalls

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/fix"
)

// With the runtime's pool, each call and the branch that looks at its error become a function of one pool.All:
//
//	var user *User
//	err := pool.All(ctx,
//		func(ctx context.Context) (err error) {
//			user, err = s.users.Get(ctx, id)
//			if err != nil {
//				return fmt.Errorf("user: %w", err)
//			}
//			return nil
//		},
//		… the others likewise …
//	)
//	if err != nil {
//		return nil, err
//	}
//
// The statements stay where they are, with the function's head and end put around them, so that comments survive. The
// first error in time is returned, which cancels the others; nothing is left behind, and a panic reaches the caller.

// branches reads how each call's error leaves the function. All have to leave it alike, but for the words of the error;
// and none may speak of what another call has answered. leave is how they do.
func (e *edit) branches() (list []fix.Branch, leave string, ok bool) {
	for i := range e.steps {
		s := &e.steps[i]
		header := s.branch != nil && s.branch.Init != nil
		if next := s.Stmt + 1; s.branch == nil && i == len(e.steps)-1 && next < len(e.list) {
			if s.branch, ok = e.list[next].(*ast.IfStmt); !ok || s.branch.Init != nil {
				return nil, "", false
			}
		}
		b, ok := e.file.Branch(s.branch, e.pass.TypesInfo.ObjectOf(s.err), e.in.Sig.Results(), e.known.Still)
		if !ok || !header && e.list[s.Stmt+1] != ast.Stmt(s.branch) || s.err.Name != e.steps[0].err.Name {
			return nil, "", false
		}
		text, ok := b.Leave(s.err.Name)
		if !ok || i > 0 && text != leave || !e.keeps(b) {
			return nil, "", false
		}
		for j := range e.steps {
			if made := e.made(&e.steps[j]); e.file.Mentions(b.If.Body, made...) && (i != j || b.Err == nil || !e.only(b, made)) {
				return nil, "", false
			}
		}
		list, leave = append(list, b), text
	}
	return list, leave, true
}

// keeps: what the branch returns beside the error was there before the calls, and none of them is given it.
func (e *edit) keeps(b fix.Branch) bool {
	for _, v := range b.Kept {
		if v.Pos() >= e.at || v.IsField() {
			return false
		}
		for i := range e.steps {
			if e.file.Mentions(e.steps[i].Expr, v) {
				return false
			}
		}
	}
	return true
}

// only: the branch speaks of these only in the words of its error.
func (e *edit) only(b fix.Branch, objs []types.Object) bool {
	ok := true
	ast.Inspect(b.If.Body, func(n ast.Node) bool {
		if n == ast.Node(b.Err) {
			return false
		}
		if id, isIdent := n.(*ast.Ident); isIdent {
			ok = ok && !e.file.Mentions(id, objs...)
		}
		return ok
	})
	return ok
}

// made are the variables that a step assigns beside the error.
func (e *edit) made(s *step) (objs []types.Object) {
	for _, v := range s.vars {
		if v.Name != "_" {
			objs = append(objs, e.pass.TypesInfo.ObjectOf(v))
		}
	}
	return objs
}

func (e *edit) all() bool {
	branches, leave, ok := e.branches()
	if !ok {
		return false
	}
	pool, add := e.file.Import(e.at, fix.RuntimePath("pool"), "pool")
	e.edits = append(e.edits, add...)
	ctx, param, ok := e.context()
	if !ok || !e.declare() {
		return false
	}
	opening, closing := e.asks(pool+".All("+ctx+",", ")", leave)
	e.lines = append(e.lines, opening)
	for i := range e.steps {
		s, b := &e.steps[i], branches[i]
		short := b.Bare && !e.file.Commented(b.If)
		if short && len(s.vars) == 0 {
			e.returnCall(s)
			e.around(i, "func("+param+") error {", "},", closing)
			continue
		}
		end := "\nreturn nil\n},"
		if instead, ok := b.Instead(""); short {
			e.replace(b.If, "return "+s.err.Name)
			end = "\n},"
		} else if !ok {
			return false
		} else {
			e.edits = append(e.edits, instead...)
		}
		head := "func(" + param + ") (" + s.err.Name + " error) {"
		switch defines := s.assign.Tok == token.DEFINE; {
		case defines && s.branch.Init != nil: // it has a variable of its own
			head = "func(" + param + ") error {"
		case defines:
			e.replace(fix.Span{From: s.assign.TokPos, To: s.assign.TokPos + 2}, "=")
		}
		e.around(i, head, end, closing)
	}
	return true
}

// returnCall: err := call; if err != nil { return err } becomes return call, with a comment behind it that stays.
func (e *edit) returnCall(s *step) {
	if s.branch.Init != nil {
		e.replace(fix.Span{From: s.branch.Pos(), To: s.assign.Rhs[0].Pos()}, "return ")
		e.replace(fix.Span{From: s.assign.Rhs[0].End(), To: s.branch.End()}, "\n")
		return
	}
	e.replace(fix.Span{From: s.assign.Pos(), To: s.assign.Rhs[0].Pos()}, "return ")
	e.replace(s.branch, "")
}

func (e *edit) replace(n ast.Node, text string) {
	e.edits = append(e.edits, analysis.TextEdit{Pos: n.Pos(), End: n.End(), NewText: []byte(text)})
}

// around puts a function's head and end around step i and its branch; the first one comes with all lines before it, the
// last one with the end of the whole.
func (e *edit) around(i int, head, end, closing string) {
	s := &e.steps[i]
	lines := []string{head}
	if i == 0 {
		lines = append(e.lines, head)
	} else if gap := (fix.Span{From: e.steps[i-1].branch.End(), To: e.file.Leading(e.list[s.Stmt])}); !e.file.Commented(gap) {
		e.replace(gap, "\n") // blank lines parted statements, not arguments
	}
	if i == len(e.steps)-1 {
		end += "\n" + closing
	}
	e.edits = append(e.edits, e.file.InsertBefore(e.list[s.Stmt], lines...), analysis.TextEdit{Pos: s.branch.End(), End: s.branch.End(), NewText: []byte(end)})
}

// asks is how the answers are waited for, and what is done about the error: under a name that later code knows, if there
// is one.
func (e *edit) asks(from, to, leave string) (opening, closing string) {
	name, tok, known := e.steps[0].err.Name, " = ", false
	for i := range e.steps {
		s := &e.steps[i]
		defines := e.pass.TypesInfo.Defs[s.err] != nil
		known = known || s.branch.Init == nil || !defines
		if s.branch.Init == nil && defines {
			tok = " := "
		}
	}
	leave = name + " != nil {\n" + leave + "}"
	if !known { // all stand in headers
		return "if " + name + " := " + from, to + "; " + leave
	}
	return name + tok + from, to + "\nif " + leave
}

// context moves what the calls' operands call out of them. It gives the calls' context, and the parameter under which
// each gets its own: of the same name, if it has one, so that the calls can stay as they are.
func (e *edit) context() (outer, param string, ok bool) {
	if !e.operands() {
		return "", "", false
	}
	for i := range e.steps {
		for _, a := range e.steps[i].Expr.Args {
			if name := e.moved[a]; name != "" {
				e.replace(a, name)
			}
		}
	}
	pkg, add := e.file.Import(e.at, "context", "context")
	e.edits = append(e.edits, add...)
	first := ast.Unparen(e.steps[0].ctx)
	if outer, ok = e.file.Print(first); !ok {
		return "", "", false
	}
	name := outer
	if _, isIdent := first.(*ast.Ident); !isIdent {
		name = e.fresh("ctx")
		for i := range e.steps {
			e.replace(e.steps[i].ctx, name)
		}
	}
	return outer, name + " " + pkg + ".Context", true
}

// declare gives what the calls assign a place outside of their functions.
func (e *edit) declare() bool {
	for i := range e.steps {
		if !e.declareFor(&e.steps[i]) {
			return false
		}
	}
	return true
}

// declareFor: what step s assigns.
func (e *edit) declareFor(s *step) bool {
	for _, v := range s.vars {
		if v.Name == "_" {
			continue
		}
		typ, add, ok := e.file.TypeString(e.at, e.pass.TypesInfo.TypeOf(v))
		if !ok {
			return false
		}
		e.edits = append(e.edits, add...)
		e.lines = append(e.lines, "var "+v.Name+" "+typ)
	}
	return true
}

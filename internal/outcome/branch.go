package outcome

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// failed reads the branch, list in f, that is taken where the call failed.
func (m *model) failed(o *Outcome, f *syntax.Func, list []ast.Stmt, branch ast.Node) {
	if f == nil {
		return
	}
	var last ast.Stmt
	emptied := false
	for _, s := range list {
		last = s
		switch s := s.(type) {
		case *ast.ReturnStmt:
			if m.returns(o, f, s); len(s.Results) == 0 && f.Sig != nil && m.cleared(o.Err, list, f) {
				o.Fate = Swallowed
			}
			return
		case *ast.BranchStmt:
			switch s.Tok {
			case token.BREAK:
				o.Fate, o.At = Stopped, s
			case token.CONTINUE:
				o.Fate, o.At = Skipped, s
			}
			return
		case *ast.AssignStmt:
			switch m.assigns(o, s) {
			case Emptied:
				emptied = true
			case Kept:
				o.Fate, o.At = Kept, s
				return
			case Replaced:
				o.Fate, o.At = Replaced, s
				return
			}
		case *ast.ExprStmt:
			call, ok := s.X.(*ast.CallExpr)
			if ok && m.ends(call) {
				o.Fate, o.At = Returned, s
				return
			}
			if !ok || !m.logs(call) {
				return // a helper that is given the error, or told to do something: who knows
			}
			o.Prints = true
		case *ast.IncDecStmt, *ast.DeclStmt, *ast.EmptyStmt:
		default: // another decision
			if m.mentions(s, o.Err) {
				o.Fate, o.At = Tested, s
			}
			return
		}
	}
	switch {
	case emptied:
		o.Fate, o.At = Emptied, last
	case o.Prints:
		o.Fate, o.At = Logged, last
	case last == nil:
		o.Fate, o.At = Dropped, branch
	}
}

// heard: a failure that is only logged, or an empty value that stands in for the answer, may still be returned behind the
// branch: by name, or by a return without values where the error is a named result.
func (m *model) heard(o *Outcome, is ast.Node) {
	if o.Fate != Logged && o.Fate != Emptied && o.Fate != Dropped {
		return
	}
	later := func(n ast.Node) bool {
		return n.Pos() > is.End() && slices.ContainsFunc(m.Reach(o.Err, n), func(d *syntax.Def) bool { return d.Rhs == o.Expr })
	}
	for _, id := range m.uses(o.Err, o.In) {
		if as, ok := m.Parent(id).(*ast.AssignStmt); ok && slices.Contains(as.Lhs, ast.Expr(id)) {
			continue
		}
		if later(id) {
			o.Fate, o.At = Unknown, nil
			return
		}
	}
	if o.In.Sig == nil || o.In.Sig.Results().Len() == 0 || o.In.Sig.Results().At(o.In.Sig.Results().Len()-1) != o.Err {
		return
	}
	m.Flat(o.In.Body, syntax.Returns, func(n ast.Node) {
		if len(n.(*ast.ReturnStmt).Results) == 0 && later(n) {
			o.Fate, o.At = Unknown, nil
		}
	})
}

// ends: log.Fatal, os.Exit, panic, t.Fatal.
func (m *model) ends(call *ast.CallExpr) bool {
	if syntax.Leaves(&ast.BlockStmt{List: []ast.Stmt{&ast.ExprStmt{X: call}}}) {
		return true
	}
	t := m.Target(call)
	if t.Func != nil && t.Func.Body != nil && len(t.Func.Body.List) > 0 { // a function of the package that does nothing else in the end
		last, ok := t.Func.Body.List[len(t.Func.Body.List)-1].(*ast.ExprStmt)
		return ok && syntax.Leaves(&ast.BlockStmt{List: []ast.Stmt{last}})
	}
	return t.Fn != nil && syntax.HasWord(t.Fn.Name(), "exit", "fatal", "fatalf", "fatalln", "die", "abort")
}

// assigns reads an assignment in the branch.
func (m *model) assigns(o *Outcome, s *ast.AssignStmt) Fate {
	for _, r := range s.Rhs {
		if m.mentions(r, o.Err) {
			if len(s.Lhs) == 1 && m.VarOf(s.Lhs[0]) == o.Err {
				continue // err = fmt.Errorf("…: %w", err)
			}
			return Kept
		}
	}
	for i, l := range s.Lhs {
		if o.Value == nil || m.VarOf(l) != o.Value || len(s.Rhs) != len(s.Lhs) {
			continue
		}
		if m.empty(s.Rhs[i]) {
			return Emptied
		}
		return Replaced
	}
	return Unknown
}

// returns reads the return of the branch.
func (m *model) returns(o *Outcome, f *syntax.Func, s *ast.ReturnStmt) {
	o.At = s
	if f.Sig == nil || f.Sig.Results().Len() == 0 {
		return // a handler answers in some way
	}
	n := f.Sig.Results().Len()
	if len(s.Results) == 0 || len(s.Results) != n {
		o.Fate = Returned // named results, or another call's
		return
	}
	last := s.Results[n-1]
	if !syntax.IsError(f.Sig.Results().At(n - 1).Type()) {
		return
	}
	if !m.isNil(last) {
		o.Fate = Returned
		return
	}
	if m.mentions(s, o.Err) {
		o.Fate = Kept
		return
	}
	o.Fate = Swallowed
}

// Empty reports whether an expression is a zero value, or a fresh value with nothing in it.
func (r *Result) Empty(e ast.Expr) bool { return r.m != nil && r.m.empty(e) }

func (m *model) empty(e ast.Expr) bool {
	e = ast.Unparen(e)
	if tv, ok := m.Info.Types[e]; ok {
		if tv.IsNil() {
			return true
		}
		if tv.Value != nil {
			switch tv.Value.Kind() {
			case constant.String:
				return constant.StringVal(tv.Value) == ""
			case constant.Int, constant.Float:
				return constant.Sign(tv.Value) == 0
			case constant.Bool:
				return !constant.BoolVal(tv.Value)
			}
			return false
		}
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.UnaryExpr:
		return e.Op == token.AND && m.empty(e.X)
	case *ast.CallExpr:
		if id, ok := e.Fun.(*ast.Ident); ok && (id.Name == "make" || id.Name == "new") {
			_, builtin := m.Info.Uses[id].(*types.Builtin)
			return builtin
		}
		return m.wrapsEmpty(e)
	}
	return false
}

// wrapsEmpty: connect.NewResponse(&pb.List{}), an empty value in an envelope.
func (m *model) wrapsEmpty(call *ast.CallExpr) bool {
	if len(call.Args) != 1 {
		return false
	}
	u, ok := ast.Unparen(call.Args[0]).(*ast.UnaryExpr)
	return ok && u.Op == token.AND && m.empty(u) && syntax.IsFunc(m.Target(call).Fn, "connectrpc.com/connect", "NewResponse")
}

// logs: the call writes to a log or a stream for complaints, counts, or notes the error in a span; it decides nothing.
func (m *model) logs(call *ast.CallExpr) bool {
	t := m.Target(call)
	if t.Fn == nil {
		return false
	}
	for i, w := range syntax.Words(t.Fn.Name()) {
		if i == 0 {
			switch w {
			case "add", "append", "set", "put", "handle", "with", "wrap", "new", "return", "write", "show", "render", "to":
				return false // result.AddError(err), handleError(w, err): it may well decide something
			}
		}
		switch w {
		case "log", "logf", "print", "printf", "println", "fprint", "fprintf", "fprintln", "debug", "debugf", "info", "infof",
			"warn", "warnf", "warning", "warningf", "error", "errorf", "errorw", "warnw", "infow", "debugw", "inc", "observe", "record", "trace", "msg", "msgf", "send":
			return !m.reaches(call)
		}
	}
	return false
}

func (m *model) reaches(call *ast.CallExpr) bool {
	for _, c := range m.down.Calls {
		if c.Expr == call {
			return true
		}
	}
	return false
}

// Reads reports whether all that a call reaches is a read.
func Reads(c *downstream.Call) bool {
	for _, x := range c.Effects() {
		if x.Effect != catalog.Read {
			return false
		}
	}
	return len(c.Effects()) > 0 || c.Fn != nil && catalog.ReadVerb(c.Fn.Name())
}

// NotFound: a name that says that something is not there.
func NotFound(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "notfound") || strings.Contains(name, "norows") || strings.Contains(name, "notexist")
}

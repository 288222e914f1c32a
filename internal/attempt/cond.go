package attempt

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// cond says what a condition is under the assumption.
func (w *walk) cond(e ast.Expr) verdict {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return not(w.cond(e.X))
		}
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LAND:
			return and(w.cond(e.X), w.cond(e.Y))
		case token.LOR:
			return not(and(not(w.cond(e.X)), not(w.cond(e.Y))))
		case token.EQL, token.NEQ:
			v := w.equal(e)
			if e.Op == token.NEQ {
				v = not(v)
			}
			if v != unknown {
				return v
			}
		}
		return w.compare(e)
	case *ast.CallExpr: // errors.Is(err, x), retryable(err), report(err): not of an error that is nil
		if !w.fail && slices.ContainsFunc(e.Args, func(a ast.Expr) bool { return syntax.IsError(w.m.info.TypeOf(a)) }) {
			return no
		}
		if w.common && slices.ContainsFunc(e.Args, w.isErr) && w.m.special(e) && !(w.passing && w.m.asksTransient(e)) {
			return no
		}
	}
	return unknown
}

// special: the call asks for one special error: errors.Is(err, redis.TxFailedErr), apierrors.IsConflict(err).
func (m *model) special(call *ast.CallExpr) bool {
	fn := m.syn.Target(call).Fn
	return syntax.IsFunc(fn, "errors", "Is", "As") ||
		fn != nil && syntax.HasWord(fn.Name(), "conflict", "found", "exist", "exists", "duplicate", "stale", "version", "serialization", "failed")
}

// asksTransient: errors.Is(err, errUnavailable), errors.As(err, &busy) with a type that is named so.
func (m *model) asksTransient(call *ast.CallExpr) bool {
	if len(call.Args) < 2 {
		return false
	}
	if n := syntax.NameOf(m.info.TypeOf(call.Args[1])); n != nil && syntax.HasWord(n.Name(), passing...) {
		return true
	}
	return transient(call.Args[1])
}

// passing are the words of errors that say that the trouble passes by.
var passing = []string{"unavailable", "busy", "temporary", "transient", "overload", "overloaded", "throttled", "throttling", "timeout", "retryable"}

// transient: the expression names an error that passes by.
func transient(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return syntax.HasWord(e.Name, passing...)
	case *ast.SelectorExpr:
		return syntax.HasWord(e.Sel.Name, passing...)
	}
	return false
}

// compare judges what is said about an HTTP status or a gRPC code: under the good assumption it is 200 or OK.
func (w *walk) compare(e *ast.BinaryExpr) verdict {
	if code, ok := w.status200(e.X); ok {
		if n, ok := w.m.number(e.Y); ok {
			return truth(constant.Compare(constant.MakeInt64(int64(code)), e.Op, constant.MakeInt64(int64(n))))
		}
	}
	return unknown
}

func truth(b bool) verdict {
	if b {
		return yes
	}
	return no
}

// status200 gives the assumed value of an expression about the status of the answer: resp.StatusCode, code/100.
func (w *walk) status200(e ast.Expr) (int, bool) {
	if w.status == 0 {
		return 0, false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		code, ok := w.status200(e.X)
		if n, isNumber := w.m.number(e.Y); ok && isNumber && n > 0 && e.Op == token.QUO {
			return code / n, true
		}
	case *ast.SelectorExpr:
		return w.status, e.Sel.Name == "StatusCode" && w.asks(e)
	case *ast.Ident:
		return w.status, w.asks(e) && w.m.mentionsStatus(e) && w.m.info.TypeOf(e).String() == "int"
	}
	return 0, false
}

func not(v verdict) verdict {
	switch v {
	case yes:
		return no
	case no:
		return yes
	}
	return unknown
}

func and(a, b verdict) verdict {
	switch {
	case a == no || b == no:
		return no
	case a == yes && b == yes:
		return yes
	}
	return unknown
}

// equal judges x == y where x is an error. Under the good assumption every error is nil; under the bad one that of the
// call is not, as long as nothing else was assigned to its variable.
func (w *walk) equal(e *ast.BinaryExpr) verdict {
	x, y := e.X, e.Y
	if isNil(w.m.info, x) {
		x, y = y, x
	}
	if sel, ok := ast.Unparen(y).(*ast.SelectorExpr); ok && !w.fail && w.asks(x) && isCode(w.m.info.TypeOf(y)) {
		return truth(sel.Sel.Name == "OK") // code == codes.Unavailable
	}
	if t := w.m.info.TypeOf(x); t == nil || !types.AssignableTo(t, types.Universe.Lookup("error").Type()) || !types.IsInterface(t) {
		return unknown
	}
	if !isNil(w.m.info, y) {
		if w.isErr(x) && (!w.fail || w.common && !(w.passing && transient(y))) {
			return no // nil is not io.EOF
		}
		return unknown
	}
	before := x.Pos() < w.call.Pos() && !w.inHeader(x)
	switch {
	case !w.fail || before:
		return yes
	case w.isErr(x):
		return no
	}
	return unknown
}

// isErr: the expression is the call itself, if it returns its error alone, or the variable that holds that error.
func (w *walk) isErr(e ast.Expr) bool {
	e = ast.Unparen(e)
	if e == w.whole {
		return true
	}
	v := w.m.syn.VarOf(e)
	if v == nil || v != w.err {
		return false
	}
	for _, d := range w.m.syn.All(v) { // still the call's?
		if d.Rhs != nil && w.l.holds(d.Node) && d.Rhs != w.whole && d.Node.Pos() > w.whole.End() && d.Node.Pos() < e.Pos() {
			return false
		}
	}
	return true
}

func (w *walk) inHeader(e ast.Node) bool {
	return w.l.cond != nil && w.l.cond.Pos() <= e.Pos() && e.End() <= w.l.cond.End()
}

func isCode(t types.Type) bool {
	return syntax.Is(t, "google.golang.org/grpc/codes", "Code") || syntax.Is(t, "connectrpc.com/connect", "Code")
}

func isNil(info *types.Info, e ast.Expr) bool { return info.Types[e].IsNil() }

// asks: the condition is about what the call answered: its error, its results, or what was made of them.
func (w *walk) asks(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			found = found || n == w.call
		case *ast.Ident:
			if v, ok := w.m.info.Uses[n].(*types.Var); ok {
				found = found || w.answer[v] || v == w.err && w.isErr(n)
			}
		}
		return !found
	})
	return found
}

// derive notes a variable that is made from the answer without another error coming about:
// code := status.Code(err), ok := resp.StatusCode < 500.
func (w *walk) derive(s *ast.AssignStmt) {
	if len(s.Lhs) != len(s.Rhs) {
		return
	}
	for i, rhs := range s.Rhs {
		if v := w.m.syn.VarOf(s.Lhs[i]); v != nil && rhs.Pos() > w.call.Pos() && !syntax.IsError(v.Type()) && w.asks(rhs) && rhs != w.whole {
			w.answer[v] = true
		}
	}
}

// mentionsStatus: the condition reads an HTTP status.
func (m *model) mentionsStatus(e ast.Node) bool {
	found := false
	m.syn.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			found = found || n.Sel.Name == "StatusCode"
		case *ast.Ident:
			if v, ok := m.info.Uses[n].(*types.Var); ok && !found && syntax.HasWord(v.Name(), "status", "code") {
				found = isInt(v.Type())
			}
		}
		return !found
	})
	return found
}

func isInt(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// isLimit: the condition counts rounds, looks at the clock or asks whether a context is over.
func (m *model) isLimit(l *loop, e ast.Expr) bool {
	return m.isCap(l, e) || m.anyCall(e, m.looksAt)
}

// isCap: the condition counts rounds or looks at the clock.
func (m *model) isCap(l *loop, e ast.Expr) bool {
	found := m.anyCall(e, m.clock)
	m.syn.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && !found {
			v, ok := m.info.Uses[id].(*types.Var)
			found = ok && m.counter(l, v)
		}
		return !found
	})
	return found
}

func (m *model) anyCall(n ast.Node, is func(*ast.CallExpr) bool) bool {
	found := false
	m.syn.Inspect(n, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && !found {
			found = is(call)
		}
		return !found
	})
	return found
}

// counter: an integer that the loop counts up or down.
func (m *model) counter(l *loop, v *types.Var) bool {
	if v.IsField() || !isInt(v.Type()) {
		return false
	}
	if l.ranged != nil && l.ranged.Key != nil && m.syn.VarOf(l.ranged.Key) == v {
		return true
	}
	found := false
	look := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IncDecStmt:
			found = found || m.syn.VarOf(n.X) == v
		case *ast.AssignStmt:
			if (n.Tok == token.ADD_ASSIGN || n.Tok == token.SUB_ASSIGN || n.Tok == token.MUL_ASSIGN || n.Tok == token.SHL_ASSIGN) && len(n.Lhs) == 1 {
				found = found || m.syn.VarOf(n.Lhs[0]) == v
			}
			if n.Tok == token.ASSIGN && len(n.Lhs) == len(n.Rhs) {
				for i, lhs := range n.Lhs {
					b, ok := n.Rhs[i].(*ast.BinaryExpr)
					found = found || ok && m.syn.VarOf(lhs) == v && m.syn.VarOf(b.X) == v
				}
			}
		}
		return !found
	}
	if l.post != nil {
		m.syn.Inspect(l.post, look)
	}
	for _, s := range l.body {
		m.syn.Inspect(s, look)
	}
	return found
}

// clock: time.Now, time.Since, time.Until, deadline.Before, or the same of a clock that tests replace.
func (m *model) clock(call *ast.CallExpr) bool {
	t := m.syn.Target(call)
	if t.Fn == nil {
		return false
	}
	switch t.Fn.Name() {
	case "Now", "Since", "Until", "Expired", "Elapsed", "Remaining":
		return true
	case "Before", "After", "Sub":
		return syntax.IsMethod(t.Fn, "time", "Time", "Before", "After", "Sub")
	}
	return false
}

// looksAt: the call asks a context whether it is over, or when: ctx.Err(), ctx.Done(), ctx.Deadline(), context.Cause(ctx).
func (m *model) looksAt(call *ast.CallExpr) bool {
	t := m.syn.Target(call)
	if t.Fn == nil {
		return false
	}
	if syntax.IsFunc(t.Fn, "context", "Cause") || t.Fn.Name() == "Remaining" && len(call.Args) > 0 && syntax.IsContext(m.info.TypeOf(call.Args[0])) {
		return true
	}
	if t.Recv == nil || len(call.Args) > 0 {
		return false
	}
	switch t.Fn.Name() {
	case "Err", "Deadline":
		return syntax.IsContext(t.Fn.Signature().Recv().Type()) || syntax.IsContext(m.info.TypeOf(t.Recv)) || hasDone(m.info.TypeOf(t.Recv))
	case "Done":
		return true
	}
	return false
}

// hasDone: a type that embeds or repeats a context.
func hasDone(t types.Type) bool {
	if t == nil {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Done")
	_, ok := obj.(*types.Func)
	return ok
}

// number is the value of a constant integer expression.
func (m *model) number(e ast.Expr) (int, bool) {
	tv := m.info.Types[e]
	if tv.Value == nil {
		return 0, false
	}
	n, ok := constant.Int64Val(constant.ToInt(tv.Value))
	return int(n), ok
}

package outcome

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Second is a call that is made because another one failed, and that stands in for it: the same function on another
// target, or another one whose result goes where the first one's should have gone.
//
//	body, err := s.get(ctx, s.first+at)
//	if err != nil {
//		return s.get(ctx, s.second+at)
//	}
type Second struct {
	First *downstream.Call // nil where a library calls the fallback; the call itself where a loop goes on to the next
	Call  *downstream.Call
	By    string       // that library's function: "hystrix.Do"
	In    *syntax.Func // the fallback that the library calls
	Loop  ast.Node
	Of    ast.Expr // what the loop runs over
	Named bool     // … which is written out in the function: two or three that somebody chose
}

// attempted is a call, or what a breaker makes of one, with where its error and its answer go.
type attempted struct {
	call       *downstream.Call
	gives      *types.Tuple
	stmt       *ast.AssignStmt
	err, value *types.Var
}

func (m *model) seconds(outcomes []Outcome) (out []Second) {
	var list []attempted
	for i := range outcomes {
		o := &outcomes[i]
		as, ok := m.Parent(o.Expr).(*ast.AssignStmt)
		if !ok || o.Err == nil || o.In.Test || fromMemory(o.Call) {
			continue
		}
		list = append(list, attempted{o.Call, m.results(o.Call), as, o.Err, o.Value})
	}
	for _, a := range append(list, m.wrapped(outcomes)...) {
		if c := m.standIn(a); c != nil {
			out = append(out, Second{First: a.call, Call: c})
		}
	}
	out = append(out, m.nexts()...)
	seen := map[*ast.CallExpr]bool{}
	out = slices.DeleteFunc(append(out, m.fallbacks()...), func(s Second) bool {
		was := seen[s.Call.Expr]
		seen[s.Call.Expr] = true
		return was
	})
	slices.SortStableFunc(out, func(a, b Second) int { return m.Order(a.Call.Expr, b.Call.Expr) })
	return out
}

// wrapped are the calls that somebody makes for us, whose error comes back: data, err := cb.Execute(func() (T, error) { return near.fetch(ctx) }).
func (m *model) wrapped(outcomes []Outcome) (out []attempted) {
	for i := range outcomes {
		o := &outcomes[i]
		if o.In.Outer == nil || o.In.Test || o.Likely || fromMemory(o.Call) || o.Fate != Returned {
			continue
		}
		call, ok := m.Parent(o.In.Node).(*ast.CallExpr)
		if !ok || call.Fun == o.In.Node {
			continue
		}
		as, ok := m.Parent(call).(*ast.AssignStmt)
		if !ok || len(as.Rhs) != 1 || !syntax.IsError(m.Info.TypeOf(as.Lhs[len(as.Lhs)-1])) {
			continue
		}
		a := attempted{call: o.Call, gives: o.In.Sig.Results(), stmt: as, err: m.VarOf(as.Lhs[len(as.Lhs)-1])}
		if len(as.Lhs) > 1 {
			a.value = m.VarOf(as.Lhs[0])
		} else if own, ok := m.Parent(o.Expr).(*ast.AssignStmt); ok && len(own.Lhs) > 1 {
			a.value = m.VarOf(own.Lhs[0]) // body, err = r.get(ctx, …) of a variable outside
		}
		if a.err != nil && !a.err.IsField() {
			out = append(out, a)
		}
	}
	return out
}

// standIn is the call that answers instead of one that failed; nil where there is none, or it cannot be told.
func (m *model) standIn(a attempted) *downstream.Call {
	for _, list := range m.failures(a) {
		for _, s := range list {
			if c := m.instead(a, s, list, 0); c != nil {
				return c
			}
		}
	}
	return nil
}

// failures are the lists of statements that run if the call failed, and for no other reason than that.
func (m *model) failures(a attempted) (out [][]ast.Stmt) {
	list, from := []ast.Stmt(nil), 0
	switch p := m.Parent(a.stmt).(type) {
	case *ast.IfStmt:
		if p.Init != a.stmt {
			return nil
		}
		list = syntax.List(m.Parent(p))
		from = slices.Index(list, ast.Stmt(p))
	case *ast.SwitchStmt:
		list = []ast.Stmt{p}
	default:
		list = syntax.List(p)
		from = slices.Index(list, ast.Stmt(a.stmt)) + 1
	}
	if from < 0 {
		return nil
	}
	for i := from; i < len(list); i++ {
		switch s := list[i].(type) {
		case *ast.IfStmt:
			if s.Init != nil && s.Init != a.stmt && m.sets(s.Init, a.err) {
				return out
			}
			well, branches := m.cases(a, s)
			out = append(out, branches...)
			if well { // if err == nil { return v, nil }
				return append(out, list[i+1:])
			}
		case *ast.SwitchStmt:
			return append(out, m.clauses(a, s)...)
		default:
			if m.sets(s, a.err) {
				return out
			}
		}
	}
	return out
}

func (m *model) sets(n ast.Node, v *types.Var) bool {
	found := false
	m.Walk(n, syntax.Assigns, func(n ast.Node) bool {
		for _, l := range n.(*ast.AssignStmt).Lhs {
			found = found || m.VarOf(l) == v
		}
		return !found
	})
	return found
}

// cases are the branches of an if, and of its else, that are taken if the call failed; well: behind it the call has
// failed for certain.
func (m *model) cases(a attempted, s *ast.IfStmt) (well bool, out [][]ast.Stmt) {
	switch v := m.verdict(a.err, s.Cond); v {
	case down:
		return false, [][]ast.Stmt{s.Body.List}
	case fine, other:
		switch e := s.Else.(type) {
		case *ast.BlockStmt:
			if v == fine {
				out = append(out, e.List)
			}
		case *ast.IfStmt:
			_, rest := m.cases(a, e)
			out = append(out, rest...)
			if last := lastElse(e); last != nil && v == fine {
				out = append(out, last.List)
			}
		case nil:
			well = v == fine && syntax.Leaves(s.Body)
		}
	}
	return well, out
}

func lastElse(s *ast.IfStmt) *ast.BlockStmt {
	for {
		switch e := s.Else.(type) {
		case *ast.IfStmt:
			s = e
		case *ast.BlockStmt:
			return e
		default:
			return nil
		}
	}
}

func (m *model) clauses(a attempted, s *ast.SwitchStmt) (out [][]ast.Stmt) {
	good := false
	for _, c := range s.Body.List {
		c := c.(*ast.CaseClause)
		failed := false
		for _, e := range c.List {
			v := m.verdict(a.err, e)
			good = good || v == fine
			failed = failed || v == down
			good = good || s.Tag != nil && m.VarOf(s.Tag) == a.err && m.isNil(e)
			if s.Tag != nil { // switch status.Code(err) { case codes.Unavailable: … }
				failed = failed || m.mentions(s.Tag, a.err) && unavailable(types.ExprString(e))
			}
		}
		if failed || c.List == nil && good {
			out = append(out, c.Body)
		}
	}
	return out
}

// verdict is what a condition says about the call whose error is in err.
type verdict uint8

const (
	other verdict = iota
	down          // it failed, or was not reached
	fine          // it did not fail
)

func (m *model) verdict(err *types.Var, cond ast.Expr) verdict {
	switch c := ast.Unparen(cond).(type) {
	case *ast.BinaryExpr:
		switch c.Op {
		case token.NEQ, token.EQL:
			if m.VarOf(c.X) == err && m.isNil(c.Y) {
				if c.Op == token.NEQ {
					return down
				}
				return fine
			}
			if c.Op == token.EQL && m.mentions(c, err) && unavailable(types.ExprString(c)) {
				return down
			}
		case token.LAND: // err != nil && !errors.Is(err, ErrNotFound)
			x, y := m.verdict(err, c.X), m.verdict(err, c.Y)
			if NotFound(types.ExprString(c.Y)) && y == other && !negated(c.Y) {
				return other
			}
			if x == down || y == down {
				return down
			}
			return max(x, y)
		case token.LOR: // err != nil || resp.StatusCode >= 500
			if x, y := m.verdict(err, c.X), m.verdict(err, c.Y); x == down || y == down {
				return down
			}
		}
	case *ast.CallExpr: // errors.Is(err, context.DeadlineExceeded)
		if m.mentions(c, err) && unavailable(types.ExprString(c)) {
			return down
		}
	}
	return other
}

func negated(e ast.Expr) bool {
	u, ok := ast.Unparen(e).(*ast.UnaryExpr)
	return ok && u.Op == token.NOT
}

// unavailable: a test that names the ways in which a service does not answer.
func unavailable(text string) bool {
	if NotFound(text) {
		return false
	}
	text = strings.ToLower(text)
	return slices.ContainsFunc([]string{"deadlineexceeded", "timeout", "timedout", "unavailable", "openstate", "circuitopen", "erropen", "toomanyrequests", "resourceexhausted", "unreachable", "connrefused", "neterr", "isdown", "overload", "outage", "transient", "temporary", "retryable"},
		func(w string) bool { return strings.Contains(text, w) })
}

// instead is the call of a statement that runs on failure, where its result takes the place of what failed: it is
// returned, assigned to the same variables, or to others that are returned then.
func (m *model) instead(a attempted, s ast.Stmt, list []ast.Stmt, depth int) *downstream.Call {
	switch s := s.(type) {
	case *ast.ReturnStmt:
		if len(s.Results) > 0 {
			return m.second(a, s.Results[0], true)
		}
	case *ast.AssignStmt:
		if len(s.Rhs) != 1 {
			return nil
		}
		v := m.VarOf(s.Lhs[0])
		switch {
		case v == nil || v.IsField():
			return nil
		case v == a.value, a.value == nil && v == a.err && len(s.Lhs) == 1: // err = n.call(ctx, n.backup, &height)
			return m.second(a, s.Rhs[0], false)
		case a.value != nil && len(s.Lhs) > 1 && m.givenBack(v, list, a):
			return m.second(a, s.Rhs[0], false)
		}
	case *ast.IfStmt:
		if as, ok := s.Init.(*ast.AssignStmt); ok {
			if c := m.instead(a, as, []ast.Stmt{s}, depth); c != nil {
				return c
			}
		}
		if depth < 2 && !NotFound(types.ExprString(s.Cond)) && s.Init == nil {
			for _, in := range s.Body.List {
				if c := m.instead(a, in, s.Body.List, depth+1); c != nil {
					return c
				}
			}
		}
	}
	return nil
}

// givenBack: one of the statements returns v, or makes it the answer.
func (m *model) givenBack(v *types.Var, list []ast.Stmt, a attempted) bool {
	found := false
	for _, s := range list {
		m.Flat(s, syntax.Returns|syntax.Assigns, func(n ast.Node) {
			switch n := n.(type) {
			case *ast.ReturnStmt:
				for _, e := range n.Results {
					found = found || !syntax.IsError(m.Info.TypeOf(e)) && m.mentions(e, v)
				}
			case *ast.AssignStmt:
				for i, l := range n.Lhs {
					found = found || m.VarOf(l) == a.value && len(n.Rhs) == len(n.Lhs) && m.mentions(n.Rhs[i], v)
				}
			}
		})
	}
	return found
}

// second is the call that e makes, if it asks another downstream for what the first one did not give.
func (m *model) second(a attempted, e ast.Expr, returned bool) *downstream.Call {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return nil
	}
	c := m.remote[call]
	if c == nil || c.Sink != nil && c.Sink.Request || fromMemory(c) || !m.another(a, c, returned) {
		return nil
	}
	return c
}

// fromMemory: the call asks a cache, whose source is asked afterwards.
func fromMemory(c *downstream.Call) bool {
	if slices.ContainsFunc(c.Effects(), func(r downstream.Reach) bool { return r.Protocol == catalog.Redis || r.Protocol == catalog.Cache }) {
		return true
	}
	return slices.ContainsFunc(namesOf(c), func(w string) bool {
		return w == "cache" || w == "cached" || w == "local" || w == "memory" || w == "memcache" || w == "caches"
	})
}

// namesOf are the words of a call's receiver, its function and their type.
func namesOf(c *downstream.Call) (words []string) {
	if c.Recv != nil {
		words = append(words, syntax.Words(types.ExprString(c.Recv))...)
	}
	if c.Fn != nil {
		words = append(words, syntax.Words(c.Fn.Name())...)
		if r := c.Fn.Signature().Recv(); r != nil {
			if n := syntax.NameOf(r.Type()); n != nil {
				words = append(words, syntax.Words(n.Name())...)
			}
		}
	}
	return words
}

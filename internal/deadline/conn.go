package deadline

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// connection evaluates what bounds a client that talks over a connection it is given, for the calls that make such a
// client: the dial's limit ends with the dial, only SetDeadline bounds what follows.
//
//	conn, err := dialer.DialContext(ctx, "tcp", addr)
//	client, err := smtp.NewClient(conn, host) // waits for the greeting
//
// Reads and writes on the connection itself are left alone: they serve streams as often as not.
func (m *model) connection(c *downstream.Call) Client {
	if c.Recv != nil || c.Sink.Protocol != catalog.SMTP || len(c.Expr.Args) == 0 {
		return Client{State: Undecided}
	}
	v := m.syn.VarOf(c.Expr.Args[0])
	if v == nil || v.IsField() || m.deadlineSet(c.In.Root(), v) {
		return Client{State: Undecided}
	}
	defs := m.syn.All(v)
	for _, d := range defs {
		if d.Kind == syntax.Zero {
			continue
		}
		if d.Kind != syntax.Assigned || !m.dials(d.Rhs, 0) {
			return Client{State: Undecided}
		}
	}
	if len(defs) == 0 {
		return Client{State: Undecided}
	}
	return Client{State: NoLimit}
}

// dials: the expression is a call that dials, or wraps such a connection in TLS.
func (m *model) dials(e ast.Expr, depth int) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		t := m.syn.Target(e)
		if t.Fn == nil || t.Fn.Pkg() == nil {
			return false
		}
		if t.Fn.Pkg().Path() == "crypto/tls" && t.Fn.Name() == "Client" && len(e.Args) == 2 {
			return m.dials(e.Args[0], depth+1)
		}
		s, ok := catalog.Lookup(t.Fn)
		return ok && s.Dial
	case *ast.Ident:
		v := m.syn.VarOf(e)
		defs := m.syn.Reach(v, e)
		return depth < 4 && len(defs) == 1 && defs[0].Kind == syntax.Assigned && m.dials(defs[0].Rhs, depth+1)
	}
	return false
}

// deadlineSet: a statement of f sets a deadline on some connection, or hands v to a function that may.
func (m *model) deadlineSet(f *syntax.Func, v *types.Var) bool {
	found := false
	m.syn.Inspect(f.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		if sel, ok := call.Fun.(*ast.SelectorExpr); ok && strings.HasPrefix(sel.Sel.Name, "Set") && strings.HasSuffix(sel.Sel.Name, "Deadline") {
			found = true
			return false
		}
		t := m.syn.Target(call)
		if t.Fn != nil && t.Fn.Pkg() != nil && !strings.Contains(t.Fn.Pkg().Path(), ".") {
			return true // the standard library keeps it as it is
		}
		for _, a := range call.Args {
			found = found || m.syn.VarOf(a) == v
		}
		return !found
	})
	return found
}

package outcome

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// restys are clients that decode a good answer into what SetResult names, and give no error for a bad one.
var restys = []string{"github.com/go-resty/resty/v2", "resty.dev/v3"}

// unreadResults finds the calls of such clients after which nobody looks at the status, but uses what should have been
// decoded.
//
//	_, err := c.R().SetResult(&levels).Get("/levels")
//	if err != nil { return nil, err }
//	return levels, nil
func (m *model) unreadResults() (out []Response) {
	var watched, known bool
	for _, c := range m.down.Calls {
		if c.Sink == nil || c.Fn == nil || c.Fn.Pkg() == nil || c.In.Test || !isResty(c.Fn.Pkg().Path()) {
			continue
		}
		if !known {
			watched, known = m.watched(), true
		}
		as, ok := m.Parent(c.Expr).(*ast.AssignStmt)
		if watched || !ok || len(as.Rhs) != 1 || len(as.Lhs) != 2 {
			continue
		}
		into := m.setResult(c.Expr)
		if into == nil || !m.readLater(into, c.Expr, c.In) {
			continue
		}
		v := m.VarOf(as.Lhs[0])
		if v != nil && v.Name() == "_" {
			v = nil
		}
		if v != nil && (v.IsField() || len(m.uses(v, c.In)) > 0) {
			continue
		}
		out = append(out, Response{Var: v, Decode: c.Expr, Call: c.Expr, In: c.In, Filled: into})
	}
	return out
}

func isResty(path string) bool {
	for _, p := range restys {
		if path == p {
			return true
		}
	}
	return false
}

// watched: the package does not make such a client, or tells it what to do with a bad status.
func (m *model) watched() bool {
	made, told := false, false
	for _, f := range m.Files {
		m.Walk(f, syntax.Calls, func(n ast.Node) bool {
			fn := m.Target(n.(*ast.CallExpr)).Fn
			if fn == nil || fn.Pkg() == nil || !isResty(fn.Pkg().Path()) {
				return true
			}
			made = made || strings.HasPrefix(fn.Name(), "New")
			told = told || strings.HasPrefix(fn.Name(), "OnAfterResponse") || strings.Contains(fn.Name(), "ResponseMiddleware") ||
				fn.Name() == "OnError" || fn.Name() == "OnSuccess" || fn.Name() == "SetTransport"
			return true
		})
	}
	return !made || told
}

// setResult is what a chain of calls says the answer is decoded into; nil where it says nothing, or names something for
// errors too.
func (m *model) setResult(call *ast.CallExpr) (into ast.Expr) {
	for {
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return into
		}
		switch sel.Sel.Name {
		case "SetError":
			return nil
		case "SetResult":
			if len(call.Args) == 1 {
				into = call.Args[0]
				if u, ok := ast.Unparen(into).(*ast.UnaryExpr); ok {
					into = u.X
				}
			}
		}
		if call, ok = ast.Unparen(sel.X).(*ast.CallExpr); !ok {
			return into
		}
	}
}

// readLater: a local variable that nobody asks whether it was filled is used after the call.
func (m *model) readLater(e ast.Expr, call *ast.CallExpr, in *syntax.Func) bool {
	v := m.root(e)
	if v == nil || m.global(v) || v.IsField() {
		return false
	}
	if _, isMap := v.Type().Underlying().(*types.Map); isMap {
		return false // what is missing in it is asked for by key
	}
	used := false
	for _, id := range m.uses(v, in) {
		if id.Pos() < call.End() {
			continue
		}
		if m.looked(id) {
			return false
		}
		used = true
	}
	return used
}

package outcome

import (
	"go/ast"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Response is an HTTP answer whose body is decoded although nobody looks at its status.
type Response struct {
	Var    *types.Var
	Decode *ast.CallExpr // json.NewDecoder(resp.Body).Decode(&v), json.Unmarshal(body, &v)
	Call   *ast.CallExpr // what the answer comes from
	In     *syntax.Func
	Filled ast.Expr // what a client decodes into by itself, where it does; Decode is the call then
}

// statusTypes are answers with a status that somebody has to look at: an error is only that there was no answer.
var statusTypes = [][2]string{
	{"net/http", "Response"},
	{"github.com/elastic/go-elasticsearch/v7/esapi", "Response"},
	{"github.com/elastic/go-elasticsearch/v8/esapi", "Response"},
	{"github.com/opensearch-project/opensearch-go/v2/opensearchapi", "Response"},
}

func (m *model) unread() (out []Response) {
	for _, c := range m.down.Calls {
		as, ok := m.Parent(c.Expr).(*ast.AssignStmt)
		if !ok || len(as.Rhs) != 1 {
			continue
		}
		v := m.VarOf(as.Lhs[0])
		if v == nil || v.IsField() || !hasStatus(v.Type()) || c.In.Test || m.looksItself(c) {
			continue
		}
		if decode := m.decodedBlindly(v, c.In); decode != nil && m.passesForEmpty(decode, c.In) {
			out = append(out, Response{Var: v, Decode: decode, Call: c.Expr, In: c.In})
		}
	}
	return append(out, m.unreadResults()...)
}

// uses are the places where a local variable is read or written.
func (m *model) uses(v *types.Var, in *syntax.Func) (ids []*ast.Ident) {
	m.Inspect(in.Root().Node, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && m.Info.Uses[id] == v {
			ids = append(ids, id)
		}
		return true
	})
	return ids
}

func hasStatus(t types.Type) bool {
	for _, s := range statusTypes {
		if syntax.Is(t, s[0], s[1]) {
			return true
		}
	}
	return false
}

// decodedBlindly: all that is done with v is to close its body and to decode it. Anything else, a helper that is given
// v among it, may look at the status.
func (m *model) decodedBlindly(v *types.Var, in *syntax.Func) (decode *ast.CallExpr) {
	for _, id := range m.uses(v, in) {
		sel, ok := m.Parent(id).(*ast.SelectorExpr)
		if !ok {
			if b, ok := m.Parent(id).(*ast.BinaryExpr); ok && (m.isNil(b.X) || m.isNil(b.Y)) {
				continue // resp != nil
			}
			if as, ok := m.Parent(id).(*ast.AssignStmt); ok && as.Lhs[0] == id {
				continue
			}
			return nil
		}
		if sel.Sel.Name != "Body" {
			return nil
		}
		d, ok := m.bodyUse(sel, in)
		if !ok {
			return nil
		}
		if d != nil {
			decode = d
		}
	}
	return decode
}

// bodyUse: resp.Body is closed, or decoded; ok is false for anything else.
func (m *model) bodyUse(body *ast.SelectorExpr, in *syntax.Func) (decode *ast.CallExpr, ok bool) {
	switch p := m.Parent(body).(type) {
	case *ast.SelectorExpr:
		return nil, p.Sel.Name == "Close"
	case *ast.CallExpr:
		fn := m.Target(p).Fn
		switch {
		case syntax.IsFunc(fn, "encoding/json", "NewDecoder"), syntax.IsFunc(fn, "encoding/xml", "NewDecoder"):
			if sel, ok := m.Parent(p).(*ast.SelectorExpr); ok {
				if call, ok := m.Parent(sel).(*ast.CallExpr); ok && sel.Sel.Name == "Decode" {
					return call, true
				}
			}
		case syntax.IsFunc(fn, "io", "ReadAll"), syntax.IsFunc(fn, "io/ioutil", "ReadAll"):
			return m.unmarshalled(p, in), true
		case syntax.IsFunc(fn, "io", "Copy"):
			return nil, len(p.Args) == 2 && types.ExprString(p.Args[0]) == "io.Discard"
		}
	}
	return nil, false
}

// unmarshalled: what was read is given to json.Unmarshal, and to nothing else.
func (m *model) unmarshalled(read *ast.CallExpr, in *syntax.Func) *ast.CallExpr {
	as, ok := m.Parent(read).(*ast.AssignStmt)
	if !ok {
		return nil
	}
	v := m.VarOf(as.Lhs[0])
	if v == nil || v.IsField() {
		return nil
	}
	var decode *ast.CallExpr
	for _, id := range m.uses(v, in) {
		call, ok := m.Parent(id).(*ast.CallExpr)
		if !ok {
			return nil
		}
		fn := m.Target(call).Fn
		if !syntax.IsFunc(fn, "encoding/json", "Unmarshal") && !syntax.IsFunc(fn, "encoding/xml", "Unmarshal") {
			return nil
		}
		decode = call
	}
	return decode
}

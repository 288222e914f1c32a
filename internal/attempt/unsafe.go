package attempt

import (
	"go/ast"
	"go/constant"
	"strings"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// unsafe finds, in what is repeated, a write that is done twice if only its answer was lost: an INSERT that does not say
// what to do with a row that is there, or a POST in a function that knows no key, also further
// down, in functions of this package. A statement or method that is not
// constant is unknown, and so not found.
func (m *model) unsafe(f *syntax.Func, region ast.Node) ast.Expr {
	var found ast.Expr
	for n := range ast.Preorder(region) {
		call, ok := n.(*ast.CallExpr)
		if !ok || found != nil {
			continue
		}
		c := m.byExpr[call]
		if c != nil && c.Sink == nil && !m.knowsKey(f) && m.wrapped(call) {
			found = call
		}
		if c == nil || c.Sink == nil {
			continue
		}
		for _, a := range call.Args {
			text, ok := m.text(a)
			if !ok {
				continue
			}
			switch {
			case c.Sink.Protocol == "sql" && inserts(text):
				found = call
			case c.Sink.Request && c.Sink.Protocol == "http" && text == "POST" && !m.knowsKey(f):
				found = call
			}
		}
	}
	return found
}

func (m *model) text(e ast.Expr) (string, bool) {
	tv := m.info.Types[e]
	if tv.Value == nil || tv.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(tv.Value), true
}

func inserts(sql string) bool {
	sql = strings.ToUpper(strings.TrimSpace(sql))
	if !strings.HasPrefix(sql, "INSERT INTO") {
		return false
	}
	for _, safe := range []string{"ON CONFLICT", "ON DUPLICATE", "NOT EXISTS", "IGNORE"} {
		if strings.Contains(sql, safe) {
			return false
		}
	}
	return true
}

// knowsKey: the declaration around f names a key by which the other side tells a repeated request.
func (m *model) knowsKey(f *syntax.Func) bool {
	for n := range ast.Preorder(f.Root().Body) {
		var name string
		switch n := n.(type) {
		case *ast.BasicLit:
			name = n.Value
		case *ast.Ident:
			name = n.Name
		default:
			continue
		}
		if isKey(name) {
			return true
		}
	}
	return false
}

func isKey(name string) bool {
	name = strings.ToLower(name)
	for _, word := range []string{"idempot", "request-id", "requestid", "dedup", "nonce", "if-match", "graphql", "search", "query"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

package outcome

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

func clientLike(t types.Type) bool {
	if t == nil {
		return false
	}
	n := syntax.NameOf(t)
	return n != nil && syntax.HasWord(n.Name(), "client", "clientset", "conn", "connection", "session")
}

// where are words of names that say whom to ask. A URL is none: it may be a folder, or a page, of one and the same server.
var where = []string{"addr", "address", "host", "hostname", "target", "server", "upstream", "backend", "peer", "mirror", "broker", "authority"}

// services are words of names of things that each are a service, or have one.
var services = append([]string{
	"endpoint", "node", "hub", "region", "exchange", "provider", "source", "feed", "replica", "shard", "cluster", "site", "instance", "member", "station",
	"gateway", "agent", "collector", "exporter", "registry", "datacenter", "zone", "partner", "supplier", "vendor", "carrier", "store", "bank", "engine", "indexer",
	"worker", "device", "sensor", "service", "api", "relay", "validator", "pool", "client",
}, where...)

// manyServices: the names of a collection, or of the type of its elements, say that each is a service.
func (m *model) manyServices(targets ast.Expr, element *types.Var) bool {
	words := syntax.Words(strings.ReplaceAll(types.ExprString(targets), "URLs", "Urls"))
	if element != nil {
		words = append(words, syntax.Words(element.Name())...)
		if n := syntax.NameOf(element.Type()); n != nil {
			words = append(words, syntax.Words(n.Name())...)
		}
	}
	return slices.ContainsFunc(words, func(w string) bool {
		w = strings.Trim(w, "()[]")
		return slices.Contains(services, w) || slices.Contains(services, strings.TrimSuffix(w, "s")) || slices.Contains(services, strings.TrimSuffix(w, "es"))
	})
}

// root is the variable that a chain of fields, indexes and methods begins with.
func (m *model) root(e ast.Expr) *types.Var {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.UnaryExpr:
			e = x.X
		case *ast.CallExpr:
			sel, ok := x.Fun.(*ast.SelectorExpr)
			if !ok {
				return nil
			}
			e = sel.X
		case *ast.Ident:
			v, _ := m.Info.ObjectOf(x).(*types.Var)
			return v
		default:
			return nil
		}
	}
}

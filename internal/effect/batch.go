package effect

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Batch names a function beside the called one that seems to answer for many items at once; "" for none.
func (c Member) Batch() string {
	fn := c.Fn
	if fn == nil {
		return ""
	}
	best := ""
	consider := func(o *types.Func) {
		if best == "" && o != fn && c.near(o) && manyOf(o, fn) && !c.loops(o) {
			best = o.Name()
		}
	}
	if recv := fn.Signature().Recv(); recv != nil {
		set := types.NewMethodSet(recv.Type())
		for i := range set.Len() {
			if o, ok := set.At(i).Obj().(*types.Func); ok {
				consider(o)
			}
		}
		return best
	}
	if fn.Pkg() == nil {
		return ""
	}
	for _, name := range fn.Pkg().Scope().Names() {
		if o, ok := fn.Pkg().Scope().Lookup(name).(*types.Func); ok {
			consider(o)
		}
	}
	return best
}

// near: the loop may call o, and does not stand in it.
func (c Member) near(o *types.Func) bool {
	root := c.In.Root().Obj
	return o != root && (o.Exported() || root != nil && o.Pkg() == root.Pkg())
}

// loops: o calls the one for one item itself, so it would wait just as long.
func (c Member) loops(o *types.Func) (found bool) {
	if c.at == nil {
		return false
	}
	f := c.at.Decl(o)
	if f == nil {
		return false
	}
	c.at.Inspect(f.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && !found {
			fn := c.at.Target(call).Fn
			found = fn != nil && fn.Origin() == c.Fn.Origin()
		}
		return !found
	})
	return found
}

// marks say that a name is about many.
var marks = []string{"batch", "bulk", "multi", "many", "all", "m", "mget", "ids", "keys"}

// joins are the words that say more about a noun before them.
var joins = []string{"by", "for", "with", "of", "from", "in"}

// manyOf: o asks for many of what fn asks for, takes many of what fn takes one of, and gives something back. The name
// begins alike: GetProduct, and GetProducts, BatchGetProduct, MGetProduct, ListProductsByIDs, GetAllProducts.
func manyOf(o, fn *types.Func) bool {
	if !catalog.ReadVerb(o.Name()) || !answers(o.Signature()) || !takesMany(o.Signature(), fn.Signature()) {
		return false
	}
	one, many := syntax.Words(fn.Name()), syntax.Words(o.Name())
	marked := slices.ContainsFunc(many, func(w string) bool { return slices.Contains(marks, w) })
	many = slices.DeleteFunc(many, func(w string) bool { return slices.Contains(marks, w) && w != "keys" && w != "ids" })
	if len(many) == 0 || many[0] != one[0] && !(asksFor(one[0]) && asksFor(many[0])) {
		return false
	}
	noun := one[1:]
	if i := slices.IndexFunc(noun, func(w string) bool { return slices.Contains(joins, w) }); i >= 0 {
		noun = noun[:i]
	}
	rest := many[1:]
	if len(noun) == 0 {
		return marked
	}
	if len(rest) < len(noun) || !slices.Equal(rest[:len(noun)-1], noun[:len(noun)-1]) {
		return false
	}
	first, last := rest[len(noun)-1], noun[len(noun)-1]
	if after := rest[len(noun):]; len(after) > 0 && !slices.Contains(joins, after[0]) && !slices.Contains(marks, after[0]) {
		return false // GetProductsTotal gives no products
	}
	return first == plural(last) || first == last && marked
}

// asksFor: verbs that are the same question.
func asksFor(verb string) bool {
	switch verb {
	case "get", "list", "find", "fetch", "load", "query", "select", "search", "lookup", "read":
		return true
	}
	return false
}

func plural(noun string) string {
	switch n := len(noun); {
	case n > 1 && noun[n-1] == 'y':
		return noun[:n-1] + "ies"
	case n > 0 && (noun[n-1] == 's' || noun[n-1] == 'x' || noun[n-1] == 'h'):
		return noun + "es"
	}
	return noun + "s"
}

// answers: something besides an error comes back.
func answers(sig *types.Signature) bool { return !onlyError(sig) }

// takesMany: a parameter of many is a list, or a map, of what one takes, or both take the request of a generated
// client, and the one of many has a list in it.
func takesMany(many, one *types.Signature) bool {
	for v := range many.Params().Variables() {
		var item types.Type
		switch t := v.Type().Underlying().(type) {
		case *types.Slice:
			item = t.Elem()
		case *types.Map:
			item = t.Key()
		case *types.Pointer:
			if hasList(t.Elem()) && takesRequest(one) {
				return true
			}
		}
		if item == nil {
			continue
		}
		for p := range one.Params().Variables() {
			if types.Identical(p.Type(), item) {
				return true
			}
		}
	}
	return false
}

func hasList(t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		if _, list := f.Type().Underlying().(*types.Slice); list && f.Exported() {
			return true
		}
	}
	return false
}

func takesRequest(sig *types.Signature) bool {
	for p := range sig.Params().Variables() {
		if ptr, ok := p.Type().Underlying().(*types.Pointer); ok {
			if _, ok := ptr.Elem().Underlying().(*types.Struct); ok {
				return true
			}
		}
	}
	return false
}

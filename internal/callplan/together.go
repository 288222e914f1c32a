package callplan

import (
	"go/ast"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

const zeroMR = "github.com/zeromicro/go-zero/core/mr"

// together builds what a library runs at the same time and waits for:
//
//	mr.Finish(loadUser, loadOrders)
//	mr.MapReduceVoid(generate, mapper, reducer)     // the mapper once per item
func (b *builder) together(call *ast.CallExpr) (n Node, ok bool) {
	fn := b.Target(call).Fn
	switch {
	case syntax.IsFunc(fn, zeroMR, "Finish", "FinishVoid"):
		n = Node{Kind: Par, At: b.at(call)}
		for _, a := range call.Args {
			if k, ok := b.value(a); ok {
				n.Kids = append(n.Kids, k)
			}
		}
		if len(n.Kids) < 2 {
			n, _ = seq(n.Kids)
		}
		return n, true
	case syntax.IsFunc(fn, zeroMR, "ForEach", "MapReduce", "MapReduceVoid", "MapReduceChan") && len(call.Args) > 1:
		each := Node{Kind: Each, At: b.at(call), N: Count{Sym: "items"}, Limit: b.workers(call)}
		var kids []Node
		if body, ok := b.value(call.Args[1]); ok {
			k, _ := around(each, []Node{body})
			kids = append(kids, k)
		}
		if len(call.Args) > 2 {
			if k, ok := b.value(call.Args[2]); ok { // it takes what is done, and ends last
				kids = append(kids, k)
			}
		}
		n, _ = seq(kids)
		return n, true
	}
	return n, false
}

// workers is how many items a library works on at a time: as an option says, or by default.
func (b *builder) workers(call *ast.CallExpr) Count {
	for _, a := range call.Args {
		if opt, ok := ast.Unparen(a).(*ast.CallExpr); ok && len(opt.Args) == 1 && syntax.IsFunc(b.Target(opt).Fn, zeroMR, "WithWorkers") {
			return b.number(opt.Args[0], 0)
		}
	}
	return Count{N: 16}
}

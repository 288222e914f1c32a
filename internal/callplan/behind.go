package callplan

import (
	"go/ast"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Behind is the one downstream behind a function of this package: all that it calls has the same name, given by a
// directive or the configuration, and no failure is lost on the way. It returns the function that has the name, nil where
// that is not so.
//
//	func (s *Server) emptyCart(ctx context.Context, user string) error {
//		if _, err := s.cart.EmptyCart(ctx, user); err != nil { return fmt.Errorf("…: %w", err) }
//		return nil
//	}
func (r *Result) Behind(fn *types.Func) *types.Func {
	if r.m == nil || fn == nil {
		return nil
	}
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	b := &behind{model: r.m, seen: map[*syntax.Func]bool{}}
	if !b.function(r.m.Decl(fn)) {
		return nil
	}
	return b.fn
}

type behind struct {
	*model
	name string
	fn   *types.Func
	seen map[*syntax.Func]bool
}

func (b *behind) function(f *syntax.Func) bool {
	if f == nil || b.plans[f] == nil || b.seen[f] {
		return false
	}
	b.seen[f] = true
	return b.one(b.plans[f])
}

// one reports whether all calls of a plan go to the same downstream.
func (b *behind) one(n *Node) bool {
	if n.Ignored || n.Optional || n.Kind == Async {
		return false
	}
	switch n.Kind {
	case Call, Ref:
		if n.Name == "" {
			return n.Kind == Ref && !n.Abstract && b.function(b.Decl(b.funcOf[n.Key]))
		}
		call, ok := n.node.(*ast.CallExpr)
		if !ok || b.name != "" && b.name != n.Name {
			return false
		}
		b.name, b.fn = n.Name, b.Target(call).Fn
		return b.fn != nil
	case Bounded:
		if n.Name != "" {
			return false // the runtime's guard says what becomes of a failure
		}
	}
	for i := range n.Kids {
		if !b.one(&n.Kids[i]) {
			return false
		}
	}
	return true
}

package ctxdrop

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/rule"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// keepDerived gives the thrown-away context a name. That lets the deadline, or the group's first error, end calls that
// went on so far, so somebody has to look at it; where nothing would use the name it does not compile, and is not
// offered.
//
//	_, cancel := context.WithTimeout(ctx, d)   →  ctx, cancel := context.WithTimeout(ctx, d)
//	g, _ := errgroup.WithContext(ctx)          →  g, gctx := errgroup.WithContext(ctx), and gctx in its goroutines
func (r *repair) keepDerived() []rule.Fix {
	stmt, ok := r.file.StatementOf(r.f.Node).(*ast.AssignStmt)
	call, isCall := r.f.Node.(*ast.CallExpr)
	if !ok || !isCall || stmt.Tok != token.DEFINE || len(stmt.Lhs) != 2 || len(call.Args) == 0 {
		return nil
	}
	id, ok := ast.Unparen(call.Args[0]).(*ast.Ident)
	if !ok {
		return nil
	}
	parent, ok := r.pass.TypesInfo.Uses[id].(*types.Var)
	if !ok {
		return nil
	}
	if isBlank(stmt.Lhs[1]) {
		return r.keepGroup(stmt, parent)
	}
	if !isBlank(stmt.Lhs[0]) {
		return nil
	}
	// In the parent's own scope := assigns to it; further in it declares a new one, which has to be used.
	scope := r.pass.Pkg.Scope().Innermost(stmt.Pos())
	if scope != parent.Parent() && !r.usedAfter(parent, stmt, scope) {
		return nil
	}
	return r.one("keep the derived context as "+parent.Name(), rule.Ask, replace(stmt.Lhs[0], parent.Name()))
}

func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

func (r *repair) usedAfter(v types.Object, stmt ast.Stmt, scope *types.Scope) bool {
	for id, obj := range r.pass.TypesInfo.Uses {
		if obj == v && id.Pos() > stmt.End() && scope.Contains(id.Pos()) {
			return true
		}
	}
	return false
}

// keepGroup names a group's context and uses it in the literals that the group runs. Not in the rest of the function:
// after Wait the group's context is over.
func (r *repair) keepGroup(stmt *ast.AssignStmt, parent *types.Var) []rule.Fix {
	g, ok := stmt.Lhs[0].(*ast.Ident)
	if !ok {
		return nil
	}
	group := r.pass.TypesInfo.ObjectOf(g)
	if !r.leavesOnError(group) {
		return nil
	}
	name := r.file.FreshName(stmt.Pos(), "g"+strings.TrimPrefix(parent.Name(), "g"))
	edits := []analysis.TextEdit{replace(stmt.Lhs[1], name)}
	safe := true
	ast.Inspect(r.file.Syntax, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) != 1 || call.Pos() < stmt.End() {
			return true
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || sel.Sel.Name != "Go" && sel.Sel.Name != "TryGo" {
			return true
		}
		x, ok := sel.X.(*ast.Ident)
		if !ok || r.pass.TypesInfo.Uses[x] != group {
			return true
		}
		ast.Inspect(call.Args[0], func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && r.pass.TypesInfo.Uses[id] == types.Object(parent) {
				edits = append(edits, replace(id, name))
			}
			if as, ok := n.(*ast.AssignStmt); ok && r.bringsOut(as, call) {
				safe = false
			}
			return true
		})
		return true
	})
	if len(edits) == 1 || !safe {
		return nil
	}
	return r.one("keep the group's context as "+name+" and use it in its goroutines", rule.Ask, edits...)
}

// bringsOut: the goroutine hands rows or a response to the function around, which reads them after Wait.
func (r *repair) bringsOut(as *ast.AssignStmt, member ast.Node) bool {
	for _, lhs := range as.Lhs {
		id, ok := lhs.(*ast.Ident)
		if !ok {
			continue
		}
		v, ok := r.pass.TypesInfo.ObjectOf(id).(*types.Var)
		if !ok || member.Pos() <= v.Pos() && v.Pos() < member.End() {
			continue
		}
		if n := syntax.NameOf(v.Type()); n != nil && (n.Name() == "Rows" || n.Name() == "Response" || n.Name() == "Tx") {
			return true
		}
	}
	return false
}

// leavesOnError: the function gives up when the group's Wait returns an error. One that goes on has use for the answers
// that are there, and a context that the first error ends would take them away.
//
//	return g.Wait()
//	if err := g.Wait(); err != nil { … return … }
//	err := g.Wait(); … return out, err
func (r *repair) leavesOnError(group types.Object) bool {
	leaves := false
	ast.Inspect(r.file.Syntax, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || sel.Sel.Name != "Wait" {
			return true
		}
		if x, ok := sel.X.(*ast.Ident); !ok || r.pass.TypesInfo.Uses[x] != group {
			return true
		}
		switch s := r.file.StatementOf(call).(type) {
		case *ast.ReturnStmt:
			leaves = true
		case *ast.AssignStmt:
			leaves = leaves || len(s.Lhs) == 1 && r.errorLeaves(s.Lhs[0])
		case *ast.IfStmt:
			if as, ok := s.Init.(*ast.AssignStmt); ok && len(as.Lhs) == 1 {
				leaves = leaves || r.errorLeaves(as.Lhs[0])
			} else {
				leaves = leaves || returns(s.Body) // if g.Wait() != nil { return … }
			}
		}
		return true
	})
	return leaves
}

// errorLeaves: the variable is returned, or tested by an if that returns.
func (r *repair) errorLeaves(lhs ast.Expr) bool {
	id, ok := lhs.(*ast.Ident)
	if !ok || id.Name == "_" {
		return false
	}
	err := r.pass.TypesInfo.ObjectOf(id)
	uses := func(n ast.Node) (found bool) {
		ast.Inspect(n, func(n ast.Node) bool {
			use, ok := n.(*ast.Ident)
			found = found || ok && r.pass.TypesInfo.Uses[use] == err
			return !found
		})
		return found
	}
	leaves := false
	ast.Inspect(r.file.Syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			leaves = leaves || n.Pos() > id.Pos() && (uses(n) || len(n.Results) == 0 && isResultOf(r.f.Call.In, err))
		case *ast.IfStmt:
			leaves = leaves || n.End() > id.Pos() && uses(n.Cond) && returns(n.Body)
		}
		return !leaves
	})
	return leaves
}

func returns(body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	_, ok := body.List[len(body.List)-1].(*ast.ReturnStmt)
	return ok
}

// isResultOf: v is a named result of the function that f stands in.
func isResultOf(f *syntax.Func, v types.Object) bool {
	if f == nil || f.Root().Sig == nil {
		return false
	}
	for result := range f.Root().Sig.Results().Variables() {
		if result == v {
			return true
		}
	}
	return false
}

package fanout

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/bound"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/rule"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// guess is the limit that a fix offers. It is a guess, so that a person has to agree.
const guess = "8"

// repairer makes the fixes of one package.
type repairer struct {
	pass  *analysis.Pass
	cfg   *config.Config
	known *bound.Result
}

// headEnd keeps the report to the start itself: a literal's body is long.
func headEnd(f *bound.Fan) token.Pos {
	if f.Body != nil {
		return f.Body.Type.End()
	}
	return f.Start.End()
}

func (r *repairer) fixes(f *bound.Fan) (list []rule.Fix) {
	file, ok := fix.In(r.pass, f.Start.Pos())
	if !ok || ast.IsGenerated(file.Syntax) || f.Inside || f.Loop == nil || !r.joins(f) || r.handsOver(f) || r.held(f) {
		return nil
	}
	if isErrgroup(r.pass.TypesInfo, f) {
		return all(r.setLimit(f, file))
	}
	if fix.UsesRuntime(r.pass, r.cfg, f.Start.Pos(), "pool") {
		list = all(r.each(f, file))
	}
	return append(list, all(r.semaphore(f, file))...)
}

func all(fix *rule.Fix) []rule.Fix {
	if fix == nil {
		return nil
	}
	return []rule.Fix{*fix}
}

func isErrgroup(info *types.Info, f *bound.Fan) bool {
	return f.Group != nil && syntax.Is(info.TypeOf(f.Group), "golang.org/x/sync/errgroup", "Group")
}

// handsOver: the goroutine sends on a channel, starts another goroutine of the group, or waits for others. With a limit,
// the loop could wait for a goroutine that waits for what comes after the loop. A channel with room for every item is no
// such, unless a select listens to it: that one has to begin in time.
func (r *repairer) handsOver(f *bound.Fan) (found bool) {
	if f.Body == nil {
		return f.Group == nil // go t.send(b): the arguments would be evaluated later
	}
	syn := r.known.Syntax()
	ast.Inspect(f.Body.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SendStmt:
			found = found || !r.hasRoom(syn.VarOf(n.Chan)) || r.selected(f, syn.VarOf(n.Chan))
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.GoStmt:
			found = true
		case *ast.CallExpr:
			for _, a := range n.Args { // a channel that a callee may send on
				if _, ok := r.pass.TypesInfo.TypeOf(a).Underlying().(*types.Chan); ok {
					found = found || !r.hasRoom(syn.VarOf(a)) || r.selected(f, syn.VarOf(a))
				}
			}
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok && f.Group != nil && syn.VarOf(sel.X) != nil {
				found = found || syn.VarOf(sel.X) == syn.VarOf(f.Group) && sel.Sel.Name != "Done"
			}
			found = found || r.meets(n, f.Body)
		}
		return !found
	})
	return found
}

// hasRoom: the channel is made once, here, with a buffer that is counted by the items.
func (r *repairer) hasRoom(v *types.Var) bool {
	if v == nil {
		return false
	}
	defs := r.known.Syntax().All(v)
	if len(defs) != 1 || v.IsField() {
		return false
	}
	call, ok := defs[0].Rhs.(*ast.CallExpr)
	if !ok || len(call.Args) != 2 {
		return false
	}
	size, ok := call.Args[1].(*ast.CallExpr)
	if !ok {
		return false
	}
	id, ok := size.Fun.(*ast.Ident)
	return ok && id.Name == "len"
}

// meets: the call waits for a group or a condition that others share.
func (r *repairer) meets(call *ast.CallExpr, in *syntax.Func) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Wait" {
		return false
	}
	t := r.pass.TypesInfo.TypeOf(sel.X)
	if !syntax.Is(t, "sync", "WaitGroup") && !syntax.Is(t, "sync", "Cond") {
		return false
	}
	v := r.known.Syntax().VarOf(sel.X)
	return v == nil || v.IsField() || v.Pos() < in.Body.Pos() || v.Pos() > in.Body.End()
}

// selected: a select around the loop's function receives from the channel.
func (r *repairer) selected(f *bound.Fan, v *types.Var) (found bool) {
	syn := r.known.Syntax()
	ast.Inspect(f.Func.Root().Body, func(n ast.Node) bool {
		if recv, ok := n.(*ast.UnaryExpr); ok && recv.Op == token.ARROW && syn.VarOf(recv.X) == v {
			stmt := syn.Enclosing(recv, func(n ast.Node) bool { _, ok := n.(ast.Stmt); return ok })
			_, comm := syn.Parent(stmt).(*ast.CommClause)
			found = found || comm
		}
		return !found
	})
	return found
}

// joins: after the loop, the function waits for what it has started, so it may as well wait in the loop. One that leaves
// its goroutines behind would be held up by the limit.
func (r *repairer) joins(f *bound.Fan) (found bool) {
	deferred := token.NoPos // the end of the last defer statement
	ast.Inspect(f.Func.Body, func(n ast.Node) bool {
		if d, ok := n.(*ast.DeferStmt); ok {
			deferred = d.End()
		}
		if n == nil || n.Pos() <= f.Loop.End() && n.Pos() >= deferred {
			return true
		}
		switch n := n.(type) {
		case *ast.CallExpr:
			sel, ok := n.Fun.(*ast.SelectorExpr)
			found = found || ok && sel.Sel.Name == "Wait"
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.RangeStmt:
			if t := r.pass.TypesInfo.TypeOf(n.X); t != nil {
				_, isChan := t.Underlying().(*types.Chan)
				found = found || isChan
			}
		}
		return !found
	})
	return found
}

// held: the starter holds a lock, which the goroutines may want before they end.
func (r *repairer) held(f *bound.Fan) bool {
	syn := r.known.Syntax()
	locked := map[*types.Var]bool{}
	ast.Inspect(f.Func.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || call.Pos() > f.Start.Pos() || syn.Around(call) != f.Func {
			return true
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if _, stmt := syn.Parent(call).(*ast.ExprStmt); !ok || !stmt {
			return true // a deferred Unlock comes later
		}
		switch v := syn.VarOf(sel.X); sel.Sel.Name {
		case "Lock", "RLock":
			locked[v] = true
		case "Unlock", "RUnlock":
			delete(locked, v)
		}
		return true
	})
	return len(locked) > 0
}

// setLimit puts g.SetLimit(8) behind the statement that makes the group.
func (r *repairer) setLimit(f *bound.Fan, file *fix.File) *rule.Fix {
	v := r.known.Syntax().VarOf(f.Group)
	id, ok := f.Group.(*ast.Ident)
	if !ok || v == nil || v.IsField() {
		return nil
	}
	defs := r.known.Syntax().All(v)
	if len(defs) != 1 || defs[0].Func == nil || defs[0].Node == nil || defs[0].Lhs == nil || r.hasLimit(defs[0].Func, v) {
		return nil
	}
	stmt := file.StatementOf(defs[0].Node)
	if s, ok := defs[0].Node.(ast.Stmt); ok {
		stmt = s
	}
	if stmt == nil || r.listOf(stmt) == nil || file.Fset.Position(stmt.End()).Line == file.Fset.Position(f.Start.Pos()).Line {
		return nil
	}
	text := id.Name + ".SetLimit(" + guess + ")"
	return &rule.Fix{Title: "limit the group: " + text, Level: rule.Ask, Edits: []analysis.TextEdit{insert(stmt.End(), "\n"+text)}}
}

// hasLimit: a limit is set already, one that does not help, and would undo ours.
func (r *repairer) hasLimit(f *syntax.Func, v *types.Var) (found bool) {
	ast.Inspect(f.Root().Body, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Name == "SetLimit" {
			found = found || r.known.Syntax().VarOf(sel.X) == v
		}
		return !found
	})
	return found
}

// listOf is the block that stmt stands in.
func (r *repairer) listOf(stmt ast.Stmt) []ast.Stmt {
	return syntax.List(r.known.Syntax().Parent(stmt))
}

// semaphore takes a slot of a buffered channel before each start, and gives it back at the goroutine's end.
//
//	sem := make(chan struct{}, 8)
//	for … { sem <- struct{}{}; go func() { defer func() { <-sem }(); … }() }
func (r *repairer) semaphore(f *bound.Fan, file *fix.File) *rule.Fix {
	loop, ok := f.Loop.(ast.Stmt)
	start := file.StatementOf(f.Start)
	if s, isStmt := f.Start.(ast.Stmt); isStmt {
		start = s
	}
	if !ok || f.Body == nil || start == nil || r.listOf(start) == nil {
		return nil
	}
	before := loop
	if l, ok := r.known.Syntax().Parent(loop).(*ast.LabeledStmt); ok {
		before = l
	}
	if r.listOf(before) == nil || !started(start, f) {
		return nil
	}
	line := func(p token.Pos) int { return file.Fset.Position(p).Line }
	if len(f.Body.Body.List) == 0 || line(f.Body.Body.Lbrace) == line(f.Body.Body.List[0].Pos()) {
		return nil
	}
	sem := file.FreshName(loop.Pos(), "sem")
	return &rule.Fix{
		Title: "take one of " + guess + " slots before each goroutine",
		Level: rule.Ask,
		Edits: []analysis.TextEdit{
			file.InsertBefore(before, sem+" := make(chan struct{}, "+guess+")"),
			file.InsertBefore(start, sem+" <- struct{}{}"),
			file.InsertBefore(f.Body.Body.List[0], "defer func() { <-"+sem+" }()"),
		},
	}
}

// started: the statement is the start itself, go func() {…}() or wg.Go(func() {…}), and nothing around it.
func started(stmt ast.Stmt, f *bound.Fan) bool {
	switch s := stmt.(type) {
	case *ast.GoStmt:
		return s == f.Start
	case *ast.ExprStmt:
		return s.X == f.Start
	}
	return false
}

func insert(pos token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(text)}
}

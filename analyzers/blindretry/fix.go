package blindretry

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/attempt"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/rule"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// fixes turns a sleep into a select that also hears the end of the context, and then returns its error in the shape of
// the function around it:
//
//	time.Sleep(d)  →  select { case <-time.After(d): case <-ctx.Done(): return nil, ctx.Err() }
//
// A function that returns no error keeps its sleep: what it should answer then is not for a tool to decide.
//
// So does one that cleans up after the loop, other than by defer: a return would leave that out. A loop is one finding,
// so all its pauses are changed at once.
//
// With the runtime it is budget.Sleep, which also gives up at once where the pause does not fit into the time left; and
// where the loop does nothing but repeat, retry.Do in its place (do.go).
func fixes(pass *analysis.Pass, cfg *config.Config, r *attempt.Retry) (list []rule.Fix) {
	if r.Hand == "" || r.In.Sig == nil || r.Looks || cleansUp(r) {
		return nil
	}
	uses := func(names ...string) bool { return fix.UsesRuntime(pass, cfg, r.Node.Pos(), names...) }
	if uses("retry", "contract") {
		if edits := do(pass, r); edits != nil {
			list = append(list, rule.Fix{
				Title: "repeat it with retry.Do: as long as another attempt fits into the time left, with a pause that grows and has jitter",
				Level: rule.Ask, Edits: edits})
		}
	}
	if uses("budget") {
		if edits := pauses(r, func(w *attempt.Wait) []analysis.TextEdit { return rest(pass, r, w) }); edits != nil {
			list = append(list, rule.Fix{
				Title: "wait with budget.Sleep: it returns its error when " + r.Hand + " ends, and at once where the pause does not fit into the time left",
				Level: rule.Ask, Edits: edits})
		}
	}
	if edits := pauses(r, func(w *attempt.Wait) []analysis.TextEdit { return hear(pass, r, w) }); edits != nil {
		list = append(list, rule.Fix{Title: "wait in a select with " + r.Hand + ".Done()", Level: rule.Safe, Edits: edits})
	}
	return list
}

// pauses changes all pauses of a loop, or none.
func pauses(r *attempt.Retry, change func(*attempt.Wait) []analysis.TextEdit) (edits []analysis.TextEdit) {
	for i := range r.Waits {
		w := &r.Waits[i]
		if !w.Sleep || w.Trivial {
			continue
		}
		more := change(w)
		if more == nil {
			return nil
		}
		edits = append(edits, more...)
	}
	return edits
}

// cleanups are the names of functions that undo what was done before, or of what is done although the context is over.
var cleanups = []string{
	"Unlock", "RUnlock", "Close", "Rollback", "Release", "Stop", "Done", "Put", "Cancel", "cancel", "close", "stop", "release", "unlock",
	"WithoutCancel", "Background",
}

// skips: a return in the place of the pause would leave out a clean-up that follows it in its round.
func skips(path []ast.Node, loop ast.Node) bool {
	for i := 0; i+1 < len(path) && path[i] != loop; i++ {
		list := syntax.List(path[i+1])
		for k, s := range list {
			if s.Pos() <= path[i].Pos() {
				continue
			}
			switch s.(type) {
			case *ast.BranchStmt, *ast.ReturnStmt:
				return false
			}
			if cleans(list[k]) {
				return true
			}
		}
	}
	return false
}

func cleans(s ast.Stmt) (found bool) {
	ast.Inspect(s, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			name, _ := called(call)
			found = found || slices.Contains(cleanups, name)
		}
		_, lit := n.(*ast.FuncLit)
		return !lit && !found
	})
	return found
}

// called spells the function that a call names, and what it is called on.
func called(call *ast.CallExpr) (name, on string) {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return fun.Name, ""
	case *ast.SelectorExpr:
		return fun.Sel.Name, types.ExprString(fun.X)
	}
	return "", ""
}

// cleansUp: one of these is called after the loop, on something that was there before it, or a lock is held around it.
func cleansUp(r *attempt.Retry) (found bool) {
	if r.In.Body == nil {
		return false
	}
	made := map[string]bool{} // by the loop itself
	ast.Inspect(r.Node, func(n ast.Node) bool {
		if as, ok := n.(*ast.AssignStmt); ok {
			for _, lhs := range as.Lhs {
				made[types.ExprString(lhs)] = true
			}
		}
		return true
	})
	held := map[string]bool{} // by the expression that was locked
	deferred := token.NoPos   // the end of the last defer statement
	ast.Inspect(r.In.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.DeferStmt:
			deferred = n.End()
		case *ast.FuncLit:
			return n.Pos() < deferred
		case *ast.CallExpr:
			name, on := called(n)
			switch {
			case n.Pos() < deferred:
				held[on] = held[on] && !strings.HasSuffix(name, "Unlock")
			case n.Pos() > r.Node.End():
				root, _, _ := strings.Cut(on, ".")
				found = found || slices.Contains(cleanups, name) && !made[root]
			case n.Pos() < r.Node.Pos() && (name == "Lock" || name == "RLock"):
				held[on] = true
			case n.Pos() < r.Node.Pos() && (name == "Unlock" || name == "RUnlock"):
				held[on] = false
			}
		}
		return true
	})
	for _, is := range held {
		found = found || is
	}
	return found
}

// hear is the edits for one pause.
func hear(pass *analysis.Pass, r *attempt.Retry, w *attempt.Wait) []analysis.TextEdit {
	file, stmt, values, edits, ok := leave(pass, r, w)
	if !ok {
		return nil
	}
	wait, more := received(file, stmt, w)
	edits = append(edits, more...)
	line := string(file.InsertBefore(stmt, "").NewText)
	text := "select {" + line +
		"case <-" + wait + ":" + line +
		"case <-" + r.Hand + ".Done():" + line +
		"\treturn " + values + r.Hand + ".Err()" + line + "}"
	return append(edits, analysis.TextEdit{Pos: stmt.Pos(), End: stmt.End(), NewText: []byte(text)})
}

// rest is hear with budget.Sleep. The delay stays where it is.
func rest(pass *analysis.Pass, r *attempt.Retry, w *attempt.Wait) []analysis.TextEdit {
	file, stmt, values, edits, ok := leave(pass, r, w)
	if !ok {
		return nil
	}
	x := ast.Unparen(stmt.X)
	if u, ok := x.(*ast.UnaryExpr); ok {
		x = ast.Unparen(u.X)
	}
	call, ok := x.(*ast.CallExpr) // time.Sleep(d), <-time.After(d)
	if !ok || len(call.Args) != 1 || call.Args[0] != w.Delay {
		return nil
	}
	budget, more := file.Import(stmt.Pos(), fix.RuntimePath("budget"), "budget")
	edits = append(append(edits, more...), file.DropImport("time", call.Fun)...)
	line := string(file.InsertBefore(stmt, "").NewText)
	return append(edits,
		analysis.TextEdit{Pos: stmt.Pos(), End: w.Delay.Pos(), NewText: []byte("if err := " + budget + ".Sleep(" + r.Hand + ", ")},
		insert(stmt.End(), "; err != nil {"), insert(file.Trail(stmt), line+"\treturn "+values+"err"+line+"}"))
}

// leave proves that the function may be left in the place of a pause, and spells the results before the error.
func leave(pass *analysis.Pass, r *attempt.Retry, w *attempt.Wait) (file *fix.File, stmt *ast.ExprStmt, values string, edits []analysis.TextEdit, ok bool) {
	stmt, ok = w.Node.(*ast.ExprStmt)
	if !ok || w.Delay == nil {
		return nil, nil, "", nil, false
	}
	file, ok = fix.In(pass, stmt.Pos())
	if !ok || fix.Statement(file.Path(stmt)) != ast.Stmt(stmt) || !inScope(pass, r.Hand, stmt.Pos()) || !returnsFrom(r.In, file.Path(stmt)) || skips(file.Path(stmt), r.Node) {
		return nil, nil, "", nil, false
	}
	results := r.In.Sig.Results()
	n := results.Len()
	if n == 0 || !syntax.IsError(results.At(n-1).Type()) {
		return nil, nil, "", nil, false
	}
	for i := range n - 1 {
		zero, more, ok := file.Zero(stmt.Pos(), results.At(i).Type())
		if !ok {
			return nil, nil, "", nil, false
		}
		values += zero + ", "
		edits = append(edits, more...)
	}
	return file, stmt, values, edits, true
}

// returnsFrom: a return at the end of path leaves f, not a literal in it.
func returnsFrom(f *syntax.Func, path []ast.Node) bool {
	for _, n := range path {
		switch n.(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return n == f.Node
		}
	}
	return false
}

// received spells what the select waits for: the time that was slept, or what was received from alone.
func received(file *fix.File, stmt *ast.ExprStmt, w *attempt.Wait) (string, []analysis.TextEdit) {
	if u, ok := ast.Unparen(stmt.X).(*ast.UnaryExpr); ok {
		return types.ExprString(u.X), nil
	}
	name, edits := file.Import(stmt.Pos(), "time", "time")
	return name + ".After(" + types.ExprString(w.Delay) + ")", edits
}

// inScope: at pos, the first name of the expression means a variable.
func inScope(pass *analysis.Pass, hand string, pos token.Pos) bool {
	name, _, _ := strings.Cut(hand, ".")
	scope := pass.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return false
	}
	_, obj := scope.LookupParent(name, pos)
	v, ok := obj.(*types.Var)
	return ok && v.Name() != "_"
}

// header is where the header of a loop ends.
func header(s ast.Stmt) token.Pos {
	switch s := s.(type) {
	case *ast.ForStmt:
		return s.Body.Lbrace
	case *ast.RangeStmt:
		return s.Body.Lbrace
	case *ast.LabeledStmt:
		return s.Colon
	}
	return s.End()
}

func insert(pos token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(text)}
}

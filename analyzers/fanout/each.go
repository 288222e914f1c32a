package fanout

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/bound"
	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/rule"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// With the runtime, a wait group and its loop over a slice become one pool.Each, where there is a context to give it and
// the function can return an error:
//
//	var wg sync.WaitGroup                if err := pool.Each(ctx, ids, 8, func(ctx context.Context, id string) error {
//	for _, id := range ids {             	load(ctx, id)
//		wg.Add(1)                        	return nil
//		go func() {                      }); err != nil {
//			defer wg.Done()              	return err
//			load(ctx, id)                }
//		}()
//	}
//	wg.Wait()
//
// An errgroup keeps its SetLimit: that is one line, and says all there is to say.

// each is such a loop, taken apart.
type each struct {
	*repairer
	f    *bound.Fan
	file *fix.File
	loop *ast.RangeStmt
	wg   *types.Var
	made ast.Stmt   // where the wait group is made
	next token.Pos  // what comes behind that
	wait ast.Stmt   // wg.Wait()
	done ast.Stmt   // defer wg.Done(); nil for wg.Go
	list []ast.Stmt // what a goroutine does
	ctx  string
}

func (r *repairer) each(f *bound.Fan, file *fix.File) *rule.Fix {
	e := &each{repairer: r, f: f, file: file}
	if !e.shape() || !e.group() || !e.context() {
		return nil
	}
	return e.fix()
}

// shape: a loop over a slice that does nothing but start, with the wait right behind it.
func (e *each) shape() (ok bool) {
	if e.loop, ok = e.f.Loop.(*ast.RangeStmt); !ok || e.f.Body == nil || e.loop.Tok == token.ASSIGN || e.known.Syntax().Around(e.loop) != e.f.Func {
		return false
	}
	if key, ok := e.loop.Key.(*ast.Ident); e.loop.Key != nil && (!ok || key.Name != "_") {
		return false // the function is given no index
	}
	if _, ok := e.pass.TypesInfo.TypeOf(e.loop.X).Underlying().(*types.Slice); !ok || len(e.f.Body.Type.Params.List) > 0 {
		return false
	}
	body := e.loop.Body.List
	if len(body) == 0 || !started(body[len(body)-1], e.f) {
		return false
	}
	e.list = e.f.Body.Body.List
	switch s := e.f.Start.(type) {
	case *ast.GoStmt:
		if len(body) != 2 || len(e.list) == 0 {
			return false
		}
		d, ok := e.list[0].(*ast.DeferStmt)
		if !ok || !e.on(body[0], "Add") || !e.calls(d.Call, "Done") {
			return false
		}
		e.done, e.list = d, e.list[1:]
	case *ast.CallExpr:
		if len(body) != 1 || !e.calls(s, "Go") {
			return false
		}
	default:
		return false
	}
	list := e.listOf(e.loop)
	for i, s := range list {
		if s == e.loop && i+1 < len(list) && e.on(list[i+1], "Wait") {
			e.wait = list[i+1]
		}
	}
	return e.wait != nil && len(e.list) > 0
}

// on: wg.Add(1), as a statement.
func (e *each) on(s ast.Stmt, name string) bool {
	x, ok := s.(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := x.X.(*ast.CallExpr)
	return ok && e.calls(call, name)
}

// calls: the method of the wait group, the same one as before.
func (e *each) calls(call *ast.CallExpr, name string) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != name {
		return false
	}
	v := e.known.Syntax().VarOf(sel.X)
	if v == nil || v.IsField() || !syntax.Is(v.Type(), "sync", "WaitGroup") || e.wg != nil && e.wg != v {
		return false
	}
	e.wg = v
	return name != "Add" || len(call.Args) == 1 && types.ExprString(call.Args[0]) == "1"
}

// group: the wait group is made in the loop's own list, and serves nothing else.
func (e *each) group() bool {
	list := e.listOf(e.loop)
	for i, s := range list {
		var name *ast.Ident
		switch s := s.(type) {
		case *ast.DeclStmt:
			if spec, ok := s.Decl.(*ast.GenDecl).Specs[0].(*ast.ValueSpec); ok && len(spec.Names) == 1 && len(s.Decl.(*ast.GenDecl).Specs) == 1 {
				name = spec.Names[0]
			}
		case *ast.AssignStmt:
			if id, ok := s.Lhs[0].(*ast.Ident); ok && len(s.Lhs) == 1 && s.Tok == token.DEFINE {
				name = id
			}
		}
		if name != nil && e.pass.TypesInfo.Defs[name] == types.Object(e.wg) && i+1 < len(list) {
			e.made, e.next = s, e.file.Leading(list[i+1])
		}
	}
	uses := 0
	for _, obj := range e.pass.TypesInfo.Uses {
		if obj == types.Object(e.wg) {
			uses++
		}
	}
	want := 2 // Go, Wait
	if e.done != nil {
		want = 3 // Add, Done, Wait
	}
	return e.made != nil && uses == want && !e.file.Commented(fix.Span{From: e.made.Pos(), To: e.next})
}

// context finds the one that the goroutines use, or else a parameter of the function.
func (e *each) context() bool {
	found := func(v *types.Var) bool {
		if v == nil || v.IsField() || v.Name() == "_" || !syntax.IsContext(v.Type()) || v.Pos() > e.loop.Pos() {
			return false
		}
		e.ctx = v.Name()
		_, obj := e.pass.Pkg.Scope().Innermost(e.loop.Pos()).LookupParent(e.ctx, e.loop.Pos())
		return obj == types.Object(v)
	}
	ok := false
	ast.Inspect(e.f.Body.Body, func(n ast.Node) bool {
		if id, isIdent := n.(*ast.Ident); isIdent && !ok {
			v, _ := e.pass.TypesInfo.Uses[id].(*types.Var)
			ok = found(v)
		}
		return !ok
	})
	for in := e.f.Func; in != nil && !ok; in = in.Outer {
		in.Params(func(_ int, v *types.Var) bool {
			ok = ok || found(v)
			return !ok
		})
	}
	return ok
}

func (e *each) fix() *rule.Fix {
	lit := e.f.Body.Body
	first := e.list[0].Pos()
	if e.done == nil {
		first = lit.Lbrace + 1
	}
	for _, s := range []fix.Span{{From: e.loop.Pos(), To: lit.Lbrace}, {From: lit.Rbrace, To: e.wait.End()}} {
		if e.file.Commented(s) {
			return nil
		}
	}
	if e.done != nil && e.file.Commented(fix.Span{From: e.done.Pos(), To: first}) {
		return nil
	}
	zeros, edits, ok := e.zeros()
	items, printed := e.file.Print(e.loop.X)
	item, add, spelled := e.file.TypeString(e.loop.Pos(), e.pass.TypesInfo.TypeOf(e.loop.X).Underlying().(*types.Slice).Elem())
	if !ok || !printed || !spelled {
		return nil
	}
	edits = append(edits, add...)
	imported := func(path, name string) string {
		name, more := e.file.Import(e.loop.Pos(), path, name)
		edits = append(edits, more...)
		return name
	}
	name := "_"
	if id, ok := e.loop.Value.(*ast.Ident); ok {
		name = id.Name
	}
	param := e.ctx
	if e.keeps() {
		param = "_"
	}
	head := "if err := " + imported(fix.RuntimePath("pool"), "pool") + ".Each(" + e.ctx + ", " + items + ", " + guess +
		", func(" + param + " " + imported("context", "context") + ".Context, " + name + " " + item + ") error {"
	end := "return nil\n"
	if _, ok := e.list[len(e.list)-1].(*ast.ReturnStmt); ok {
		end = ""
	}
	end += "}); err != nil {\nreturn " + zeros + "err\n}"
	edits = append(edits, e.returns()...)
	if e.done != nil {
		edits = append(edits, replace(e.done.Pos(), first, ""))
	}
	edits = append(edits,
		replace(e.made.Pos(), e.next, ""),
		replace(e.loop.Pos(), lit.Lbrace+1, head),
		replace(lit.Rbrace, e.wait.End(), end))
	edits = append(edits, e.file.DropImport("sync", e.made)...)
	return &rule.Fix{
		Title: guess + " at a time, with pool.Each: when " + e.ctx + " ends no more are begun, and its error is returned",
		Level: rule.Ask, Edits: edits,
	}
}

// keeps: a goroutine may keep something that is read on under the context, which has to be the caller's then.
func (e *each) keeps() (found bool) {
	ast.Inspect(e.f.Body.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		switch t := e.pass.TypesInfo.TypeOf(call).(type) {
		case nil:
		case *types.Tuple:
			for v := range t.Variables() {
				found = found || fix.ReadsOn(v.Type())
			}
		default:
			found = fix.ReadsOn(t)
		}
		return true
	})
	return found
}

// zeros spells the results that the function returns beside the error.
func (e *each) zeros() (text string, edits []analysis.TextEdit, ok bool) {
	results := e.f.Func.Sig.Results()
	n := results.Len()
	if n == 0 || !syntax.IsError(results.At(n-1).Type()) {
		return "", nil, false
	}
	for i := range n - 1 {
		zero, add, ok := e.file.Zero(e.loop.Pos(), results.At(i).Type())
		if !ok {
			return "", nil, false
		}
		text += zero + ", "
		edits = append(edits, add...)
	}
	return text, edits, true
}

// returns: the goroutine's return becomes one of a function with an error.
func (e *each) returns() (edits []analysis.TextEdit) {
	ast.Inspect(e.f.Body.Body, func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok {
			edits = append(edits, insert(ret.End(), " nil"))
		}
		_, lit := n.(*ast.FuncLit)
		return !lit
	})
	return edits
}

func replace(from, to token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: from, End: to, NewText: []byte(text)}
}

package outcome

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Fellowship is a number of targets that are asked, and whose answers are gathered, so that one target's failure
// fails them all.
//
//	for _, p := range e.parts {
//		m, err := p.read(ctx)
//		if err != nil { return nil, err }   // At
//		out = append(out, m)
//	}
//	return out, nil
type Fellowship struct {
	Of   ast.Expr // the targets
	Call *downstream.Call
	In   *syntax.Func
	At   ast.Node   // the return in the loop, or the wait for the group
	Into *types.Var // what is gathered, and comes back
}

// rounds is what asks one target after the other, or all at the same time: a loop, or a function that is given the
// targets and what to do with each.
type rounds struct {
	node    ast.Node // the loop, or the call
	body    ast.Node
	targets ast.Expr
	fn      ast.Expr // the call's argument that is run for each target
	places
	asked *downstream.Call // the call itself, where what it runs is a function with a name
}

// fellowships finds them: the element of the loop is where the call goes, and not only what it is about.
func (m *model) fellowships() (out []Fellowship) {
	seen := map[ast.Node]bool{}
	for _, f := range m.Funcs {
		if f.Broken || f.Test || f.Sig == nil || !m.gathers(f) {
			continue
		}
		for _, r := range m.roundsOf(f, false) {
			if x, ok := m.fellowship(f, r); ok && !seen[x.At] {
				seen[x.At] = true
				out = append(out, x)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Fellowship) int { return m.Order(a.At, b.At) })
	return out
}

func lastResult(sig *types.Signature) types.Type {
	if n := sig.Results().Len(); n > 0 {
		return sig.Results().At(n - 1).Type()
	}
	return nil
}

// gathers: the function gives an answer and says whether it failed: it has both results, or it serves a request.
func (m *model) gathers(f *syntax.Func) bool {
	if f.Obj != nil && syntax.HasWord(syntax.Words(f.Obj.Name())[0], writing...) {
		return false
	}
	if syntax.IsError(lastResult(f.Sig)) && f.Sig.Results().Len() > 1 {
		return true
	}
	return f.Sig.Results().Len() < 2 && m.answering(f) != nil
}

// answering is the parameter that a handler writes its answer to.
func (m *model) answering(f *syntax.Func) *types.Var {
	for i, v := range f.Params {
		if i < 0 {
			continue
		}
		if syntax.Is(v.Type(), "net/http", "ResponseWriter") {
			return v
		}
		if src, ok := catalog.SourceOf(v.Type()); ok && src.Request && !syntax.IsRequest(v.Type()) {
			return v
		}
	}
	return nil
}

func (m *model) roundsOf(f *syntax.Func, written bool) (out []*rounds) {
	m.Walk(f.Body, syntax.Loops|syntax.Calls, func(n ast.Node) bool {
		r := &rounds{node: n, places: places{m: m, elems: map[*types.Var]bool{}, keys: map[*types.Var]bool{}}}
		switch n := n.(type) {
		case *ast.RangeStmt:
			r.targets, r.body = n.X, n.Body
			key, value := m.varOf(n.Key), m.varOf(n.Value)
			switch {
			case value != nil:
				r.elems[value] = true
				r.keys[key] = true
			case key == nil:
				return true
			case m.counts(n.X):
				r.keys[key] = true
			default: // of a channel, of an iterator, or the names in a map
				r.elems[key] = true
			}
		case *ast.ForStmt: // for i := 0; i < len(xs); i++
			cond, ok := n.Cond.(*ast.BinaryExpr)
			if !ok || cond.Op != token.LSS {
				return true
			}
			v := m.VarOf(cond.X)
			size, ok := ast.Unparen(cond.Y).(*ast.CallExpr)
			if v == nil || !ok || len(size.Args) != 1 || types.ExprString(size.Fun) != "len" {
				return true
			}
			r.targets, r.body = size.Args[0], n.Body
			r.keys[v] = true
		case *ast.CallExpr:
			if !m.perItem(n, r) {
				return true
			}
		}
		delete(r.keys, nil)
		if r.asked == nil && !m.far[f.Root()] {
			return true
		}
		if !written && m.literal(r.targets, 0) {
			return true // each of them has been named
		}
		for v := range r.elems {
			r.urls = m.manyServices(r.targets, v)
		}
		if len(r.elems) == 0 {
			r.urls = m.manyServices(r.targets, nil)
		}
		r.spread(r.body)
		out = append(out, r)
		return true
	})
	return out
}

func (m *model) varOf(e ast.Expr) *types.Var {
	if e == nil {
		return nil
	}
	return m.VarOf(e)
}

// counts: a range over a number, a slice or an array gives indexes.
func (m *model) counts(e ast.Expr) bool {
	t := m.Info.TypeOf(e)
	if t == nil {
		return true
	}
	switch syntax.Deref(t).Underlying().(type) {
	case *types.Basic, *types.Slice, *types.Array:
		return true
	}
	return false
}

// perItem: the call is given a collection and a function of its elements: lo.Map(targets, ask).
func (m *model) perItem(call *ast.CallExpr, r *rounds) bool {
	for _, items := range call.Args {
		elem := syntax.Elem(m.Info.TypeOf(items))
		if elem == nil {
			continue
		}
		for _, a := range call.Args {
			if t := m.FuncValue(a); t.Fn != nil && isFunc(m.Info.TypeOf(a)) && m.runsOn(t.Fn, elem) {
				r.targets, r.fn, r.body = items, a, call
				r.asked = &downstream.Call{Expr: call, In: m.Around(call), Target: t}
				return true
			}
			lit, ok := ast.Unparen(a).(*ast.FuncLit)
			if !ok {
				continue
			}
			f := m.FuncOf(lit)
			if f == nil || f.Sig == nil {
				continue
			}
			for i, v := range f.Params {
				if i >= 0 && types.Identical(syntax.Deref(v.Type()), syntax.Deref(elem)) {
					r.targets, r.fn, r.body = items, a, lit.Body
					r.elems[v] = true
					return true
				}
			}
		}
	}
	return false
}

// runsOn: one of the parameters that say where fn asks is an element of that type.
func (m *model) runsOn(fn *types.Func, elem types.Type) bool {
	params, same := fn.Signature().Params(), 0
	for v := range params.Variables() {
		if types.Identical(syntax.Deref(v.Type()), syntax.Deref(elem)) {
			same++
		}
	}
	return same == 1 && slices.ContainsFunc(m.aimsOf(fn).Params, func(i int) bool {
		return i < params.Len() && types.Identical(syntax.Deref(params.At(i).Type()), syntax.Deref(elem))
	})
}

// literal: the collection is written out in the function.
func (m *model) literal(e ast.Expr, depth int) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return true
	case *ast.Ident:
		v := m.VarOf(e)
		if v == nil || v.IsField() || m.global(v) || depth > 2 {
			return false
		}
		defs := m.All(v)
		return len(defs) == 1 && defs[0].Kind == syntax.Assigned && m.literal(defs[0].Rhs, depth+1)
	}
	return false
}

// fails: the return gives up the whole: its last result is not nil, and what else it gives is empty.
func (m *model) fails(r *ast.ReturnStmt) bool {
	for _, e := range r.Results[:max(len(r.Results)-1, 0)] {
		if !m.empty(e) && !m.nothing(e) {
			return false
		}
	}
	return len(r.Results) > 1 && !m.isNil(r.Results[len(r.Results)-1])
}

// nothing: a variable that nobody has given a value, or connect.NewResponse of nothing.
func (m *model) nothing(e ast.Expr) bool {
	v := m.VarOf(e)
	if v == nil || v.IsField() {
		return false
	}
	defs := m.All(v)
	return len(defs) == 1 && defs[0].Kind == syntax.Zero
}

// writing are first words of functions that make, change or begin something: there all have to go well.
var writing = []string{
	"new", "open", "dial", "connect", "init", "setup", "must", "start", "run", "main", "register", "build", "bootstrap", "login", "auth", "authenticate",
	"create", "update", "delete", "remove", "put", "write", "apply", "commit", "prepare", "vote", "sign", "publish", "send", "push", "install", "deploy",
	"stop", "lock", "unlock", "acquire", "save", "store", "insert", "upsert", "set", "add", "reserve", "charge", "pay", "ensure", "provision", "upload",
	"close", "migrate", "replicate", "broadcast", "notify", "subscribe", "join", "restore", "backup", "cancel", "drain", "reset", "rotate", "revoke", "grant",
	"validate", "configure", "execute", "exec", "download", "import", "restart", "shutdown", "kill", "flush", "enable", "disable", "invalidate", "purge",
}

// asks: the call reads something from one of the targets, and makes no client.
func (r *rounds) asks(c *downstream.Call) bool {
	if !r.goesTo(c) {
		return false
	}
	if c.Fn != nil && syntax.HasWord(syntax.Words(c.Fn.Name())[0], writing...) && (c.Sink == nil || c.Sink.Effect == catalog.Write && c.Fn.Name() != "Do") {
		return false
	}
	res := r.m.results(c)
	return res == nil || res.Len() == 0 || !clientLike(res.At(0).Type())
}

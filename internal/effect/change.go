package effect

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// changed lists the places that a call may change.
func (m *model) changed(call *ast.CallExpr) []place {
	t := m.Target(call)
	if t.Fn == nil && t.Func == nil {
		return m.builtin(call)
	}
	if c := m.changesOf(t); c != nil {
		var out []place
		for _, i := range c.Params {
			if arg := t.Arg(call, i); arg != nil {
				if p, ok := m.place(arg); ok {
					out = append(out, p)
				}
			}
		}
		return out
	}
	if t.Fn == nil || m.said(t.Fn).log {
		return nil
	}
	return m.guess(call, t)
}

func (m *model) builtin(call *ast.CallExpr) []place {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok || len(call.Args) == 0 {
		return nil
	}
	if _, ok := m.Info.Uses[id].(*types.Builtin); !ok {
		return nil
	}
	switch id.Name {
	case "copy", "delete", "clear", "close":
		if p, ok := m.place(call.Args[0]); ok {
			return []place{p}
		}
	}
	return nil
}

// fills are the verbs of functions that fill what they are given, wherever the result goes.
var fills = strings.Fields("decode unmarshal scan load fill bind parse populate enrich read copy merge hydrate attach assign")

// builds are the verbs of methods that change their receiver.
var builds = strings.Fields("set add append write put push insert store reset decode unmarshal scan load read fill bind parse populate merge apply remove delete clear sort del replace swap next advance grow extend join close")

// keeps are the verbs of functions that only look at what &x points to.
var keeps = strings.Fields("marshal encode print printf println sprintf errorf equal compare format string")

// editVerbs are the verbs of functions that change the question before it is asked: authorizer.Modify(req).
var editVerbs = strings.Fields("modify set add sign inject prepare decorate mutate adjust patch configure authenticate authorize attach apply enrich edit rewrite transform normalize sanitize default")

// guess judges a function out of sight by its name and signature.
func (m *model) guess(call *ast.CallExpr, t syntax.Target) (out []place) {
	words := m.said(t.Fn).words
	verb := words[0]
	sink := m.calls[call] != nil
	if t.Recv != nil && !sink && (slices.Contains(builds, verb) || m.dropped(call)) && !m.isContextual(t.Recv) {
		if p, ok := m.place(t.Recv); ok && !m.held(p, call) {
			out = append(out, p)
		}
	}
	if slices.Contains(keeps, verb) {
		return out
	}
	silent := onlyError(t.Fn.Signature())
	edits := silent && (!sink || m.calls[call].Sink == nil) && (t.Fn.Signature().Results().Len() == 0 || slices.Contains(editVerbs, verb))
	filling := slices.ContainsFunc(words, func(w string) bool { return slices.Contains(fills, w) })
	for _, arg := range call.Args {
		typ := m.Info.TypeOf(arg)
		if typ == nil || m.input(typ) && !(edits && pointsTo(typ) && !syntax.IsContext(typ) && !m.isObserver(typ)) {
			continue
		}
		u, isAddr := ast.Unparen(arg).(*ast.UnaryExpr)
		isAddr = isAddr && u.Op == token.AND
		if !isAddr && !((silent || filling) && pointsTo(typ)) && !(silent && isAny(typ)) && !(filling && types.IsInterface(typ)) {
			continue
		}
		if p, ok := m.place(arg); ok {
			out = append(out, p)
		}
	}
	return out
}

// held: the value belongs to the receiver of the function around, or to the package. A cache or a counter there is made
// for many callers; only a value of the function's own is built step by step.
func (m *model) held(p place, at ast.Node) bool {
	if v, ok := p.Root.(*types.Var); ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return true
	}
	f := m.Around(at)
	return f != nil && f.Root().Sig != nil && p.Root == types.Object(f.Root().Sig.Recv())
}

// dropped: the call is a statement of its own, so it is made for what it changes.
func (m *model) dropped(call *ast.CallExpr) bool {
	_, ok := m.Parent(call).(*ast.ExprStmt)
	return ok
}

// isContextual: a context, or a request whose context alone is of interest.
func (m *model) isContextual(e ast.Expr) bool {
	t := m.Info.TypeOf(e)
	return syntax.IsContext(t) || m.isObserver(t)
}

// onlyError: a function that returns nothing else gives its answer through its arguments.
func onlyError(sig *types.Signature) bool {
	r := sig.Results()
	return r.Len() == 0 || r.Len() == 1 && syntax.IsError(r.At(0).Type())
}

// input: contexts, functions, and values whose type says that they are questions, not answers.
func (m *model) input(t types.Type) bool {
	if syntax.IsContext(t) || m.isObserver(t) {
		return true
	}
	if _, ok := t.Underlying().(*types.Signature); ok {
		return true
	}
	name := syntax.NameOf(t)
	if name == nil {
		return false
	}
	words := syntax.Words(name.Name())
	if len(words) == 0 {
		return false
	}
	switch words[len(words)-1] {
	case "request", "req", "input", "params", "param", "options", "opts", "option", "query", "filter", "config", "args", "key":
		return true
	}
	return false
}

// isAny: out any, the usual type of an out parameter.
func isAny(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.Empty()
}

func pointsTo(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice:
		return true
	}
	return false
}

// isLog: logging and tracing change nothing that a later call reads.
func (m *model) isLog(fn *types.Func) bool {
	if recv := fn.Signature().Recv(); recv != nil {
		return m.isObserver(recv.Type())
	}
	if fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "log", "log/slog", "fmt":
		return !strings.Contains(fn.Name(), "can") && !strings.HasPrefix(fn.Name(), "F")
	}
	return isLogPackage(fn.Pkg())
}

// isObserver: a logger, span or metric.
func (m *model) isObserver(t types.Type) bool {
	if t == nil {
		return false
	}
	name := syntax.NameOf(t)
	if name == nil {
		return false
	}
	return name.Pkg() != nil && isLogPackage(name.Pkg()) ||
		syntax.HasWord(name.Name(), "log", "logger", "logging", "span", "tracer", "histogram", "gauge", "metrics")
}

func isLogPackage(pkg *types.Package) bool {
	return syntax.HasWord(pkg.Name(), "log", "logger", "logging", "logrus", "zap", "zerolog", "klog", "slog", "logr")
}

// ours: the package's source was analysed, so the absence of a fact is knowledge.
func (m *model) ours(pkg *types.Package) bool {
	if m.pass.Module == nil || m.pass.Module.Path == "" {
		return false
	}
	return pkg.Path() == m.pass.Module.Path || strings.HasPrefix(pkg.Path(), m.pass.Module.Path+"/")
}

// locks: the function takes a lock somewhere, so what it changes in shared values is taken to be guarded.
func (m *model) locks(f *syntax.Func) (found bool) {
	m.Walk(f.Body, syntax.Calls, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && !found {
			found = lockOp(m, call, "Lock", "RLock", "TryLock") != "" || m.once(call)
		}
		return !found
	})
	return found
}

func (m *model) once(call *ast.CallExpr) bool {
	return syntax.IsMethod(m.Target(call).Fn, "sync", "Once", "Do")
}

// lockOp spells the mutex of x.Lock(); "" for any other call.
func lockOp(m *model, call *ast.CallExpr, names ...string) string {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || len(call.Args) > 0 || !slices.Contains(names, sel.Sel.Name) {
		return ""
	}
	return types.ExprString(sel.X)
}

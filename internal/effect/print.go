package effect

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// prints: the call itself writes to a stream that others see too, so that what it writes comes out in the order of the
// calls: fmt.Println, io.Copy(os.Stdout, r), fmt.Fprintf(opts.IO.Out, …), console.Println. Logs have the order of time,
// and nobody asks for another. The blind side is a stream that a value out of sight holds.
func (m *model) prints(f *syntax.Func, call *ast.CallExpr, t syntax.Target) bool {
	if m.calls[call] != nil || t.Fn != nil && m.logs(t.Fn) {
		return false
	}
	if m.printsByName(call, t) {
		return !m.onDemand(call)
	}
	return t.Fn != nil && slices.ContainsFunc(m.streams(call, t), func(e ast.Expr) bool {
		p, ok := m.place(e)
		v, isVar := p.Root.(*types.Var)
		if !ok || !isVar || buffers(m.Info.TypeOf(e)) || m.onDemand(call) {
			return false
		}
		if v.Pkg() != nil && v.Parent() == v.Pkg().Scope() { // os.Stdout
			return v.Name() != "Discard" && !forErrors(v.Name())
		}
		_, given := paramIndex(f, v)
		return given && p.Fields != "" && !forErrors(p.Fields[strings.LastIndexByte(p.Fields, '.')+1:])
	})
}

// forErrors: os.Stderr, opts.IO.ErrOut: a stream of complaints and progress, as good as a log.
func forErrors(name string) bool {
	return syntax.HasWord(name, "stderr", "err", "errout", "error", "errors")
}

// shows: the called function prints something, by its body.
func (m *model) shows(call *ast.CallExpr) bool {
	t := m.Target(call)
	known := m.changesOf(t)
	return known != nil && known.Prints && (t.Fn == nil || !m.logs(t.Fn))
}

// printsByName: fmt.Println, and what prints by its name, out of sight: a function, a method, or a package variable that
// holds a function.
func (m *model) printsByName(call *ast.CallExpr, t syntax.Target) bool {
	var obj types.Object = t.Fn
	if t.Fn == nil {
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok || m.Info.Selections[sel] != nil {
			return false
		}
		obj = m.Info.Uses[sel.Sel]
	}
	if obj == nil || obj.Pkg() == nil || t.Func != nil || m.ours(obj.Pkg()) && !syntax.IsInterface(t.Fn) || isLogPackage(obj.Pkg()) {
		return false
	}
	name := obj.Name()
	return len(name) >= 5 && (name[0] == 'P' || name[0] == 'p') && slices.Contains(printVerbs, firstWord(name))
}

var printVerbs = []string{"print", "printf", "println"}

// streams are the writers that a call out of sight is given to write to.
func (m *model) streams(call *ast.CallExpr, t syntax.Target) (list []ast.Expr) {
	if t.Func != nil || t.Fn.Pkg() != nil && m.ours(t.Fn.Pkg()) && !syntax.IsInterface(t.Fn) {
		return nil // its own body tells
	}
	said := m.said(t.Fn)
	if t.Recv != nil && said.words[0] == "write" && isWriter(m.Info.TypeOf(t.Recv)) {
		list = append(list, t.Recv)
	}
	for _, i := range said.writers {
		if arg := t.Arg(call, i); arg != nil && isWriter(m.Info.TypeOf(arg)) {
			list = append(list, arg)
		}
	}
	return list
}

// said is what a function's name and signature say.
type said struct {
	words   []string // of its name, one at least
	log     bool     // it logs
	writers []int    // the parameters that are writers
}

func (m *model) said(fn *types.Func) *said {
	if s := m.names[fn]; s != nil {
		return s
	}
	s := &said{words: syntax.Words(fn.Name()), log: m.isLog(fn)}
	for i := range fn.Signature().Params().Len() {
		if isWriter(fn.Signature().Params().At(i).Type()) {
			s.writers = append(s.writers, i)
		}
	}
	if !m.done {
		m.names[fn] = s
	}
	return s
}

// written lists the parameters of f that a call writes to as a stream: fmt.Fprintln(w, x).
func (m *model) written(f *syntax.Func, call *ast.CallExpr, t syntax.Target) (params []int) {
	if t.Fn == nil || m.calls[call] != nil || m.logs(t.Fn) {
		return nil
	}
	for _, e := range m.streams(call, t) {
		if p, ok := m.place(e); ok && p.Fields == "" {
			if i, ok := paramIndex(f, p.Root); ok {
				params = append(params, i)
			}
		}
	}
	return params
}

// logs: what it writes is read by time, not by its place.
func (m *model) logs(fn *types.Func) bool {
	if fn.Pkg() != nil && fn.Pkg().Path() == "fmt" {
		return false
	}
	said := m.said(fn)
	switch said.words[0] {
	case "log", "logf", "logln", "debug", "debugf", "trace", "tracef", "warn", "warnf", "warning":
		return true
	}
	return said.log
}

// onDemand: it happens only for somebody who looks for a fault.
//
//	if verbose { fmt.Println(req) }
func (m *model) onDemand(n ast.Node) bool {
	for child, p := n, m.Parent(n); p != nil; child, p = p, m.Parent(p) {
		switch p := p.(type) {
		case *ast.FuncDecl:
			return false
		case *ast.IfStmt:
			if p.Body == child && mentions(p.Cond, "debug", "verbose", "trace", "verbosity") {
				return true
			}
		}
	}
	return false
}

func mentions(e ast.Expr, words ...string) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && syntax.HasWord(id.Name, words...)
		return !found
	})
	return found
}

// buffers: it only collects, for whoever holds it.
func buffers(t types.Type) bool {
	return syntax.Is(t, "bytes", "Buffer") || syntax.Is(t, "strings", "Builder")
}

// isWriter: t, or a pointer to it, has Write([]byte) (int, error).
func isWriter(t types.Type) bool {
	if t == nil {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Write")
	fn, ok := obj.(*types.Func)
	return ok && fn.Signature().Params().Len() == 1 && fn.Signature().Results().Len() == 2
}

package effect

import (
	"go/ast"
	"go/types"
	"strings"
)

// Logs reports whether a call writes to a log, or tells a span or a metric.
func (r *Result) Logs(call *ast.CallExpr) bool {
	if r.m == nil {
		return false
	}
	fn := r.m.Target(call).Fn
	return fn != nil && r.m.isLog(fn)
}

// Writes reports whether the called function writes somewhere, however far down, as far as its body or fact tells.
func (r *Result) Writes(call *ast.CallExpr) bool {
	if r.m == nil {
		return false
	}
	c := r.m.changesOf(r.m.Target(call))
	return c != nil && (c.Writes || c.Stores)
}

// Still reports whether a call only looks: its body is in sight, makes no downstream call, and changes neither what it
// is given nor a package variable. So it may run earlier, or once more.
func (r *Result) Still(call *ast.CallExpr) bool {
	if r.m == nil || r.m.calls[call] != nil {
		return false
	}
	c := r.m.changesOf(r.m.Target(call))
	return c != nil && len(c.Params) == 0 && !c.Writes && !c.Asks && !c.Shared
}

// lookers are packages of the standard library whose functions only look at what they are given.
var lookers = map[string]bool{"strings": true, "strconv": true, "path": true, "net/url": true, "fmt": true, "time": true, "path/filepath": true}

// Looks reports whether a call may run in any goroutine: conversions, len, text, and getters.
func (r *Result) Looks(call *ast.CallExpr) bool {
	if r.m == nil {
		return false
	}
	if tv := r.Syntax.Info.Types[call.Fun]; tv.IsType() {
		return true
	}
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		if _, ok := r.Syntax.Info.Uses[id].(*types.Builtin); ok {
			return id.Name == "len" || id.Name == "min" || id.Name == "max" || id.Name == "string" || id.Name == "cap"
		}
	}
	fn := r.Syntax.Target(call).Fn
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	name := fn.Name()
	if fn.Signature().Recv() == nil {
		return lookers[fn.Pkg().Path()] && (fn.Pkg().Path() != "fmt" || strings.HasPrefix(name, "Sprint")) && name != "Sleep"
	}
	// product.GetId(), id.String(), r.Context()
	return len(call.Args) == 0 && (strings.HasPrefix(name, "Get") && generated(fn) || name == "String" || name == "Hex" || name == "Context")
}

// generated: the getter of a protocol buffer.
func generated(fn *types.Func) bool {
	obj, _, _ := types.LookupFieldOrMethod(fn.Signature().Recv().Type(), true, nil, "ProtoMessage")
	_, ok := obj.(*types.Func)
	return ok
}

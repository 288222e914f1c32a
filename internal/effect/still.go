package effect

import "go/ast"

// Logs reports whether a call writes to a log, or tells a span or a metric.
func (r *Result) Logs(call *ast.CallExpr) bool {
	if r.m == nil {
		return false
	}
	fn := r.m.Target(call).Fn
	return fn != nil && r.m.isLog(fn)
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

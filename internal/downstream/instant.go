package downstream

import (
	"go/ast"
	"go/constant"
	"slices"
	"strings"
)

// instant: a dial that sends nothing and so waits for nobody: net.Dial("udp", addr) makes a socket of the process's own.
func (r *runner) instant(call *ast.CallExpr) bool {
	return slices.ContainsFunc(call.Args, func(a ast.Expr) bool {
		v := r.pass.TypesInfo.Types[a].Value
		return v != nil && v.Kind() == constant.String && slices.Contains([]string{"udp", "udp4", "udp6", "unixgram"}, strings.ToLower(constant.StringVal(v)))
	})
}

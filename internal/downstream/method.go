package downstream

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// What (*http.Client).Do does to the other side is decided by its request, and that often by a caller:
//
//	func (c *Client) do(ctx context.Context, method, path string, out any) error {
//		req, err := http.NewRequestWithContext(ctx, method, c.base+path, nil)
//		…
//		resp, err := c.hc.Do(req)
//
// The reach of do is a write that its parameter method decides; each caller that passes a constant settles it.

// decided is what is known about the effect of a request: known, or left to a parameter of the function around.
type decided struct {
	effect  catalog.Effect // ByName: nothing is known
	method  int            // parameter + 1 that holds the method
	request int            // parameter + 1 that holds the request
}

// own is the reach of a call that is a sink itself.
func (r *runner) own(c *Call) []Reach {
	if c.reach != nil {
		return c.reach
	}
	x := Reach{Protocol: c.Sink.Protocol, Effect: c.Sink.Effect, Sink: c.Name()}
	switch {
	case c.Sink.Dial && catalog.ReadVerb(c.In.Name()):
		x.Effect = catalog.Read // a health check that only looks whether somebody answers
	case c.Sink.Protocol == catalog.HTTP && c.Sink.Via == catalog.ViaRequest && len(c.Expr.Args) > 0:
		x = x.with(r.request(c.Expr.Args[len(c.Expr.Args)-1], c.In, 0))
	case c.Sink.Protocol == catalog.HTTP && c.Fn != nil && strings.HasPrefix(c.Fn.Name(), "Post"):
		if r.asks(c.Expr.Args) {
			x.Effect = catalog.Read
		}
	case (c.Sink.Protocol == catalog.GRPC || c.Sink.Protocol == catalog.RPC) && x.Effect == catalog.Write:
		if c.Fn != nil && (c.Fn.Name() == "Invoke" || c.Fn.Name() == "Call") && r.asksFor(c.Expr.Args) {
			x.Effect = catalog.Read
		}
	case c.Sink.Protocol == catalog.SQL && x.Effect == catalog.Read:
		if r.changes(c.Expr.Args) {
			x.Effect = catalog.Write
		}
	}
	c.reach = []Reach{x}
	return c.reach
}

func (x Reach) with(d decided) Reach {
	x.Method, x.Request = d.method, d.request
	x.Effect = catalog.Write
	if d.effect == catalog.Read {
		x.Effect = catalog.Read
	}
	return x
}

// bind settles, at a call, what the called function leaves to its parameters.
func (r *runner) bind(c *Call, from []Reach) []Reach {
	from = r.open(c, from)
	var out []Reach
	for i, x := range from {
		if x.Method == 0 && x.Request == 0 {
			if out != nil {
				out = append(out, x)
			}
			continue
		}
		if out == nil {
			out = append([]Reach{}, from[:i]...)
		}
		var d decided
		if x.Method > 0 {
			d = r.method(c.Arg(c.Expr, x.Method-1), c.Expr.Args, c.In)
		} else {
			d = r.request(c.Arg(c.Expr, x.Request-1), c.In, 0)
		}
		out = append(out, x.with(d))
	}
	if out == nil {
		return from
	}
	return out
}

// request judges an expression of type *http.Request, or of a library's wrapper of one.
func (r *runner) request(e ast.Expr, in *syntax.Func, depth int) decided {
	if e == nil || depth > 5 {
		return decided{}
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		return r.request(e.X, in, depth+1)
	case *ast.CompositeLit: // &http.Request{Method: "GET", …}
		for _, elt := range e.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				if key, ok := kv.Key.(*ast.Ident); ok && key.Name == "Method" {
					return r.method(kv.Value, nil, in)
				}
			}
		}
	case *ast.CallExpr:
		return r.requestCall(e, in, depth)
	case *ast.Ident:
		v, _ := r.pass.TypesInfo.ObjectOf(e).(*types.Var)
		if v == nil || v.IsField() {
			return decided{}
		}
		return r.requestVar(r.Syntax.Reach(v, e), e, in, depth)
	}
	return decided{}
}

// requestVar: all definitions that reach the use have to agree.
func (r *runner) requestVar(defs []*syntax.Def, use *ast.Ident, in *syntax.Func, depth int) decided {
	var all decided
	for i, d := range defs {
		var one decided
		switch {
		case d.Kind == syntax.Zero:
			continue
		case d.Kind == syntax.Param && d.Func == in.Root():
			one = decided{request: d.Param + 1}
		case d.Kind == syntax.Assigned && d.Index == 0 && d.Func != nil && !contains(d.Rhs, use):
			one = r.request(d.Rhs, d.Func, depth+1)
		}
		if one == (decided{}) || i > 0 && all != (decided{}) && one != all {
			return decided{}
		}
		all = one
	}
	return all
}

func contains(n ast.Node, inner ast.Node) bool {
	return n != nil && n.Pos() <= inner.Pos() && inner.End() <= n.End()
}

func (r *runner) requestCall(call *ast.CallExpr, in *syntax.Func, depth int) decided {
	t := r.Syntax.Target(call)
	if t.Fn != nil && t.Recv != nil && syntax.IsMethod(t.Fn, "net/http", "Request", "WithContext", "Clone") {
		return r.request(t.Recv, in, depth+1)
	}
	for _, a := range call.Args { // newRequest(ctx, "GET", path), here or in a library
		if m, ok := r.text(a); ok && isMethod(m) {
			return r.method(a, call.Args, in)
		}
	}
	if syntax.IsFunc(t.Fn, "net/http", "NewRequest") && len(call.Args) > 0 {
		return r.method(call.Args[0], call.Args, in)
	}
	if syntax.IsFunc(t.Fn, "net/http", "NewRequestWithContext") && len(call.Args) > 1 {
		return r.method(call.Args[1], call.Args, in)
	}
	if t.Func == nil {
		return decided{}
	}
	made := r.made(t.Func, depth)
	switch {
	case made.method > 0:
		return r.method(t.Arg(call, made.method-1), call.Args, in)
	case made.request > 0:
		return r.request(t.Arg(call, made.request-1), in, depth+1)
	}
	return made
}

// made judges the requests that a factory of this package returns.
func (r *runner) made(f *syntax.Func, depth int) (all decided) {
	first, agree := true, true
	r.Syntax.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if len(n.Results) == 0 || r.isNil(n.Results[0]) {
				return false
			}
			one := r.request(n.Results[0], f, depth+1)
			agree = agree && (first || one == all)
			all, first = one, false
		}
		return true
	})
	if !agree {
		return decided{}
	}
	return all
}

func (r *runner) isNil(e ast.Expr) bool {
	tv, ok := r.pass.TypesInfo.Types[e]
	return ok && tv.IsNil()
}

// method judges the expression of an HTTP method; args are those of the call that it is passed in.
func (r *runner) method(e ast.Expr, args []ast.Expr, in *syntax.Func) decided {
	if e == nil {
		return decided{}
	}
	if m, ok := r.text(e); ok {
		switch m {
		case "", "GET", "HEAD", "OPTIONS":
			return decided{effect: catalog.Read}
		}
		if m == "POST" && r.asks(args) {
			return decided{effect: catalog.Read}
		}
		return decided{effect: catalog.Write}
	}
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		if v, ok := r.pass.TypesInfo.ObjectOf(id).(*types.Var); ok && !v.IsField() {
			if defs := r.Syntax.Reach(v, id); len(defs) == 1 && defs[0].Kind == syntax.Param && defs[0].Func == in.Root() {
				return decided{method: defs[0].Param + 1}
			}
		}
	}
	return decided{}
}

// asks: one of the arguments is an address whose constant end says that a POST there only asks: ".../get-quote",
// "/_search".
func (r *runner) asks(args []ast.Expr) bool {
	for _, a := range args {
		tail := r.tail(a)
		i := strings.LastIndexByte(tail, '/')
		if i < 0 {
			continue
		}
		segment, _, _ := strings.Cut(tail[i+1:], "?")
		if segment = strings.Trim(segment, "_"); segment != "" && catalog.ReadVerb(strings.ReplaceAll(segment, "-", "_")) {
			return true
		}
	}
	return false
}

// asksFor: cc.Invoke(ctx, "/shop.Carts/GetCart", in, out) names what it calls.
func (r *runner) asksFor(args []ast.Expr) bool {
	for _, a := range args {
		if s, ok := r.text(a); ok {
			return catalog.ReadVerb(s[strings.LastIndexAny(s, "/.")+1:])
		}
	}
	return false
}

// tail is the constant text at the end of base+"/get-quote" or fmt.Sprintf("%s/search", base).
func (r *runner) tail(e ast.Expr) string {
	if s, ok := r.text(e); ok {
		return s
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		return r.tail(e.Y)
	case *ast.CallExpr:
		if syntax.IsFunc(r.Syntax.Target(e).Fn, "fmt", "Sprintf") && len(e.Args) > 0 {
			return r.tail(e.Args[0])
		}
	case *ast.Ident:
		if v, ok := r.pass.TypesInfo.ObjectOf(e).(*types.Var); ok && !v.IsField() {
			if defs := r.Syntax.Reach(v, e); len(defs) == 1 && defs[0].Kind == syntax.Assigned && defs[0].Arity == 1 && !contains(defs[0].Rhs, e) {
				if _, again := ast.Unparen(defs[0].Rhs).(*ast.Ident); !again {
					return r.tail(defs[0].Rhs)
				}
			}
		}
	}
	return ""
}

// changes: a constant SQL text among the arguments changes rows although the call is named like a question:
//
//	db.QueryRow(`INSERT INTO orders … RETURNING id`)
func (r *runner) changes(args []ast.Expr) bool {
	for _, a := range args {
		s, ok := r.text(a)
		if !ok {
			continue
		}
		s = strings.ToUpper(strings.TrimSpace(s))
		verb, _, _ := strings.Cut(strings.ReplaceAll(s, "\n", " "), " ")
		switch verb {
		case "INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE", "UPSERT", "CALL", "TRUNCATE", "ALTER", "CREATE", "DROP":
			return true
		case "SELECT", "WITH":
			return strings.Contains(s, "FOR UPDATE") || verb == "WITH" &&
				(strings.Contains(s, "INSERT INTO") || strings.Contains(s, "DELETE FROM") || strings.Contains(s, "UPDATE "))
		}
	}
	return false
}

func (r *runner) text(e ast.Expr) (string, bool) {
	tv, ok := r.pass.TypesInfo.Types[e]
	if !ok || tv.Value == nil || tv.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(tv.Value), true
}

func isMethod(s string) bool {
	switch s {
	case "GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE":
		return true
	}
	return false
}

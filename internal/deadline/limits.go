package deadline

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// survey reads the package once for the limits that are set apart from where a client is made.
func (m *model) survey() {
	for _, imp := range m.pass.Pkg.Imports() {
		var d Defaults
		if m.pass.ImportPackageFact(imp, &d) {
			if d.Conn { // and so for who imports this package: the connection is made further down
				m.connLimited, m.limitsConn = true, true
			}
			for _, mod := range d.Given {
				m.given[mod] = true
			}
		}
	}
	m.timeouts()
	own := false
	for _, f := range m.syn.Files {
		m.syn.Walk(f, syntax.Calls, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if ok {
				own = m.surveyCall(call) || own
			}
			return true
		})
	}
	m.sqlLimited = m.sqlLimited || m.localSQL || m.clickhouse && !m.otherSQL // whose connections give each read 5 minutes by default
	m.localSQL = m.localSQL && !m.otherSQL
	if own {
		m.connLimited = true
		m.limitsConn = true
	}
}

// timeouts collects the variables and fields whose Timeout some statement sets: c.Timeout = d, s.client.Timeout = d. The
// package may do so without importing net/http, with a client that a library made.
func (m *model) timeouts() {
	for _, f := range m.syn.Files {
		m.syn.Walk(f, syntax.Assigns, func(n ast.Node) bool {
			as, ok := n.(*ast.AssignStmt)
			if !ok {
				return true
			}
			for _, lhs := range as.Lhs {
				if sel, ok := lhs.(*ast.SelectorExpr); ok && sel.Sel.Name == "Timeout" {
					m.timeoutOf(sel.X)
				}
			}
			return true
		})
	}
}

// timeoutOf notes that the Timeout of x is set, if that is a client or embeds one.
func (m *model) timeoutOf(x ast.Expr) {
	v := m.embedded(x)
	if isClient(m.info.TypeOf(x)) {
		v = m.syn.VarOf(x)
	}
	if v == nil {
		return
	}
	m.timeoutSet[v.Origin()] = true
	for _, p := range m.syn.All(v) {
		m.setterParam = m.setterParam || p.Kind == syntax.Param
	}
}

// defaultLimited: some statement of the package sets http.DefaultClient.Timeout, or puts a client with a limit (or one
// that cannot be told) into http.DefaultClient.
func (m *model) defaultLimited() bool {
	for v := range m.timeoutSet {
		if v.Name() == "DefaultClient" && v.Pkg() != nil && v.Pkg().Path() == "net/http" {
			return true
		}
	}
	for _, imp := range m.pass.Pkg.Imports() {
		if imp.Path() != "net/http" {
			continue
		}
		v, _ := imp.Scope().Lookup("DefaultClient").(*types.Var)
		for _, d := range m.syn.All(v) {
			if c := pick(m.clientDef(d, v, 0)); c.State != Unlimited {
				return true
			}
		}
	}
	return false
}

// escapesToSetter: a function of the package sets the Timeout of a client it is given, and v's address is handed to
// some function (a functional option, as a rule), so the limit of v cannot be told.
func (m *model) escapesToSetter(v *types.Var) bool {
	if !m.setterParam {
		return false
	}
	for _, e := range m.syn.AddressTaken(v) {
		if _, ok := m.syn.Parent(e).(*ast.CallExpr); ok {
			return true
		}
	}
	return false
}

// surveyCall notes limits that calls set for a whole connection or server, and reports whether the call gives gRPC
// connections a default deadline: an interceptor that sets one, or a service config with a timeout.
func (m *model) surveyCall(call *ast.CallExpr) bool {
	t := m.syn.Target(call)
	m.middleware(call, t)
	m.configured(call, t)
	if t.Fn == nil || t.Fn.Pkg() == nil {
		return false
	}
	path, name := t.Fn.Pkg().Path(), t.Fn.Name()
	m.userContext = m.userContext || name == "SetUserContext"
	switch {
	case path == "net/http" && name == "TimeoutHandler":
		m.handlersLimited = true
	case strings.HasSuffix(path, "/middleware") && strings.Contains(name, "Timeout"):
		m.handlersLimited = true
	case path == "context" && name == "WithValue" && len(call.Args) == 3 && isClient(m.info.TypeOf(call.Args[2])):
		m.clientInContext = true
	case path == "database/sql" && name == "Open" && len(call.Args) == 2:
		m.values(call.Args[1], func(n ast.Node) bool { // also a constant part of a concatenation
			if e, ok := n.(ast.Expr); ok && strings.Contains(strings.ToLower(constString(m.info, e)), "timeout=") {
				m.sqlLimited = true
			}
			return !m.sqlLimited
		}, 0)
		// A file that the process reads itself: there is no other side to wait for.
		driver := constString(m.info, call.Args[0])
		m.localSQL = m.localSQL || strings.HasPrefix(driver, "sqlite")
		m.otherSQL = m.otherSQL || driver != "clickhouse" && !strings.HasPrefix(driver, "sqlite")
	case strings.HasPrefix(path, "github.com/ClickHouse/clickhouse-go"):
		m.clickhouse = true
	case path == "google.golang.org/grpc" && strings.HasSuffix(name, "ServiceConfig") && len(call.Args) == 1:
		return strings.Contains(constString(m.info, call.Args[0]), `"timeout"`)
	case strings.Contains(name, "Interceptor") && (strings.HasPrefix(path, "google.golang.org/grpc") || strings.Contains(path, "connect")):
		for _, arg := range call.Args {
			if m.setsDeadline(arg) || m.listsDeadline(arg) {
				return true
			}
		}
	}
	if s, ok := catalog.Set(t.Fn); ok && s.Bounds && !constZero(m.info, call.Args) {
		m.setters[path] = true
	}
	return false
}

// listsDeadline: one of the functions in a list that is built here sets a deadline:
//
//	unary := []grpc.UnaryClientInterceptor{meta.Unary, metrics.Unary()}; grpc.WithChainUnaryInterceptor(unary...)
func (m *model) listsDeadline(e ast.Expr) bool {
	if _, isSlice := m.info.TypeOf(e).Underlying().(*types.Slice); !isSlice {
		return false
	}
	found := false
	m.values(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			found = found || slices.ContainsFunc(n.Elts, m.setsDeadline)
		case *ast.CallExpr: // append(unary, limit)
			found = found || slices.ContainsFunc(n.Args, m.setsDeadline)
		}
		return !found
	}, 0)
	return found
}

// setsDeadline reports whether a function value's body, or what it returns or calls in this package, makes a context
// with a deadline.
func (m *model) setsDeadline(e ast.Expr) bool {
	seen := map[*syntax.Func]bool{}
	var body func(f *syntax.Func) bool
	body = func(f *syntax.Func) bool {
		if f == nil || f.Body == nil || seen[f] {
			return false
		}
		seen[f] = true
		found := false
		m.syn.Inspect(f.Body, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && !found {
				t := m.syn.Target(call)
				if t.Fn != nil {
					kind, ok := catalog.DeriveOf(t.Fn)
					found = ok && kind == catalog.Bounds
				}
				found = found || body(t.Func)
			}
			return !found
		})
		return found
	}
	if m.roundTripper(e) != nil {
		return body(m.roundTripper(e))
	}
	if t := m.syn.FuncValue(e); t.Func != nil {
		return body(t.Func)
	}
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		t := m.syn.Target(call)
		if t.Fn != nil && t.Func == nil && syntax.HasWord(t.Fn.Name(), "timeout", "deadline") {
			return true
		}
		return body(t.Func)
	}
	return false
}

// beside evaluates the limit that a direct sink has beside its context.
func (m *model) beside(c *downstream.Call) []Client {
	s := c.Sink
	switch s.Limit {
	case catalog.LimitClient:
		if c.Recv == nil {
			return []Client{{State: Undecided}}
		}
		if v := m.embedded(c.Recv); v != nil {
			return m.clientVar(v, c.Recv, 0)
		}
		if t := m.info.TypeOf(c.Recv); !isClient(t) && !types.IsInterface(t) { // a wrapper: what is behind it decides
			return []Client{{State: Undecided}}
		}
		return m.clients(c.Recv, 0)
	case catalog.LimitDefault:
		if m.defaultLimited() {
			return []Client{{State: Limited}}
		}
		return []Client{{State: NoLimit}}
	case catalog.LimitConn:
		if m.connLimited {
			return []Client{{State: Limited, Why: "an interceptor or service config sets a deadline"}}
		}
		if s.Protocol == catalog.RPC && c.Recv != nil { // Connect: the limit of the http.Client that it was made with
			made := m.clients(c.Recv, 0)
			if len(made) > 0 && !slices.ContainsFunc(made, func(cl Client) bool { return cl.State != Limited }) {
				return made
			}
		}
	case catalog.LimitDialer:
		return []Client{m.dialer(c.Recv, 0)}
	case catalog.LimitArg:
		for _, a := range c.Expr.Args {
			if syntax.Is(m.info.TypeOf(a), "time", "Duration") && !constZero(m.info, []ast.Expr{a}) {
				return []Client{{State: Limited, Why: "its timeout argument"}}
			}
		}
	case catalog.LimitDeadline:
		return []Client{m.connection(c)}
	case catalog.LimitSetter:
		if c.Fn != nil && c.Fn.Pkg() != nil && m.setters[c.Fn.Pkg().Path()] {
			return []Client{{State: Limited, Why: "a timeout is set on the client"}}
		}
		if c.Recv != nil && m.givenClient(c.Recv, 0) {
			return []Client{{State: Undecided}}
		}
	}
	if c.Fn != nil && c.Fn.Pkg() != nil && m.foreign(c.Fn.Pkg()) && m.given[module(c.Fn.Pkg().Path())] {
		return []Client{{State: Undecided, Why: "an http.Client is handed to this SDK"}}
	}
	if c.Fn != nil && m.clientInContext && m.bringsClient(c.Arg(c.Expr, syntax.CtxParam(c.Fn.Signature())), 0) {
		return []Client{{State: Undecided, Why: "the context holds the http.Client, which is judged where it is put in"}}
	}
	if s.Protocol == catalog.SQL && m.localSQL {
		return []Client{{State: Limited, Why: localFile}}
	}
	if s.Protocol == catalog.SQL && m.sqlLimited {
		return []Client{{State: Limited, Why: "the data source name sets a timeout"}}
	}
	if len(m.limitField(c)) > 0 {
		return []Client{{State: Undecided, Why: "a timeout is set on a value of the library"}}
	}
	return []Client{{State: NoLimit}}
}

// localFile is why calls of a database that is a file of the process's own end by themselves. No context is asked of them.
const localFile = "the database is a local file"

// givenClient: the client at the head of a builder chain was made elsewhere, so its limits cannot be seen.
func (m *model) givenClient(e ast.Expr, depth int) bool {
	for depth < maxDepth {
		depth++
		switch x := ast.Unparen(e).(type) {
		case *ast.CallExpr:
			t := m.syn.Target(x)
			if t.Recv == nil {
				return t.Fn == nil || t.Fn.Pkg() == m.pass.Pkg || !catalog.Knows(t.Fn.Pkg().Path())
			}
			e = t.Recv
		case *ast.Ident, *ast.SelectorExpr:
			v := m.syn.VarOf(x)
			if v == nil {
				return true
			}
			defs := m.syn.Reach(v, x)
			if len(defs) != 1 || defs[0].Kind != syntax.Assigned || defs[0].Rhs == nil {
				return true
			}
			e = defs[0].Rhs
		default:
			return true
		}
	}
	return true
}

// dialer evaluates a net.Dialer: limited by a Timeout or Deadline that is set in its literal or later.
func (m *model) dialer(e ast.Expr, depth int) Client {
	if e == nil || depth > maxDepth {
		return Client{State: Undecided}
	}
	e = ast.Unparen(e)
	switch e := e.(type) {
	case *ast.UnaryExpr:
		return m.dialer(e.X, depth+1)
	case *ast.CompositeLit:
		for _, elt := range e.Elts {
			kv, ok := elt.(*ast.KeyValueExpr)
			if !ok {
				return Client{State: Limited}
			}
			if id, ok := kv.Key.(*ast.Ident); ok && (id.Name == "Timeout" || id.Name == "Deadline" || id.Name == "NetDialer") {
				return Client{State: Limited}
			}
		}
		return Client{State: Unlimited, Why: "a dialer without Timeout", Expr: e}
	case *ast.CallExpr:
		if id, ok := e.Fun.(*ast.Ident); ok && id.Name == "new" {
			return Client{State: Unlimited, Why: "a dialer without Timeout", Expr: e}
		}
	case *ast.Ident, *ast.SelectorExpr:
		v := m.syn.VarOf(e)
		if v == nil {
			break
		}
		defs := m.syn.Reach(v, e)
		if len(defs) == 1 && !m.setLater(v) {
			d := defs[0]
			if d.Kind == syntax.Assigned && d.Arity == 1 {
				return m.dialer(d.Rhs, depth+1)
			}
			if d.Kind == syntax.Zero && !isPointer(v.Type()) {
				return Client{State: Unlimited, Why: "a dialer without Timeout", Expr: e}
			}
		}
	}
	return Client{State: Undecided}
}

// setLater: a statement sets Timeout or Deadline of the value that v holds.
func (m *model) setLater(v *types.Var) bool {
	st, ok := syntax.Deref(v.Type()).Underlying().(*types.Struct)
	if !ok {
		return true
	}
	for f := range st.Fields() {
		if f.Name() != "Timeout" && f.Name() != "Deadline" {
			continue
		}
		for _, d := range m.syn.All(f) {
			if sel, ok := d.Lhs.(*ast.SelectorExpr); ok && m.syn.VarOf(sel.X) == v {
				return true
			}
		}
	}
	return false
}

func constString(info *types.Info, e ast.Expr) string {
	if tv, ok := info.Types[e]; ok && tv.Value != nil && tv.Value.Kind() == constant.String {
		return constant.StringVal(tv.Value)
	}
	return ""
}

func constZero(info *types.Info, args []ast.Expr) bool {
	for _, a := range args {
		if tv, ok := info.Types[a]; ok && tv.Value != nil && tv.Value.Kind() == constant.Int {
			return constant.Sign(tv.Value) == 0
		}
	}
	return false
}

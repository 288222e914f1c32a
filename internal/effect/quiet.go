package effect

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// quiet: nobody waits for the sum of the calls of this function, or somebody has already thought of it.
func (m *model) quiet(f *syntax.Func) bool {
	if f.Outer == nil {
		return setsUp(f.Name()) || servesTests(f)
	}
	lit := f.Node.(*ast.FuncLit)
	call, ok := m.Parent(lit).(*ast.CallExpr)
	if !ok {
		return setsUp(f.Name())
	}
	switch m.Parent(call).(type) {
	case *ast.GoStmt, *ast.DeferStmt:
		return true
	}
	if call.Fun == ast.Expr(lit) {
		return m.quiet(f.Outer)
	}
	t := m.Target(call)
	name := ""
	if t.Fn != nil {
		name = t.Fn.Name()
	} else if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
		name = sel.Sel.Name
	}
	// g.Go(func() error { … }), pool.Submit(…)
	if syntax.HasWord(name, "go", "submit", "spawn", "async", "background", "parallel", "concurrent", "afterfunc") {
		return true
	}
	return m.transacts(call, t, name) || m.quiet(f.Outer)
}

// transactWords name what runs a function in a transaction.
var transactWords = strings.Fields("tx transaction transactions txn transact transactional transactor transactionally atomic atomically uow unitofwork")

// transacts: the called function runs the function that it is given in a transaction, which the context may carry, so
// that all it calls shares a connection: by its name, its package's, its receiver's, or since it begins one.
//
//	db.Transaction(func(tx *gorm.DB) error { … })
//	transaction.Run(ctx, s.adapter, func(ctx context.Context) error { … })
//	s.txManager.Do(ctx, func(ctx context.Context) error { … })
func (m *model) transacts(call *ast.CallExpr, t syntax.Target, name string) bool {
	names := []string{name}
	if t.Fn != nil && t.Fn.Pkg() != nil {
		names = append(names, t.Fn.Pkg().Name())
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		if inner, ok := ast.Unparen(sel.X).(*ast.SelectorExpr); ok {
			names = append(names, inner.Sel.Name)
		} else if id, ok := ast.Unparen(sel.X).(*ast.Ident); ok {
			names = append(names, id.Name)
		}
	}
	if t.Recv != nil {
		if n := syntax.NameOf(m.Info.TypeOf(t.Recv)); n != nil {
			names = append(names, n.Name())
		}
	}
	for _, n := range names {
		if syntax.HasWord(n, transactWords...) {
			return true
		}
	}
	known := m.changesOf(t)
	return known != nil && known.Begins
}

// begins: the call begins a transaction: db.BeginTx(ctx, nil), client.Tx(ctx), s.db.Begin().
func begins(t syntax.Target) bool {
	if t.Fn == nil || !syntax.HasWord(t.Fn.Name(), "begin", "beginx", "tx", "txx", "transaction") || t.Fn.Signature().Results().Len() == 0 {
		return false
	}
	n := syntax.NameOf(t.Fn.Signature().Results().At(0).Type())
	return n != nil && (syntax.HasWord(n.Name(), "tx", "txn", "transaction") || firstWord(t.Fn.Name()) == "begin")
}

// servesTests: a helper of tests that stands in a file of its own.
func servesTests(f *syntax.Func) (found bool) {
	f.Params(func(_ int, v *types.Var) bool {
		found = syntax.Is(v.Type(), "testing", "T") || syntax.Is(v.Type(), "testing", "B") || syntax.Is(v.Type(), "testing", "TB")
		return !found
	})
	return found
}

// setsUp: the function makes something, starts the program or ends it, once.
func setsUp(name string) bool {
	if name == "main" || name == "init" || name == "" {
		return true
	}
	switch firstWord(name) {
	case "new", "must", "open", "connect", "dial", "init", "initialize", "setup", "bootstrap", "start", "close", "shutdown", "stop", "migrate",
		"provide", "seed", "wire":
		return true
	}
	return false
}

// inOrder: what is read is gone afterwards, or comes in the order in which it was sent; or it is no remote read at all.
func inOrder(x downstream.Reach) bool {
	switch x.Protocol {
	case catalog.Net:
		return !strings.Contains(x.Sink, "Dial")
	case catalog.Kafka, catalog.NATS, catalog.AMQP, catalog.SMTP:
		return true
	case catalog.K8s: // controller-runtime reads from a cache in the process
		return strings.HasPrefix(x.Sink, "client.Reader.") || strings.HasPrefix(x.Sink, "client.Client.")
	}
	return false
}

// makes: the function puts something together here, and goes out only for a piece of it. BuildInfo is asked for.
func makes(name string) bool {
	switch firstWord(name) {
	case "build", "make", "construct", "compose", "render", "format":
		return !catalog.ReadVerb(name)
	}
	return false
}

// started finds the functions that are only ever started by go: nobody waits for those.
func (m *model) started() map[*syntax.Func]bool {
	started, called := map[*syntax.Func]bool{}, map[*syntax.Func]bool{}
	for _, f := range m.Funcs {
		m.Walk(f.Body, syntax.Literals|syntax.Calls, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.CallExpr:
				if t := m.Target(n); t.Func != nil {
					_, async := m.Parent(n).(*ast.GoStmt)
					if async {
						started[t.Func] = true
					} else {
						called[t.Func] = true
					}
				}
			}
			return true
		})
	}
	for f := range called {
		delete(started, f)
	}
	return started
}

// outside: the call is a read, but its place in the sequence means something.
func (m *model) outside(c *downstream.Call) bool {
	if c.Sink != nil && (c.Sink.Stream || c.Sink.Dial) {
		return true
	}
	t := m.Info.TypeOf(c.Expr.Fun)
	if t == nil {
		return true
	}
	sig, _ := t.Underlying().(*types.Signature)
	if _, atOnce := ast.Unparen(c.Expr.Fun).(*ast.FuncLit); atOnce || sig == nil || sig.Results().Len() == 0 {
		return true // what nothing comes back from is done for something else
	}
	if c.Fn != nil && (setsUp(c.Fn.Name()) || makes(c.Fn.Name())) {
		return true
	}
	if slices.ContainsFunc(c.Effects(), inOrder) {
		return true
	}
	for v := range sig.Results().Variables() {
		switch v.Type().Underlying().(type) {
		case *types.Chan, *types.Signature: // it has only begun
			return true
		}
	}
	if known := m.changesOf(c.Target); known != nil && known.Shared || c.Sink == nil && m.seldom(c.Target) {
		return true
	}
	if c.Recv != nil && sequential(m.Info.TypeOf(c.Recv)) {
		return true
	}
	return slices.ContainsFunc(c.Expr.Args, func(a ast.Expr) bool {
		t := m.Info.TypeOf(a)
		if t != nil {
			if _, ok := t.Underlying().(*types.Chan); ok {
				return true // what it finds goes through the channel at once
			}
		}
		return sequential(t) || syntax.Is(t, "net/http", "ResponseWriter") || syntax.Is(t, "io", "Writer")
	})
}

// sequential: values that one caller at a time uses, and in order: transactions, connections, sessions, pipelines,
// cursors.
func sequential(t types.Type) bool {
	if t == nil {
		return false
	}
	name := syntax.NameOf(t)
	if name == nil {
		return false
	}
	if obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "RecvMsg"); obj != nil {
		return true // a gRPC stream
	}
	n := name.Name()
	for _, suffix := range []string{"Tx", "Txn", "Transaction", "Session", "SessionContext", "Pipeline", "Pipeliner", "Cursor", "Rows", "Iterator", "Batch", "Scanner", "Stream"} {
		if strings.HasSuffix(n, suffix) {
			return true
		}
	}
	return strings.HasSuffix(n, "Conn") && n != "ClientConn"
}

// probes: the call only asks whether the other side is there. Before other calls that is a guard; among its like it is
// a health page.
func probes(c *downstream.Call) bool {
	if c.Fn == nil {
		return false
	}
	switch firstWord(c.Fn.Name()) {
	case "ping", "probe", "health", "healthcheck", "check", "ready", "readiness", "alive", "liveness":
		return true
	}
	return false
}

func firstWord(name string) string {
	if words := syntax.Words(name); len(words) > 0 {
		return words[0]
	}
	return "" // __
}

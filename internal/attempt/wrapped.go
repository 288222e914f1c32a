package attempt

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// maxWrappers is how many functions may lie between what is repeated and the request.
const maxWrappers = 3

// makes are the words of functions and addresses that make something new each time; asks those of what is sent with POST
// although it changes nothing, or may be done twice.
var (
	makes = []string{"create", "add", "insert", "submit", "place", "charge", "charges", "pay", "payment", "payments", "payout", "payouts", "order", "orders",
		"purchase", "buy", "book", "booking", "bookings", "reserve", "reservation", "reservations", "transfer", "transfers", "refund", "refunds", "deposit", "withdraw", "withdrawal",
		"invoice", "invoices", "mail", "mails", "email", "emails", "sms", "credit", "debit", "capture", "subscription", "subscriptions"}
	onlyAsks = []string{"token", "tokens", "login", "auth", "session", "sessions", "rpc", "jsonrpc", "upsert", "ensure", "validate", "verify", "check", "quote", "estimate",
		"preview", "list", "find", "filter", "lookup", "get", "fetch", "status", "metrics", "telemetry", "embeddings", "completions", "bulk"}
)

// wrapped: the call goes to a function of this package that sends a POST, itself or further down, by which something is
// made each time, and no key is in sight on the way.
//
//	func (p *provider) charge(ctx context.Context, o order) error { return p.do(ctx, http.MethodPost, "/charges", o) }
//
// A POST is also how much is asked that changes nothing. So the name of a function on the way, or the address, has to say
// that something is made.
func (m *model) wrapped(call *ast.CallExpr) bool {
	w := wrapper{m: m, given: map[*types.Var]string{}}
	w.call(call, 0)
	return w.posts && w.makes && !w.key && !w.asks
}

// wrapper is what is found out on the way down.
type wrapper struct {
	m     *model
	given map[*types.Var]string // parameters that a caller gave a constant
	path  []*syntax.Func
	posts bool
	makes bool
	asks  bool
	key   bool // the other side may tell a repeated request, or an error is told to end the attempts
}

// text is a constant string, or what a caller gave for it.
func (w *wrapper) text(e ast.Expr) (string, bool) {
	if s, ok := w.m.text(e); ok {
		return s, true
	}
	s, ok := w.given[w.m.syn.VarOf(e)]
	return s, ok
}

func (w *wrapper) call(call *ast.CallExpr, depth int) {
	f := w.m.syn.Target(call).Func
	if f == nil || f.Obj == nil || f.Body == nil || depth >= maxWrappers || slices.Contains(w.path, f) {
		return
	}
	w.path = append(w.path, f)
	f.Params(func(i int, p *types.Var) bool {
		if i < 0 || i >= len(call.Args) {
			return true
		}
		if s, ok := w.text(call.Args[i]); ok {
			w.given[p] = s
		}
		if types.IsInterface(p.Type()) && !syntax.IsContext(p.Type()) {
			w.body(call.Args[i])
		}
		return true
	})
	w.words(f.Name())
	w.key = w.key || w.m.knowsKey(f)
	for n := range ast.Preorder(f.Body) {
		switch n := n.(type) {
		case *ast.BasicLit:
			if s, ok := w.m.text(n); ok && len(s) > 0 && s[0] == '/' {
				w.words(s)
			}
		case *ast.CallExpr:
			w.inside(n, depth)
		}
	}
}

func (w *wrapper) words(name string) {
	name = strings.ReplaceAll(name, "/", "_")
	w.makes = w.makes || syntax.HasWord(name, makes...)
	w.asks = w.asks || syntax.HasWord(name, onlyAsks...)
}

// inside looks at one call of a function on the way.
func (w *wrapper) inside(call *ast.CallExpr, depth int) {
	fn := w.m.syn.Target(call).Fn
	if fn == nil {
		return
	}
	switch {
	case syntax.HasWord(fn.Name(), "permanent", "unrecoverable"):
		w.key = true
	case syntax.IsFunc(fn, "encoding/json", "Marshal"), syntax.IsMethod(fn, "encoding/json", "Encoder", "Encode"):
		w.body(call.Args[0])
	}
	if c := w.m.byExpr[call]; c != nil && c.Sink != nil && c.Sink.Protocol == "http" {
		w.posts = w.posts || syntax.IsFunc(fn, "net/http", "Post", "PostForm") || syntax.IsMethod(fn, "net/http", "Client", "Post", "PostForm")
		for _, a := range call.Args {
			if s, ok := w.text(a); ok && c.Sink.Request && s == "POST" {
				w.posts = true
			}
		}
	}
	for _, a := range call.Args { // the address that is handed down
		if s, ok := w.text(a); ok && len(s) > 0 && s[0] == '/' {
			w.words(s)
		}
	}
	w.call(call, depth+1)
}

// body looks at what is sent: an identity that the caller made lets the other side tell a repeated request.
func (w *wrapper) body(e ast.Expr) {
	t := w.m.info.TypeOf(e)
	if t == nil {
		return
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	switch t := t.Underlying().(type) {
	case *types.Struct:
		for v := range t.Fields() {
			w.key = w.key || isKey(v.Name()) || syntax.HasWord(v.Name(), "id", "uuid", "guid", "key", "reference", "ref", "number")
		}
	case *types.Map:
		w.key = w.key || !w.literal(e)
	case *types.Interface:
		if v := w.m.syn.VarOf(e); v != nil && len(w.path) > 0 {
			param := false
			for _, f := range w.path {
				f.Params(func(_ int, p *types.Var) bool { param = param || p == v; return true })
			}
			w.key = w.key || !param // of its caller's making, which was looked at there
		}
	}
}

// literal: a map whose keys are written down here, none of which is an identity.
func (w *wrapper) literal(e ast.Expr) bool {
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok {
		return false
	}
	for _, el := range lit.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok {
			return false
		}
		s, ok := w.m.text(kv.Key)
		if !ok || isKey(s) || syntax.HasWord(s, "id", "uuid", "guid", "key", "reference", "ref", "number") {
			return false
		}
	}
	return true
}

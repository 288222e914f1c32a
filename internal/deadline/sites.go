package deadline

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// site is a place where an unlimited http.Client is made or taken, with what becomes of it. It is judged by its uses:
// a use without a deadline is the fault; a client whose uses cannot be told is a warning where it is made.
type site struct {
	client Client
	// definite are calls that certainly have no deadline, unsure those whose context somebody else decides.
	definite, unsure []*downstream.Call
	bounded          bool // some visible use carries a deadline
	owned            bool // some use is already reported by ctxdrop or detachedctx
	// kept: a parameter of some function brings the client (see kept.go); elsewhere: it is used in another package, and
	// sure: certainly without a deadline.
	kept, elsewhere, sure bool
	stream                bool // it carries a stream, which must not have an overall limit
	handed                ast.Node
	handedTo              string
	handedPath            string // the package of handedTo
}

func (m *model) site(c Client) *site {
	s := m.sites[c.Expr]
	if s == nil {
		s = &site{client: c}
		m.sites[c.Expr] = s
		m.siteOrder = append(m.siteOrder, s)
	}
	return s
}

// noteSites enters a call into the accounts of the clients that it may use.
func (m *model) noteSites(c *downstream.Call, ns []Need) {
	for i := range ns {
		n := &ns[i]
		if n.Site == nil || n.Client.State != Unlimited && !n.Site.kept || n.Sink.Request {
			continue
		}
		s := n.Site
		switch {
		case m.owned[c] != "" && m.owned[c] != "nodeadline":
			s.owned = true
		case m.streams(c):
			s.stream = true
		case n.Ctx.Bounded || n.Ctx.Maybe || n.Ctx.Origin == Request && m.handlersLimited:
			s.bounded = true
		case n.Ctx.Origin == Root && m.life(c, n):
			s.unsure = append(s.unsure, c) // the root is the program's own, so nothing is reported there
		case n.Ctx.Origin == Root && !s.kept:
			s.owned = true // reported where the root is made
		case n.Ctx.Open() && !n.Inner:
			s.definite = append(s.definite, c)
			if !s.kept {
				s.client = n.Client
			}
		default:
			s.unsure = append(s.unsure, c)
		}
	}
}

// streams: the function around the call, or its name, says that the answer is a stream.
func (m *model) streams(c *downstream.Call) bool {
	f := c.In.Root()
	if c.In.Root().Obj == nil {
		return false
	}
	if recv := f.Sig.Recv(); recv != nil {
		if n := syntax.NameOf(recv.Type()); n != nil && syntax.HasWord(n.Name(), "proxy", "relay", "tunnel") && !mails(c) {
			return true
		}
	}
	if c.Fn != nil && c.Fn.Name() == "RoundTrip" && (syntax.HasWord(f.Name(), "proxy", "serve") || strings.Contains(m.pass.Pkg.Path(), "proxy")) {
		return true
	}
	if syntax.HasWord(f.Name(), "watch", "stream", "streaming", "subscribe", "tail", "follow", "sse", "longpoll", "listen", "upgrade", "websocket", "proxy", "tunnel") {
		return true
	}
	found := false
	if f.Body != nil {
		m.syn.Inspect(f.Body, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && !found {
				found = strings.Contains(lit.Value, "text/event-stream") || strings.Contains(lit.Value, "application/x-ndjson") || strings.Contains(lit.Value, "application/stream")
			}
			return !found
		})
	}
	return found
}

// mails: the call hands a mail to a server, which is called a relay and carries no stream.
func mails(c *downstream.Call) bool {
	if c.Sink != nil {
		return c.Sink.Protocol == catalog.SMTP
	}
	return len(c.Reach) > 0 && !slices.ContainsFunc(c.Reach, func(r downstream.Reach) bool { return r.Protocol != catalog.SMTP && r.Protocol != catalog.Net })
}

// handouts finds unlimited clients that are given to code outside the module, which will use them as it likes.
func (m *model) handouts() {
	for round, before := 0, -1; round < 4 && len(m.handed) > before; round++ { // through helpers that pass it on
		before = len(m.handed)
		m.handoutRound()
	}
}

func (m *model) handoutRound() {
	for _, file := range m.syn.Files {
		m.syn.Walk(file, syntax.Calls|syntax.Keyed|syntax.Assigns, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				m.handoutCall(n)
			case *ast.KeyValueExpr:
				if id, ok := n.Key.(*ast.Ident); ok && isClient(m.info.TypeOf(n.Value)) {
					if v, ok := m.info.Uses[id].(*types.Var); ok && v.IsField() && m.foreign(v.Pkg()) {
						m.handout(n.Value, n, v.Pkg().Name()+"."+m.structName(n)+v.Name(), v.Pkg().Path())
					}
				}
			case *ast.AssignStmt:
				for i, l := range n.Lhs {
					if i < len(n.Rhs) && isClient(m.info.TypeOf(n.Rhs[i])) {
						if v := m.syn.VarOf(l); v != nil && v.IsField() && m.foreign(v.Pkg()) {
							m.handout(n.Rhs[i], n, v.Pkg().Name()+"."+v.Name(), v.Pkg().Path())
						}
					}
				}
			}
			return true
		})
	}
}

// structName is the type, with a dot, of the literal that a field's value stands in.
func (m *model) structName(field *ast.KeyValueExpr) string {
	if lit, ok := m.syn.Parent(field).(*ast.CompositeLit); ok {
		if n := syntax.NameOf(m.info.TypeOf(lit)); n != nil {
			return n.Name() + "."
		}
	}
	return ""
}

func (m *model) handoutCall(call *ast.CallExpr) {
	var t syntax.Target
	resolved := false
	for i, a := range call.Args {
		if !isClient(m.info.TypeOf(a)) || isNil(m.info, a) {
			continue
		}
		if !resolved {
			t, resolved = m.syn.Target(call), true
		}
		if t.Fn == nil || t.Fn.Pkg() == nil {
			continue
		}
		if to, ok := m.handed[handedParam{t.Func, i}]; ok && t.Func != nil {
			m.handout(a, call, to.name, to.path)
			continue
		}
		inCtx := t.Fn.Pkg().Path() == "context" && t.Fn.Name() == "WithValue"
		_, makes := catalog.Make(t.Fn)
		if inCtx || m.foreign(t.Fn.Pkg()) && !makes && t.Func == nil {
			to := syntax.Spell(t.Fn)
			if inCtx {
				to = "whoever takes it from the context"
			}
			m.handout(a, call, to, t.Fn.Pkg().Path())
		}
	}
}

// handedTo is the foreign function or field, and its package.
type handedTo struct{ name, path string }

// handedParam is a parameter that a function of this package hands to foreign code.
type handedParam struct {
	f     *syntax.Func
	index int
}

// streamHosts are modules whose clients carry streams, so that a Timeout on theirs would cut logs and watches short;
// a websocket library's client makes the handshake only, under the context of the dial.
var streamHosts = map[string]bool{
	"github.com/docker/docker": true, "github.com/moby/moby": true, "k8s.io/client-go": true, "sigs.k8s.io/controller-runtime": true,
}

// module is a good guess of the module that a package belongs to: host, owner and name of its path.
func module(path string) string {
	parts := strings.SplitN(path, "/", 4)
	n := 3
	switch parts[0] {
	case "k8s.io", "sigs.k8s.io", "gopkg.in", "go.uber.org":
		n = 2
	}
	return strings.Join(parts[:min(n, len(parts))], "/")
}

func (m *model) handout(e ast.Expr, at ast.Node, to, path string) {
	for _, c := range m.clients(e, 0) {
		if c.State != Unlimited {
			m.given[module(path)] = true
		}
		if c.State == ParamLimit && c.Field == "" && c.Owner != nil {
			m.handed[handedParam{c.Owner, c.Index}] = handedTo{to, path}
		}
		if c.State != Unlimited || c.NilOpen || c.Expr == nil {
			continue
		}
		s := m.site(c)
		if low := strings.ToLower(path + to); streamHosts[module(path)] || strings.Contains(low, "websocket") || strings.Contains(low, "stream") || strings.Contains(low, "sse.") {
			s.stream = true
		}
		if s.handed == nil {
			s.handed, s.handedTo, s.handedPath = at, to, path
		}
	}
}

// foreign: the package belongs neither to the module nor to the standard library.
func (m *model) foreign(p *types.Package) bool {
	if p == nil || p == m.pass.Pkg {
		return false
	}
	first, _, _ := strings.Cut(p.Path(), "/")
	if !strings.Contains(first, ".") {
		return false // the standard library, or a module without a host
	}
	if mod := m.pass.Module; mod != nil && mod.Path != "" {
		return p.Path() != mod.Path && !strings.HasPrefix(p.Path(), mod.Path+"/")
	}
	return !slices.ContainsFunc(m.cfg.Module, func(prefix string) bool { return strings.HasPrefix(p.Path(), strings.TrimSuffix(prefix, "/...")) })
}

// judgeSites makes the nodeadline/client faults.
func (m *model) judgeSites() {
	if !m.enabled("nodeadline") {
		return
	}
	for _, s := range m.siteOrder {
		if s.stream {
			continue
		}
		in := m.syn.Around(s.client.Expr)
		if in != nil && (in.Test || syntax.HasWord(in.Name(), "test", "mock", "fake", "example")) {
			continue
		}
		f := Fault{Rule: "nodeadline", Category: "client", Shape: NoTimeout, Why: s.client.Why}
		switch {
		case len(s.definite) > 0:
			f.Sure = true
			f.Call = direct(s.definite)
			if m.helper(f.Call) {
				continue
			}
			f.at(f.Call.Expr)
			if s.client.Kind != Default && in == f.Call.In && m.here(f.Call, s.client.Expr) {
				f.at(s.client.Expr)
			} else if s.client.Kind != Default {
				f.Others = append(f.Others, Other{s.client.Expr.Pos(), s.client.Expr.End(), "the client is made here"})
			}
			for _, c := range s.definite {
				if c == f.Call {
					continue
				}
				f.Others = append(f.Others, Other{c.Expr.Pos(), c.Expr.End(), "it also makes this call"})
			}
		case !s.sure && (s.client.Chosen || s.bounded || s.owned || m.startsOnly(in)):
			continue
		case s.handed != nil:
			f.at(s.client.Expr)
			f.Why += ", and " + s.handedTo + " will use it"
		case len(s.unsure) > 0 && s.client.Kind != Made:
			open := m.openUses(s)
			if len(open) == 0 {
				continue
			}
			f.Call = direct(open)
			f.at(s.client.Expr)
			if s.client.Kind == Default {
				f.at(f.Call.Expr)
			}
		default:
			continue
		}
		if f.Call != nil {
			ns := m.at(f.Call)
			for i := range ns {
				if ns[i].Site == s || ns[i].Site != nil && ns[i].Site.kept {
					f.Need = &ns[i]
				}
			}
		}
		m.found = append(m.found, f)
	}
}

// commands: the package imports a library of command lines.
func (m *model) commands() bool {
	return slices.ContainsFunc(m.pass.Pkg.Imports(), func(p *types.Package) bool {
		path := p.Path()
		return path == "github.com/spf13/cobra" || strings.HasPrefix(path, "github.com/urfave/cli") || strings.HasPrefix(path, "github.com/alecthomas/kong")
	})
}

// direct prefers the call of the client itself to one of a wrapper.
func direct(calls []*downstream.Call) *downstream.Call {
	for _, c := range calls {
		if c.Sink != nil {
			return c
		}
	}
	return calls[0]
}

// startsOnly: the client is made in a program without a server, or in a package of one that defines its commands, where
// only definite faults are reported.
func (m *model) startsOnly(in *syntax.Func) bool {
	return (m.pass.Pkg.Name() == "main" || m.commands()) && !m.serving && m.cfg.Rules["nodeadline"].Options["main"] != "true"
}

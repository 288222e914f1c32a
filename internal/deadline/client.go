package deadline

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

func isClient(t types.Type) bool { return syntax.Is(t, "net/http", "Client") }

// clients evaluates an expression of type *http.Client or http.Client to the values that it may have. Where several
// definitions reach, each is one of them.
func (m *model) clients(e ast.Expr, depth int) []Client {
	if depth > maxDepth || e == nil {
		return []Client{{State: Undecided}}
	}
	e = ast.Unparen(e)
	switch e := e.(type) {
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return m.clients(e.X, depth+1)
		}
	case *ast.StarExpr:
		cs := m.clients(e.X, depth+1)
		for i := range cs {
			if cs[i].State == Unlimited && cs[i].Kind == Default {
				cs[i] = Client{State: Unlimited, Kind: Copy, Why: "a copy of http.DefaultClient, which has no Timeout", Expr: e}
			}
		}
		return cs
	case *ast.CompositeLit:
		if isClient(m.info.TypeOf(e)) { // a variable of an interface type may hold other things
			return []Client{m.clientLiteral(e)}
		}
	case *ast.Ident, *ast.SelectorExpr:
		if isNil(m.info, e) {
			return nil
		}
		v := m.syn.VarOf(e)
		if v == nil {
			break
		}
		if v.Pkg() != nil && v.Pkg().Path() == "net/http" && v.Name() == "DefaultClient" {
			if m.defaultLimited() {
				return []Client{{State: Limited}}
			}
			return []Client{{State: Unlimited, Kind: Default, Why: "http.DefaultClient has no Timeout", Expr: e}}
		}
		return m.clientVar(v, e, depth+1)
	case *ast.CallExpr:
		return m.clientCall(e, 0, depth+1)
	}
	return []Client{{State: Undecided}}
}

func (m *model) clientLiteral(lit *ast.CompositeLit) Client {
	chosen := false
	for i, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); !ok {
			if i == 3 { // Transport, CheckRedirect, Jar, Timeout without keys
				return Client{State: Limited, Why: "Timeout"}
			}
			continue
		} else if id, ok := kv.Key.(*ast.Ident); !ok || id.Name != "Timeout" {
			continue
		} else if tv, ok := m.info.Types[kv.Value]; ok && tv.Value != nil && tv.Value.ExactString() == "0" {
			chosen = true
			break
		}
		return Client{State: Limited, Why: "Timeout"}
	}
	if m.transportBounds(lit) {
		return Client{State: Limited, Why: "its transport sets a deadline"}
	}
	why := "http.Client without Timeout"
	if m.limitsHeaders(lit) {
		why += " (its transport limits the headers, not the body)"
	}
	return Client{State: Unlimited, Kind: Literal, Why: why, Expr: lit, Chosen: chosen}
}

// limitsHeaders: the client's transport is made in sight, with a limit on dial, TLS or response headers.
func (m *model) limitsHeaders(lit *ast.CompositeLit) bool {
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		if id, ok := kv.Key.(*ast.Ident); !ok || id.Name != "Transport" {
			continue
		}
		value := ast.Unparen(kv.Value)
		if v := m.syn.VarOf(value); v != nil {
			if defs := m.syn.Reach(v, value); len(defs) == 1 && defs[0].Rhs != nil {
				value = ast.Unparen(defs[0].Rhs)
			}
		}
		if u, ok := value.(*ast.UnaryExpr); ok {
			value = u.X
		}
		transport, ok := value.(*ast.CompositeLit)
		if !ok {
			return false
		}
		for _, elt := range transport.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				if id, ok := kv.Key.(*ast.Ident); ok && id.Name == "ResponseHeaderTimeout" {
					return true
				}
			}
		}
	}
	return false
}

// clientVar gives the clients that a variable or field may hold at the use e.
func (m *model) clientVar(v *types.Var, e ast.Expr, depth int) []Client {
	if m.timeoutSet[v.Origin()] {
		return []Client{{State: Limited, Why: "Timeout is assigned"}}
	}
	if v.Pkg() != m.pass.Pkg {
		var fact Holds
		if v.Pkg() != nil && !v.IsField() && m.pass.ImportObjectFact(v, &fact) {
			return []Client{{State: Unlimited, Kind: Made, Why: fact.Why, Expr: e}}
		}
		return m.fieldOfParam(v, e, depth)
	}
	if v.IsField() {
		if own := m.fieldOfParam(v, e, depth); own[0].State == ParamLimit {
			return own
		}
	}
	defs := m.syn.Reach(v, e)
	var out []Client
	for _, d := range defs {
		cs := m.clientDef(d, v, depth+1)
		if m.nilFallback(d, v) {
			for i := range cs {
				if cs[i].State == Unlimited {
					cs[i].NilOpen = true
				}
			}
		}
		out = append(out, cs...)
	}
	if v.IsField() && isValue(v.Type()) && len(out) == 0 {
		return []Client{{State: Unlimited, Kind: Literal, Why: "zero http.Client, which has no Timeout", Expr: e}}
	}
	if m.escapesToSetter(v) {
		return []Client{{State: Undecided}}
	}
	if len(out) == 0 {
		out = append(out, Client{State: Undecided})
	}
	return foldFallback(out)
}

// isValue: a variable of type t holds a client of its own, usable at once, not a pointer or an interface.
func isValue(t types.Type) bool { return isClient(t) && !isPointer(t) }

func isPointer(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Pointer)
	return ok
}

// foldFallback turns "the parameter, or an unlimited client where it is nil" into one value that callers decide.
func foldFallback(cs []Client) []Client {
	param, open, other := -1, -1, false
	for i, c := range cs {
		switch {
		case c.State == ParamLimit:
			param = i
		case c.State == Unlimited:
			open = i
		default:
			other = true
		}
	}
	if param >= 0 && open >= 0 && !other {
		c := cs[param]
		c.NilOpen, c.Why, c.Kind = true, cs[open].Why, cs[open].Kind
		return []Client{c}
	}
	return cs
}

func (m *model) clientDef(d *syntax.Def, v *types.Var, depth int) []Client {
	switch d.Kind {
	case syntax.Param:
		return []Client{{State: ParamLimit, Owner: d.Func, Index: d.Param}}
	case syntax.Zero:
		if isValue(v.Type()) {
			return []Client{{State: Unlimited, Kind: Literal, Why: "zero http.Client, which has no Timeout", Expr: d.Lhs}}
		}
		return nil // nil until assigned
	case syntax.Assigned:
		if d.Arity == 1 {
			return m.clients(d.Rhs, depth)
		}
		if call, ok := ast.Unparen(d.Rhs).(*ast.CallExpr); ok {
			return m.clientCall(call, d.Index, depth)
		}
	}
	return []Client{{State: Undecided}}
}

// fieldOfParam sees through options.HTTP, where options is a parameter that no statement of the function changes.
func (m *model) fieldOfParam(v *types.Var, e ast.Expr, depth int) []Client {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok || !v.IsField() {
		return []Client{{State: Undecided}}
	}
	base := m.syn.VarOf(sel.X)
	if base == nil || base.IsField() {
		return []Client{{State: Undecided}}
	}
	defs := m.syn.Reach(base, sel)
	if len(defs) != 1 || defs[0].Kind != syntax.Param || defs[0].Param < 0 {
		return []Client{{State: Undecided}}
	}
	return []Client{{State: ParamLimit, Owner: defs[0].Func, Index: defs[0].Param, Field: v.Name()}}
}

// clientCall evaluates result i of a call that returns a client.
func (m *model) clientCall(call *ast.CallExpr, i, depth int) []Client {
	undecided := []Client{{State: Undecided}}
	if depth > maxDepth {
		return undecided
	}
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && id.Name == "new" && len(call.Args) == 1 && isClient(m.info.TypeOf(call)) {
		return []Client{{State: Unlimited, Kind: Literal, Why: "http.Client without Timeout", Expr: call}}
	}
	t := m.syn.Target(call)
	if t.Fn != nil {
		if mk, ok := catalog.Make(t.Fn); ok {
			return m.made(mk, t, call, depth)
		}
	}
	switch {
	case t.Func != nil && t.Func.Sig != nil && i < t.Func.Sig.Results().Len():
		if !isClient(t.Func.Sig.Results().At(i).Type()) || m.inClients[t.Func] {
			return undecided
		}
		m.inClients[t.Func] = true
		defer delete(m.inClients, t.Func)
		var out []Client
		m.eachReturn(t.Func, i, func(e ast.Expr, inner *ast.CallExpr, index int) {
			if inner != nil {
				out = append(out, m.clientCall(inner, index, depth+1)...)
			} else {
				out = append(out, m.clients(e, depth+1)...)
			}
		})
		for j, c := range out {
			if c.State == ParamLimit {
				out[j] = m.bindClient(c, t, call, depth+1)
			}
		}
		if len(out) > 0 {
			return out
		}
	case t.Fn != nil && t.Fn.Pkg() != m.pass.Pkg:
		var fact Needs
		if t.Fn.Pkg() != nil && m.pass.ImportObjectFact(t.Fn, &fact) {
			if r, ok := fact.result(i); ok && r.Client && r.From > 0 {
				if arg := t.Arg(call, r.From-1); arg != nil {
					return m.clients(arg, depth+1)
				}
			} else if ok && r.Client {
				return []Client{{State: Unlimited, Kind: Made, Why: r.Why, Expr: call}}
			}
		}
	}
	return undecided
}

func (m *model) made(mk catalog.Maker, t syntax.Target, call *ast.CallExpr, depth int) []Client {
	switch {
	case mk.Limit > 0:
		return []Client{{State: Limited, Why: mk.Why}}
	case mk.From != 0:
		arg := t.Arg(call, mk.From-1)
		if mk.From < 0 {
			arg = t.Recv
		}
		if arg == nil {
			return []Client{{State: Undecided}}
		}
		return m.clients(arg, depth+1)
	case m.carriesClient(t, call):
		return []Client{{State: Undecided}}
	}
	return []Client{{State: Unlimited, Kind: Made, Why: mk.Why, Expr: call}}
}

// carriesClient: oauth2 builds on the client that the context value oauth2.HTTPClient holds, where there is one.
func (m *model) carriesClient(t syntax.Target, call *ast.CallExpr) bool {
	i := syntax.CtxParam(t.Fn.Signature())
	if i < 0 {
		return false
	}
	c := m.context(t.Arg(call, i), 0)
	return m.clientInContext || c.Origin == Param || c.Origin == Stored
}

// bindClient replaces a parameter's client by what the call passes for it.
func (m *model) bindClient(c Client, t syntax.Target, call *ast.CallExpr, depth int) Client {
	arg := t.Arg(call, c.Index)
	if arg == nil {
		return Client{State: Undecided}
	}
	nilled := Client{State: Undecided}
	if c.NilOpen {
		nilled = Client{State: Unlimited, Kind: Made, Why: c.Why, Expr: call}
	}
	if c.Field != "" {
		return m.fieldArgument(arg, c, nilled, depth)
	}
	if isNil(m.info, arg) {
		return nilled
	}
	cs := m.clients(arg, depth+1)
	if len(cs) == 1 {
		out := cs[0]
		out.NilOpen = out.NilOpen || c.NilOpen && out.State == ParamLimit
		if out.NilOpen && out.Why == "" {
			out.Why, out.Kind = c.Why, c.Kind
		}
		return out
	}
	return pick(cs)
}

// pick chooses the value to speak about: an unlimited one only where nothing undecided may stand there.
func pick(cs []Client) Client {
	var out Client
	out.State = Undecided
	for _, c := range cs {
		switch c.State {
		case Undecided, ParamLimit:
			return c
		case Unlimited:
			out = c
		case Limited:
			if out.State != Unlimited {
				out = c
			}
		}
	}
	return out
}

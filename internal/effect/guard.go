package effect

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// reads: everything that the call reaches is a read.
func (m *model) reads(c *downstream.Call) bool {
	if lit := c.Func; c.Sink == nil && lit != nil && lit.Outer != nil {
		return m.onlyReads(lit, 0) // its reach is that of the whole declaration
	}
	if c.Sink == nil && len(c.Reach) == 0 {
		if !syntax.IsInterface(c.Fn) {
			return true // a wrapper, whose fact says what it writes
		}
		return catalog.ReadVerb(c.Fn.Name())
	}
	for _, x := range c.Effects() {
		if x.Effect != catalog.Read {
			return false
		}
	}
	return true
}

// onlyReads: the calls in a function literal, and in those that it contains, are reads.
func (m *model) onlyReads(lit *syntax.Func, depth int) bool {
	if depth > 3 {
		return false
	}
	for _, f := range m.Funcs {
		if f.Node.Pos() < lit.Node.Pos() || f.Node.End() > lit.Node.End() {
			continue
		}
		for _, c := range m.down.In(f) {
			if c.Sink != nil && c.Sink.Request {
				continue
			}
			if c.Func != nil && c.Func.Outer != nil {
				if !m.onlyReads(c.Func, depth+1) {
					return false
				}
			} else if !m.reads(c) {
				return false
			}
		}
	}
	return true
}

// isSQL: the call only asks a database.
func isSQL(c *downstream.Call, likely bool) bool {
	if likely {
		if !syntax.IsInterface(c.Fn) {
			return false
		}
		name := syntax.NameOf(c.Fn.Signature().Recv().Type())
		return name != nil && syntax.HasWord(name.Name(), "repo", "repository", "store", "dao")
	}
	return !slices.ContainsFunc(c.Effects(), func(x downstream.Reach) bool { return x.Protocol != catalog.SQL })
}

// writes: the call reaches a write, and no parameter is left to decide that.
func writes(c *downstream.Call) bool {
	if c.Sink != nil && c.Sink.Request {
		return false
	}
	return slices.ContainsFunc(c.Effects(), func(x downstream.Reach) bool {
		return x.Effect == catalog.Write && x.Method == 0 && x.Request == 0 && x.Guard == 0
	})
}

// tellVerbs are the first words of methods that tell somebody to change something.
var tellVerbs = strings.Fields(`create update delete save put post publish insert remove upsert persist patch replace apply cancel send submit
	enqueue dispatch upload install deploy revoke purge terminate`)

// tells: an interface, or a client of a third party, is told with a context to change something, and may fail. Where it
// does so is out of sight.
func (m *model) tells(call *ast.CallExpr, t syntax.Target) bool {
	if t.Fn != nil && syntax.IsInterface(t.Fn) && t.Fn.Signature().Results().Len() > 0 &&
		syntax.Is(t.Fn.Signature().Results().At(0).Type(), "database/sql", "Result") {
		return true // Exec(query string, args ...any) (sql.Result, error)
	}
	if t.Fn == nil || t.Recv == nil || t.Func != nil || t.Fn.Pkg() == nil || !slices.Contains(tellVerbs, firstWord(t.Fn.Name())) {
		return false
	}
	if !syntax.IsInterface(t.Fn) && (m.ours(t.Fn.Pkg()) || standard(t.Fn.Pkg())) {
		return false
	}
	sig := t.Fn.Signature()
	n := sig.Results().Len()
	if syntax.CtxParam(sig) != 0 || n == 0 || !syntax.IsError(sig.Results().At(n-1).Type()) || m.housekeeps(t.Fn) {
		return false
	}
	name := syntax.NameOf(m.Info.TypeOf(t.Recv))
	return name == nil || !syntax.HasWord(name.Name(), keepsNothing...)
}

// standard: a package of the standard library, whose import paths have no dot in front.
func standard(pkg *types.Package) bool {
	first, _, _ := strings.Cut(pkg.Path(), "/")
	return !strings.Contains(first, ".")
}

// deciders are words of functions that decide who may go on, or what comes first, by more than their result.
var deciders = strings.Fields(`auth authz authn authorize authorized authenticate authorization permission permissions permitted permit
	allow allowed deny denied verify verified validate validation ensure require acl policy
	lock unlock acquire release lease login logout begin commit rollback migrate transaction throttle`)

// alters are the first words of functions that are called for more than their answer, whatever they reach.
var alters = strings.Fields(`create update delete save set put post send publish insert remove add store write sync apply cancel commit
	start stop run execute exec handle process serve register unregister upload push install deploy enqueue dispatch emit notify submit reset
	refresh close shutdown init setup bootstrap prime warm wait sleep schedule trigger invoke patch replace upsert purge flush rotate revoke
	subscribe watch listen follow connect enable disable switch toggle activate deactivate`)

// ordered: one of the calls that a statement makes is not to be moved, or nothing is to be moved over it.
func (m *model) ordered(calls []*ast.CallExpr) bool {
	return slices.ContainsFunc(calls, func(call *ast.CallExpr) bool {
		t := m.Target(call)
		if t.Fn == nil {
			c := m.calls[call]
			return c != nil && !m.reads(c)
		}
		if syntax.IsFunc(t.Fn, "time", "Sleep") || t.Fn.Name() == "Wait" {
			return true
		}
		words := m.said(t.Fn).words
		decides := slices.ContainsFunc(words, func(w string) bool { return slices.Contains(deciders, w) })
		if known := m.changesOf(t); known != nil && known.Writes {
			return true
		}
		if i := slices.Index(words, "or"); i > 0 && i+1 < len(words) && slices.Contains(tellVerbs, words[i+1]) {
			return true // GetOrCreate
		}
		c := m.calls[call]
		if c == nil {
			return decides && judges(t.Fn.Signature()) || mayWrite(t.Fn) || m.tells(call, t)
		}
		if c.Sink != nil && c.Sink.Request {
			return false
		}
		if c.Sink != nil && c.Sink.Stream && slices.Contains(alters, words[0]) {
			return true // a watch begins, so that nothing gets lost between it and the list that follows
		}
		return decides || !m.reads(c) || c.Sink == nil && slices.Contains(alters, firstWord(t.Fn.Name())) || m.unread(call)
	})
}

// unread: nobody looks at the response, so the request was made for the cookie, the warm cache or the log entry.
//
//	if resp, err := c.Get(base); err == nil {
//		resp.Body.Close()
//	}
func (m *model) unread(call *ast.CallExpr) bool {
	assign, ok := m.Parent(call).(*ast.AssignStmt)
	if !ok || len(assign.Rhs) != 1 {
		return false
	}
	id, ok := assign.Lhs[0].(*ast.Ident)
	if !ok || !syntax.Is(m.Info.TypeOf(id), "net/http", "Response") {
		return false
	}
	used := id.Name != "_"
	if v := m.VarOf(id); used && v != nil {
		used = false
		for use, obj := range m.Info.Uses {
			if obj != v {
				continue
			}
			body, ok := m.Parent(use).(*ast.SelectorExpr)
			if ok && body.Sel.Name == "Body" {
				method, ok := m.Parent(body).(*ast.SelectorExpr)
				if ok && method.Sel.Name == "Close" {
					continue
				}
			}
			used = true
		}
	}
	return !used
}

// limits: the call asks a rate limiter.
func (m *model) limits(call *ast.CallExpr) bool {
	recv := m.Target(call).Recv
	if recv == nil {
		return false
	}
	name := syntax.NameOf(m.Info.TypeOf(recv))
	return name != nil && syntax.HasWord(name.Name(), "limiter", "ratelimiter", "throttle", "throttler")
}

// mayWrite: a method of an interface whose implementation is out of sight takes a context and returns an error, and its
// name does not say that it reads. What is unknown is a write.
func mayWrite(fn *types.Func) bool {
	sig := fn.Signature()
	n := sig.Results().Len()
	return syntax.IsInterface(fn) && syntax.CtxParam(sig) == 0 && n > 0 && syntax.IsError(sig.Results().At(n-1).Type()) && !catalog.ReadVerb(fn.Name())
}

// judges: the function says yes or no.
func judges(sig *types.Signature) bool {
	for v := range sig.Results().Variables() {
		b, ok := v.Type().Underlying().(*types.Basic)
		if syntax.IsError(v.Type()) || ok && b.Kind() == types.Bool {
			return true
		}
	}
	return false
}

// direct lists the downstream calls that a statement certainly makes, inner ones before the calls that they are an
// argument of; cond is what decides whether they are made at all, in `if x != nil { one call }`.
// Several calls in such a branch are a list of their own.
func (m *model) direct(s ast.Stmt) (cond []place, calls []*ast.CallExpr) {
	if ifs, ok := s.(*ast.IfStmt); ok && ifs.Init == nil && ifs.Else == nil && m.plain(ifs.Cond) {
		for _, inner := range ifs.Body.List {
			_, more := m.direct(inner)
			calls = append(calls, more...)
		}
		if len(calls) == 1 && !m.exits(ifs.Body, false) {
			return m.accessOf(ifs.Cond).reads, calls
		}
		return nil, nil
	}
	var in []ast.Node
	switch s := s.(type) {
	case *ast.IfStmt:
		if s.Init != nil {
			in = append(in, s.Init)
		}
		in = append(in, s.Cond)
	case *ast.SwitchStmt:
		if s.Init != nil {
			in = append(in, s.Init)
		}
		if s.Tag != nil {
			in = append(in, s.Tag)
		}
	case *ast.RangeStmt:
		in = append(in, s.X)
	case *ast.ExprStmt, *ast.AssignStmt, *ast.ReturnStmt, *ast.DeclStmt:
		in = append(in, s)
	}
	for _, n := range in {
		m.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.BinaryExpr: // the right side is not always asked
				if n.Op == token.LAND || n.Op == token.LOR {
					_, left := m.direct(&ast.ExprStmt{X: n.X})
					calls = append(calls, left...)
					return false
				}
			case *ast.CallExpr:
				if c := m.calls[n]; c != nil && (c.Sink == nil || !c.Sink.Request) {
					calls = append(calls, n)
				}
			}
			return true
		})
	}
	slices.SortFunc(calls, func(a, b *ast.CallExpr) int { return cmp.Compare(a.End(), b.End()) })
	return nil, calls
}

// plain: the condition asks for something that is there or not, such as x != nil or opts.Reviews, not for an error. If
// it is an earlier call that decides, the call needs that one: see members.
func (m *model) plain(cond ast.Expr) bool {
	ok := true
	m.Inspect(cond, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			id, isIdent := n.Fun.(*ast.Ident)
			ok = ok && isIdent && id.Name == "len"
		case *ast.BinaryExpr:
			ok = ok && !syntax.IsError(m.Info.TypeOf(n.X))
		}
		return ok
	})
	return ok
}

// onError: the condition is err != nil.
func (m *model) onError(cond ast.Expr) bool {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	return ok && b.Op == token.NEQ && m.isNil(b.Y) && syntax.IsError(m.Info.TypeOf(b.X))
}

func (m *model) isNil(e ast.Expr) bool { return m.Info.Types[e].IsNil() }

// exits: s may leave its list because of a value. Leaving because of an error is what each step does for itself.
func (m *model) exits(n ast.Node, inner bool) (found bool) {
	m.Inspect(n, func(n ast.Node) bool {
		if found {
			return false
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			found = true
		case *ast.BranchStmt:
			found = n.Tok == token.GOTO || n.Label != nil || !inner
		case *ast.CallExpr:
			id, ok := n.Fun.(*ast.Ident)
			found = ok && id.Name == "panic"
		case *ast.IfStmt:
			if m.onError(n.Cond) && syntax.Leaves(n.Body) {
				found = m.forgives(n.Body) || n.Else != nil && m.exits(n.Else, inner)
				return false
			}
		case *ast.ForStmt:
			found = m.exits(n.Body, true)
			return false
		case *ast.RangeStmt:
			found = m.exits(n.Body, true)
			return false
		case *ast.SelectStmt:
			found = true // it waits for something
		case *ast.SwitchStmt:
			found = m.exits(n.Body, true)
			return false
		}
		return !found
	})
	return found
}

// forgives: some error is answered by success, so what follows happens only if there was something to go on with.
//
//	if err != nil {
//		if errors.Is(err, ErrNotFound) { return nil, nil }
//		return nil, err
//	}
func (m *model) forgives(body *ast.BlockStmt) (found bool) {
	for _, s := range body.List {
		switch s.(type) {
		case *ast.IfStmt, *ast.SwitchStmt:
		case *ast.ReturnStmt: // every error: return nil, nil
			f := m.Around(s)
			if f == nil || f.Sig == nil || f.Sig.Results().Len() == 0 || !syntax.IsError(f.Sig.Results().At(f.Sig.Results().Len()-1).Type()) {
				continue
			}
		default:
			continue
		}
		m.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ReturnStmt:
				found = found || len(n.Results) > 0 && m.isNil(n.Results[len(n.Results)-1])
			}
			return !found
		})
	}
	return found
}

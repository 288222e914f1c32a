package outcome

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// flow follows what the calls of one loop gave, and how they failed, through the variables, slices, channels, groups and
// literals of a function.
type flow struct {
	*model
	f     *syntax.Func
	r     *rounds
	asks  map[*ast.CallExpr]*downstream.Call
	alias map[*types.Var]*types.Var // parameters of helpers that the loop starts: what they stand for here
	trees []ast.Node
	holds map[*types.Var]kinds
	lits  map[ast.Node]kinds // literals, and calls that return one, by what they return
	fixed map[*types.Var]bool
	grew  bool
}

// kinds is what a variable may hold.
type kinds uint8

const (
	failure kinds = 1 << iota // the error of one of the calls
	answer                    // what one of them said
	many                      // what several of them said, side by side
)

func (m *model) fellowship(f *syntax.Func, r *rounds) (x Fellowship, ok bool) {
	s := &flow{model: m, f: f, r: r, asks: map[*ast.CallExpr]*downstream.Call{}, alias: map[*types.Var]*types.Var{}, trees: []ast.Node{f.Body}}
	if r.asked != nil {
		s.asks[r.asked.Expr] = r.asked
	} else if s.find(r.body, 0); len(s.asks) == 0 {
		return x, false
	}
	s.run()
	into := s.comesOut()
	if into == nil {
		return x, false
	}
	at := s.failsAll()
	if at == nil {
		return x, false
	}
	x = Fellowship{Of: r.targets, In: f, At: at, Into: into}
	for _, c := range s.asks {
		if x.Call == nil || s.Order(c.Expr, x.Call.Expr) < 0 {
			x.Call = c
		}
	}
	return x, true
}

// run follows everything until nothing new is learnt.
func (s *flow) run() {
	s.holds, s.lits, s.fixed = map[*types.Var]kinds{}, map[ast.Node]kinds{}, map[*types.Var]bool{}
	for _, p := range s.f.Root().Params {
		s.fixed[p] = true
	}
	s.grew = true
	for round := 0; s.grew && round < 8; round++ {
		s.grew = false
		for _, t := range s.trees {
			s.pass(t)
		}
	}
}

// find lists the calls of a body that go to the targets, also in a function that it starts, or that gives a literal.
func (s *flow) find(body ast.Node, depth int) {
	s.Walk(body, syntax.Calls, func(n ast.Node) bool {
		call := n.(*ast.CallExpr)
		_, started := s.Parent(call).(*ast.GoStmt)
		if c := s.remote[call]; c != nil && !started && s.r.asks(c) {
			s.asks[call] = c
			return true
		}
		if call == s.r.node || depth > 0 {
			return true
		}
		decl := s.Target(call).Func
		if decl == nil || decl.Broken || decl == s.f {
			return true
		}
		if decl.Outer != nil { // ask := func(p Peer) (Status, error) { … }
			if !stands(decl.Node.Pos(), body) {
				s.r.spread(call)
				s.r.spread(decl.Body)
				s.find(decl.Body, depth+1)
			}
			return true
		}
		if !started && !s.givesLiteral(decl) {
			return true
		}
		known := false
		for i, v := range decl.Params {
			if i < 0 || i >= len(call.Args) {
				continue
			}
			if s.r.of(call.Args[i]) {
				s.r.elems[v], known = true, true
			} else if root := s.root(call.Args[i]); root != nil {
				s.alias[v] = root
			}
		}
		if known {
			s.r.spread(decl.Body)
			s.trees = append(s.trees, decl.Body)
			s.find(decl.Body, depth+1)
		}
		return true
	})
}

func (s *flow) givesLiteral(f *syntax.Func) bool {
	if f.Sig == nil || f.Sig.Results().Len() != 1 {
		return false
	}
	_, ok := f.Sig.Results().At(0).Type().Underlying().(*types.Signature)
	return ok
}

// note adds to what a variable holds.
func (s *flow) note(v *types.Var, k kinds) {
	if to := s.alias[v]; to != nil {
		v = to
	} else if v == nil || v.IsField() || s.fixed[v] || s.global(v) || s.r.elems[v] {
		return
	}
	if s.holds[v]|k != s.holds[v] {
		s.holds[v] |= k
		s.grew = true
	}
}

// in is what an expression holds.
func (s *flow) in(e ast.Node) (k kinds) {
	if e == nil {
		return 0
	}
	s.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			k |= s.lits[n]
			return false
		case *ast.CallExpr:
			if s.asks[n] != nil {
				k |= failure | answer
			}
			k |= s.lits[n]
			if id, ok := n.Fun.(*ast.Ident); ok && (id.Name == "len" || id.Name == "cap") && s.isBuiltin(id) {
				return false
			}
		case *ast.Ident:
			if v, ok := s.Info.Uses[n].(*types.Var); ok {
				if to := s.alias[v]; to != nil {
					v = to
				}
				k |= s.holds[v]
			}
		}
		return true
	})
	return k
}

// pass follows each statement of a body once.
func (s *flow) pass(body ast.Node) {
	s.Walk(body, syntax.Assigns|syntax.Specs|syntax.Sends|syntax.Loops|syntax.Returns|syntax.Plain|syntax.Calls, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok == token.ASSIGN || n.Tok == token.DEFINE {
				s.assign(n.Lhs, n.Rhs)
			}
		case *ast.ValueSpec:
			lhs := make([]ast.Expr, len(n.Names))
			for i, id := range n.Names {
				lhs[i] = id
			}
			s.assign(lhs, n.Values)
		case *ast.SendStmt:
			if k := s.in(n.Value); k != 0 {
				s.note(s.root(n.Chan), k|k&answer<<1)
			}
		case *ast.RangeStmt:
			if k := s.in(n.X); k != 0 {
				for _, e := range []ast.Expr{n.Key, n.Value} {
					if v := s.varOf(e); v != nil {
						s.note(v, k&(failure|answer)&s.fits(v.Type()))
					}
				}
			}
		case *ast.ReturnStmt:
			s.returned(n)
		case *ast.ExprStmt:
			if call, ok := n.X.(*ast.CallExpr); ok {
				s.kept(call)
			}
		case *ast.CallExpr:
			if s.asks[n] != nil { // s.load(ctx, region, &rows[i])
				for _, a := range n.Args {
					s.given(a)
				}
			}
		}
		return true
	})
}

// given: an argument of a call that the call puts its answer into: &rows[i], &all, a map, a channel.
func (s *flow) given(a ast.Expr) {
	v := s.root(a)
	if v == nil || s.r.body != nil && stands(v.Pos(), s.r.body) {
		return
	}
	if u, ok := a.(*ast.UnaryExpr); ok && u.Op == token.AND {
		k := answer
		if _, ok := ast.Unparen(u.X).(*ast.IndexExpr); ok || syntax.Elem(s.Info.TypeOf(u.X)) != nil {
			k |= many
		}
		s.note(v, k)
		return
	}
	t := s.Info.TypeOf(a)
	if t == nil {
		return
	}
	switch t := t.Underlying().(type) {
	case *types.Map:
		s.note(v, answer|many)
	case *types.Chan:
		s.note(v, s.fits(t.Elem())&(answer|failure)|many)
	}
}

func stands(pos token.Pos, n ast.Node) bool { return n.Pos() <= pos && pos < n.End() }

func (s *flow) assign(lhs, rhs []ast.Expr) {
	for i, l := range lhs {
		r := rhs
		if len(rhs) == len(lhs) {
			r = rhs[i : i+1]
		}
		if len(r) != 1 {
			continue
		}
		k := s.in(r[0])
		if ix, ok := ast.Unparen(l).(*ast.IndexExpr); ok { // at[pod] = name
			k |= s.in(ix.Index) & answer
		}
		if k == 0 {
			continue
		}
		t := s.Info.TypeOf(l)
		k &= s.fits(t)
		switch x := ast.Unparen(l).(type) {
		case *ast.IndexExpr: // out[i] = v
			k |= k & answer << 1
		case *ast.SelectorExpr:
			if _, ok := ast.Unparen(x.X).(*ast.IndexExpr); ok { // out[i].value = v
				k |= k & answer << 1
			}
		}
		if call, ok := ast.Unparen(r[0]).(*ast.CallExpr); ok && (s.appends(call) || call == s.r.node && syntax.Elem(t) != nil) {
			k |= k & answer << 1
		}
		if k != 0 {
			s.note(s.root(l), k)
		}
	}
}

// returned: what a literal returns is what the call gives that runs it.
func (s *flow) returned(r *ast.ReturnStmt) {
	f := s.Around(r)
	if f == nil || f == s.f {
		return
	}
	k := kinds(0)
	for _, e := range r.Results {
		k |= s.in(e) & s.fits(s.Info.TypeOf(e))
	}
	if len(r.Results) == 0 && f.Sig != nil {
		for v := range f.Sig.Results().Variables() {
			k |= s.holds[v] & s.fits(v.Type())
		}
	}
	if len(r.Results) == 1 && f.Sig != nil && f.Sig.Results().Len() > 1 {
		k = s.in(r.Results[0]) // return ask(ctx, p)
	}
	for _, t := range s.trees { // what a helper, or a literal in a variable, returns, its calls give
		s.Walk(t, syntax.Calls, func(n ast.Node) bool {
			if call := n.(*ast.CallExpr); s.Target(call).Func == f && s.asks[call] == nil {
				s.lit(call, k)
			}
			return true
		})
	}
	if f.Outer != nil {
		s.lit(f.Node, k)
	}
}

func (s *flow) lit(n ast.Node, k kinds) {
	if s.lits[n]|k != s.lits[n] {
		s.lits[n] |= k
		s.grew = true
	}
}

// kept: g.Go(f), answers.Store(name, v), errs.Add(err): the receiver holds it.
func (s *flow) kept(call *ast.CallExpr) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || s.Info.Selections[sel] == nil || !syntax.HasWord(sel.Sel.Name, "go", "submit", "store", "add", "append", "put", "set", "push", "insert", "schedule", "collect", "record") {
		return
	}
	v := s.root(sel.X)
	if v == nil || syntax.NameOf(v.Type()) != nil && syntax.NameOf(v.Type()).Pkg() != nil && syntax.NameOf(v.Type()).Pkg().Path() == "sync/atomic" {
		return
	}
	k := kinds(0)
	for _, a := range call.Args {
		if t := s.Info.TypeOf(a); t != nil {
			if _, fn := t.Underlying().(*types.Signature); fn {
				k |= s.in(a)
			} else {
				k |= s.in(a) & s.fits(t)
			}
		}
	}
	s.note(v, k|k&answer<<1)
}

// fits is what a variable of that type can hold.
func (s *flow) fits(t types.Type) kinds {
	if t == nil {
		return failure | answer | many
	}
	if syntax.IsError(t) {
		return failure
	}
	k := kinds(0)
	if holdsError(t, 0) {
		k |= failure
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			k |= answer
		}
	case *types.Signature:
		k |= answer | many
	default:
		if e := syntax.Elem(t); e == nil || !syntax.IsError(e) {
			k |= answer | many
		}
	}
	return k
}

// holdsError: a value of the type has an error in it, or is a function that gives one.
func holdsError(t types.Type, depth int) bool {
	if depth > 3 {
		return false
	}
	if syntax.IsError(t) {
		return true
	}
	switch t := syntax.Deref(t).Underlying().(type) {
	case *types.Slice:
		return holdsError(t.Elem(), depth+1)
	case *types.Array:
		return holdsError(t.Elem(), depth+1)
	case *types.Map:
		return holdsError(t.Elem(), depth+1)
	case *types.Chan:
		return holdsError(t.Elem(), depth+1)
	case *types.Signature:
		return syntax.IsError(lastResult(t))
	case *types.Struct:
		for v := range t.Fields() {
			if holdsError(v.Type(), depth+1) {
				return true
			}
		}
	}
	return false
}

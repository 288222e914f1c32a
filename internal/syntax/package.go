// Package syntax is the small vocabulary of syntax trees and types that model passes and rules share: functions,
// parents, the definitions that reach a use, and what a call resolves to. It holds no knowledge about downstream calls.
package syntax

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// Func is a function declaration or a function literal with a body.
type Func struct {
	Node  ast.Node    // *ast.FuncDecl or *ast.FuncLit
	Obj   *types.Func // nil for literals
	Sig   *types.Signature
	Type  *ast.FuncType
	Body  *ast.BlockStmt
	Outer *Func // the function around a literal
	Test  bool  // stands in a _test.go file
	// Broken: the body has type errors, so nothing is known about it.
	Broken bool
}

// Root is the declaration around f, or f itself.
func (f *Func) Root() *Func {
	for f.Outer != nil {
		f = f.Outer
	}
	return f
}

// Name is the declared name, or that of the declaration around a literal; "" for a literal at package level.
func (f *Func) Name() string {
	if r := f.Root(); r.Obj != nil {
		return r.Obj.Name()
	}
	return ""
}

// Params lists the receiver (index -1) and the parameters of f with their indexes.
func (f *Func) Params(yield func(int, *types.Var) bool) {
	if f.Sig == nil {
		return
	}
	if r := f.Sig.Recv(); r != nil && !yield(-1, r) {
		return
	}
	for i := range f.Sig.Params().Len() {
		if !yield(i, f.Sig.Params().At(i)) {
			return
		}
	}
}

// DefKind tells where a variable's value comes from.
type DefKind uint8

const (
	Assigned DefKind = iota // Rhs, or its Index-th result when Arity > 1
	Zero                    // declared without a value
	Param                   // parameter, receiver or named result of Func
	Ranged                  // key or value of a range statement over Rhs
	Bound                   // the symbol of a type switch over Rhs
)

// Def is one definition of a variable or field.
type Def struct {
	Kind         DefKind
	Lhs          ast.Expr // what is assigned to; nil for parameters
	Rhs          ast.Expr
	Index, Arity int
	Node         ast.Node // the statement, spec, clause or composite literal that defines
	Func         *Func    // the function it stands in; nil at package level
	Param        int      // for Param: its index, -1 for the receiver, len(params)+i for named results
}

// Package is the syntax index of one package: built once, read by every pass.
type Package struct {
	Fset  *token.FileSet
	Files []*ast.File
	Types *types.Package
	Info  *types.Info
	Funcs []*Func // declarations and literals, outer before inner, in source order

	// The nodes of all files in the order of ast.Inspect, without comments, each with its parent (-1 for a file) and the place behind its
	// last descendant: a walk of a subtree is a walk of a slice, which costs a fraction of ast.Inspect.
	nodes []entry
	at    map[ast.Node]int32

	funcs map[ast.Node]*Func
	byObj map[*types.Func]*Func
	defs  map[*types.Var][]*Def
	addr  map[*types.Var][]ast.Expr
	lits  map[*types.TypeName][]*ast.CompositeLit
	// targets of all calls: every pass asks for them.
	targets map[*ast.CallExpr]Target
}

// New indexes files. Files named _test.go are left out unless tests is set, and even then they are never evidence: no
// definition of a field or package variable in them counts.
func New(fset *token.FileSet, files []*ast.File, pkg *types.Package, info *types.Info, errs []types.Error, tests bool) *Package {
	size := 0 // about one node in eight bytes of source: growing the map costs more than filling it
	for _, f := range files {
		size += int(f.FileEnd-f.FileStart) / 8
	}
	p := &Package{
		Fset: fset, Types: pkg, Info: info,
		at: make(map[ast.Node]int32, size), nodes: make([]entry, 0, size), funcs: map[ast.Node]*Func{}, byObj: map[*types.Func]*Func{},
		defs: map[*types.Var][]*Def{}, addr: map[*types.Var][]ast.Expr{}, lits: map[*types.TypeName][]*ast.CompositeLit{},
	}
	for _, f := range files {
		test := strings.HasSuffix(fset.File(f.FileStart).Name(), "_test.go")
		if test && !tests {
			continue
		}
		p.Files = append(p.Files, f)
		p.index(f, test)
	}
	for _, e := range errs {
		for _, f := range p.Funcs {
			if f.Node.Pos() <= e.Pos && e.Pos < f.Node.End() {
				f.Broken = true
			}
		}
	}
	calls := 0
	for i := range p.nodes {
		if p.nodes[i].kind == Calls {
			calls++
		}
	}
	p.targets = make(map[*ast.CallExpr]Target, calls)
	for i := range p.nodes {
		if call, ok := p.nodes[i].node.(*ast.CallExpr); ok {
			p.targets[call] = p.resolve(call)
		}
	}
	return p
}

// Parent returns the node around n, nil for a file.
func (p *Package) Parent(n ast.Node) ast.Node {
	if i, ok := p.at[n]; ok && p.nodes[i].parent >= 0 {
		return p.nodes[p.nodes[i].parent].node
	}
	return nil
}

// Order compares two nodes of the package by where they stand: by file, in the order of Files, then by place. Positions
// do not serve for that: files are parsed at the same time, and each run numbers them differently.
func (p *Package) Order(a, b ast.Node) int { return int(p.at[a] - p.at[b]) }

// FuncOf returns the Func of a declaration or literal.
func (p *Package) FuncOf(n ast.Node) *Func { return p.funcs[n] }

// Decl returns the declaration, in this package, of fn (or of the generic function it instantiates).
func (p *Package) Decl(fn *types.Func) *Func {
	if fn == nil {
		return nil
	}
	return p.byObj[fn.Origin()]
}

// Around returns the innermost function that contains n, nil at package level.
func (p *Package) Around(n ast.Node) *Func {
	for n = p.Parent(n); n != nil; n = p.Parent(n) {
		if f := p.funcs[n]; f != nil {
			return f
		}
	}
	return nil
}

// All returns every definition of v in the package, in source order.
func (p *Package) All(v *types.Var) []*Def {
	if v == nil {
		return nil
	}
	return p.defs[v.Origin()]
}

// AddressTaken returns the expressions &v (and &x.v for a field v) of the package.
func (p *Package) AddressTaken(v *types.Var) []ast.Expr { return p.addr[v.Origin()] }

// Literals returns the composite literals of a named struct type.
func (p *Package) Literals(t *types.TypeName) []*ast.CompositeLit { return p.lits[t] }

func (p *Package) index(file *ast.File, test bool) {
	var stack []int32
	var fn []*Func
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil {
			i := stack[len(stack)-1]
			e := &p.nodes[i]
			top := e.node
			e.end = int32(len(p.nodes))
			if e.parent >= 0 {
				p.nodes[e.parent].below |= e.below
			}
			stack = stack[:len(stack)-1]
			if len(fn) > 0 && fn[len(fn)-1].Node == top {
				fn = fn[:len(fn)-1]
			}
			return true
		}
		if _, ok := n.(*ast.CommentGroup); ok {
			return false
		}
		up := int32(-1)
		if len(stack) > 0 {
			up = stack[len(stack)-1]
		}
		i := int32(len(p.nodes))
		kind := kindOf(n)
		p.nodes = append(p.nodes, entry{n, up, i + 1, kind, kind})
		p.at[n] = i
		stack = append(stack, i)
		var cur *Func
		if len(fn) > 0 {
			cur = fn[len(fn)-1]
		}
		switch n := n.(type) {
		case *ast.FuncDecl:
			f := &Func{Node: n, Type: n.Type, Body: n.Body, Test: test}
			if f.Obj, _ = p.Info.Defs[n.Name].(*types.Func); f.Obj != nil {
				f.Sig, _ = f.Obj.Type().(*types.Signature)
				p.byObj[f.Obj] = f
			}
			p.enter(f)
			fn = append(fn, f)
		case *ast.FuncLit:
			f := &Func{Node: n, Type: n.Type, Body: n.Body, Outer: cur, Test: test}
			f.Sig, _ = p.Info.TypeOf(n).(*types.Signature)
			p.enter(f)
			fn = append(fn, f)
		default:
			p.define(n, cur, test)
		}
		return true
	})
}

func (p *Package) enter(f *Func) {
	p.funcs[f.Node] = f
	if f.Body != nil {
		p.Funcs = append(p.Funcs, f)
	}
	if f.Sig == nil {
		return
	}
	f.Params(func(i int, v *types.Var) bool {
		p.add(v, &Def{Kind: Param, Node: f.Node, Func: f, Param: i}, false)
		return true
	})
	for i := range f.Sig.Results().Len() {
		if v := f.Sig.Results().At(i); v.Name() != "" {
			p.add(v, &Def{Kind: Zero, Node: f.Node, Func: f}, false)
		}
	}
}

func (p *Package) add(v *types.Var, d *Def, test bool) {
	if v == nil {
		return
	}
	v = v.Origin()
	if test && (v.IsField() || v.Parent() == nil || v.Pkg() != nil && v.Parent() == v.Pkg().Scope()) {
		return
	}
	p.defs[v] = append(p.defs[v], d)
}

// define records the definitions that one node makes.
func (p *Package) define(n ast.Node, cur *Func, test bool) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i, lhs := range n.Lhs {
			d := &Def{Lhs: lhs, Index: i, Arity: len(n.Lhs), Node: n, Func: cur}
			if len(n.Rhs) == len(n.Lhs) {
				d.Rhs, d.Index, d.Arity = n.Rhs[i], 0, 1
			} else {
				d.Rhs = n.Rhs[0]
			}
			p.add(p.VarOf(lhs), d, test)
		}
	case *ast.ValueSpec:
		for i, id := range n.Names {
			v, _ := p.Info.Defs[id].(*types.Var)
			d := &Def{Lhs: id, Index: i, Arity: len(n.Names), Node: n, Func: cur}
			switch {
			case len(n.Values) == 0:
				d.Kind = Zero
			case len(n.Values) == len(n.Names):
				d.Rhs, d.Index, d.Arity = n.Values[i], 0, 1
			default:
				d.Rhs = n.Values[0]
			}
			p.add(v, d, test)
		}
	case *ast.RangeStmt:
		for i, lhs := range []ast.Expr{n.Key, n.Value} {
			if lhs != nil {
				p.add(p.VarOf(lhs), &Def{Kind: Ranged, Lhs: lhs, Rhs: n.X, Index: i, Arity: 2, Node: n, Func: cur}, test)
			}
		}
	case *ast.CaseClause:
		if v, ok := p.Info.Implicits[n].(*types.Var); ok {
			p.add(v, &Def{Kind: Bound, Rhs: switched(p.Parent(p.Parent(n))), Node: n, Func: cur}, test)
		}
	case *ast.CompositeLit:
		p.literal(n, cur, test)
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			if v := p.VarOf(n.X); v != nil {
				p.addr[v.Origin()] = append(p.addr[v.Origin()], n)
			}
		}
	}
}

func (p *Package) literal(n *ast.CompositeLit, cur *Func, test bool) {
	t := p.Info.TypeOf(n)
	if t == nil {
		return
	}
	st, ok := Deref(t).Underlying().(*types.Struct)
	if !ok {
		return
	}
	if name := NameOf(t); name != nil && !test {
		p.lits[name] = append(p.lits[name], n)
	}
	for i, e := range n.Elts {
		d := &Def{Rhs: e, Arity: 1, Node: n, Func: cur}
		var v *types.Var
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			d.Rhs, d.Lhs = kv.Value, kv.Key
			if id, ok := kv.Key.(*ast.Ident); ok {
				v, _ = p.Info.Uses[id].(*types.Var)
			}
		} else if i < st.NumFields() {
			v = st.Field(i)
		}
		p.add(v, d, test)
	}
}

func switched(n ast.Node) ast.Expr {
	ts, ok := n.(*ast.TypeSwitchStmt)
	if !ok {
		return nil
	}
	var x ast.Expr
	switch s := ts.Assign.(type) {
	case *ast.AssignStmt:
		x = s.Rhs[0]
	case *ast.ExprStmt:
		x = s.X
	}
	if ta, ok := ast.Unparen(x).(*ast.TypeAssertExpr); ok {
		return ta.X
	}
	return nil
}

package timeoutunit

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"
)

// flow is what the package assigns to its variables, fields, parameters and results, and which of them it multiplies
// by a unit. It is blind to order, to other packages and to what happens through pointers: an answer "unknown" is
// cheap, a wrong one is not.
type flow struct {
	info    *types.Info
	values  map[types.Object][]ast.Expr
	factors map[types.Object]bool        // d in d * time.Second
	param   map[types.Object]*types.Func // whose parameter it is
	inNanos map[types.Object]bool        // its comment says nanoseconds
	tags    map[types.Object]string

	kinds map[types.Object]kind // answers so far
	asked map[types.Object]bool // objects whose unit is being looked for
}

func newFlow(pass *analysis.Pass) *flow {
	f := &flow{
		info:    pass.TypesInfo,
		values:  make(map[types.Object][]ast.Expr),
		factors: make(map[types.Object]bool),
		param:   make(map[types.Object]*types.Func),
		inNanos: make(map[types.Object]bool),
		tags:    make(map[types.Object]string),
		kinds:   make(map[types.Object]kind),
		asked:   make(map[types.Object]bool),
	}
	for _, file := range pass.Files {
		if strings.HasSuffix(pass.Fset.File(file.FileStart).Name(), "_test.go") {
			continue // a fake in a test is no evidence
		}
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				f.function(fn)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool { f.node(n); return true })
	}
	return f
}

// function records parameters and results of a declared function.
func (f *flow) function(decl *ast.FuncDecl) {
	fn, ok := f.info.Defs[decl.Name].(*types.Func)
	if !ok || decl.Body == nil {
		return
	}
	for p := range fn.Signature().Params().Variables() {
		f.param[p] = fn
	}
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if len(n.Results) > 0 {
				f.assign(fn, n.Results[0])
			}
		}
		return true
	})
}

func (f *flow) assign(obj types.Object, value ast.Expr) {
	if obj != nil {
		f.values[obj] = append(f.values[obj], value)
	}
}

func (f *flow) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok == token.MUL_ASSIGN && f.isUnit(n.Rhs[0]) {
			f.factors[f.object(n.Lhs[0])] = true
		}
		f.pairs(n.Lhs, n.Rhs)
	case *ast.ValueSpec:
		var lhs []ast.Expr
		for _, name := range n.Names {
			lhs = append(lhs, name)
			f.comment(name, n.Doc, n.Comment)
		}
		f.pairs(lhs, n.Values)
	case *ast.CompositeLit:
		for i, elt := range n.Elts {
			if field, value := fieldOf(f.info, n, i, elt); field != nil {
				f.assign(field, value)
			}
		}
	case *ast.CallExpr:
		if fn := typeutil.StaticCallee(f.info, n); fn != nil {
			for i, arg := range n.Args {
				f.assign(paramAt(fn.Origin().Signature(), i), arg)
			}
		}
	case *ast.BinaryExpr:
		if n.Op == token.MUL || n.Op == token.QUO {
			f.factor(n.X, n.Y)
			f.factor(n.Y, n.X)
		}
		if obj, ok := f.object(n.Y).(*types.Const); ok && n.Op == token.QUO { // d / half: a share, not a time
			f.factors[obj] = true
		}
	case *ast.Field:
		for _, name := range n.Names {
			f.comment(name, n.Doc, n.Comment)
			if n.Tag != nil {
				f.tags[f.info.Defs[name]], _ = strconv.Unquote(n.Tag.Value)
			}
		}
	}
}

// pairs records assignments; of a call with several results the first one.
func (f *flow) pairs(lhs, rhs []ast.Expr) {
	if len(rhs) == 1 && len(lhs) > 1 {
		lhs = lhs[:1]
	}
	for i := range min(len(lhs), len(rhs)) {
		f.assign(f.object(lhs[i]), rhs[i])
	}
}

func (f *flow) comment(name *ast.Ident, groups ...*ast.CommentGroup) {
	for _, g := range groups {
		if strings.Contains(strings.ToLower(g.Text()), "nanosecond") {
			f.inNanos[f.info.Defs[name]] = true
		}
	}
}

// factor records x in x * time.Second and in time.Second / x.
func (f *flow) factor(x, other ast.Expr) {
	if !f.isUnit(other) {
		return
	}
	if obj := f.object(x); obj != nil {
		f.factors[obj] = true
	}
}

// isUnit reports whether e is a constant that turns a count into a time: time.Second, 10*time.Millisecond, 1000000.
func (f *flow) isUnit(e ast.Expr) bool {
	v, ok := nanoseconds(f.info, e)
	return ok && v >= 1000
}

// object is the variable, field or function that e reads, also behind a conversion or *.
func (f *flow) object(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return f.info.ObjectOf(e)
	case *ast.SelectorExpr:
		if v, ok := f.info.Uses[e.Sel].(*types.Var); ok {
			return v.Origin()
		}
		return f.info.Uses[e.Sel]
	case *ast.StarExpr:
		return f.object(e.X)
	case *ast.CallExpr:
		if inner, ok := conversion(f.info, e); ok {
			return f.object(inner)
		}
		if fn := typeutil.StaticCallee(f.info, e); fn != nil {
			return fn.Origin()
		}
	}
	return nil
}

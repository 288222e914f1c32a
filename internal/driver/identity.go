package driver

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/budgetlint/budgetlint/internal/baseline"
)

// id is rule/category.
func (f Found) id() string {
	if f.Category == "" {
		return f.Rule
	}
	return f.Rule + "/" + f.Category
}

// number tells findings apart that have the same key. What is ignored comes after the rest, so that an ignore, or asking
// for those, changes no other's number.
func (out *Outcome) number() {
	seen := make(map[baseline.Key]int)
	for _, list := range [][]Found{out.Findings, out.Suppressed} {
		for i := range list {
			f := &list[i]
			f.keys = f.find()
			seen[f.keys[0]]++
			f.n = seen[f.keys[0]]
		}
	}
}

// find makes the keys, which are what stays the same about the finding when lines move: that of its own place first, then
// those of further calls that it names. They count too, since what one change repairs is one finding: without them a call
// that joins the others would go unseen, and one that leaves them would make the rest look new.
func (f Found) find() []baseline.Key {
	own, _ := f.key(f.Pos, f.End)
	keys := []baseline.Key{own}
	for _, r := range f.Related {
		if key, call := f.key(r.Pos, r.End); call {
			keys = append(keys, key)
		}
	}
	return keys
}

// callee is that of its key, in full.
func (f Found) callee() string {
	if strings.HasPrefix(f.keys[0].Callee, ".") {
		return f.keys[0].Package + f.keys[0].Callee
	}
	return f.keys[0].Callee
}

// key describes a place; call says that it is just a call.
func (f Found) key(pos, end token.Pos) (key baseline.Key, call bool) {
	key = baseline.Key{Package: f.Package.PkgPath, Function: baseline.None, Rule: f.id(), Callee: baseline.None}
	if f.Package.TypesInfo == nil {
		return key, false
	}
	if !end.IsValid() {
		end = pos
	}
	path := enclosing(f.Package, pos, end)
	if len(path) == 0 {
		return key, false
	}
	if d := declaration(path, pos); d.name != "" {
		key.Function = d.name
	}
	key.Callee = subject(f.Package.TypesInfo, path)
	if own, ok := strings.CutPrefix(key.Callee, key.Package+"."); ok {
		key.Callee = "." + own // most calls of wrappers stay in the package, whose name stands in the line already
	}
	c, ok := path[0].(*ast.CallExpr)
	return key, ok && c.Pos() == pos && c.End() == end
}

// enclosing is the nodes around a place, innermost first.
func enclosing(pkg *packages.Package, pos, end token.Pos) (path []ast.Node) {
	i := slices.IndexFunc(pkg.Syntax, func(f *ast.File) bool { return f.FileStart <= pos && pos <= f.FileEnd })
	if i < 0 {
		return nil
	}
	var inner ast.Node = pkg.Syntax[i]
	path = []ast.Node{inner}
	ast.Inspect(inner, func(n ast.Node) bool {
		if n == nil || n == path[0] {
			return n != nil
		}
		// Two neighbours may both touch an empty range: the first one has it.
		if n.Pos() > pos || n.End() < end || len(path) > 1 && n.End() > inner.End() {
			return false
		}
		inner = n
		path = append(path, n)
		return true
	})
	slices.Reverse(path)
	return path
}

// declared is a top-level function, or one specification of a var, const or type declaration.
type declared struct {
	name     string // (*Client).Get; "" where it has none
	from, to token.Pos
}

// declaration is the one around pos.
func declaration(path []ast.Node, pos token.Pos) declared {
	for i := len(path) - 1; i >= 0; i-- {
		switch n := path[i].(type) {
		case *ast.FuncDecl:
			return declared{funcName(n), n.Pos(), n.End()}
		case *ast.ValueSpec:
			d := declared{from: n.Pos(), to: n.End()}
			for j, name := range n.Names {
				d.name = name.Name
				if j < len(n.Values) && n.Values[j].Pos() <= pos && pos <= n.Values[j].End() {
					break
				}
			}
			return d
		case *ast.TypeSpec:
			return declared{n.Name.Name, n.Pos(), n.End()}
		}
	}
	return declared{from: pos, to: pos}
}

func funcName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	recv := ast.Unparen(d.Recv.List[0].Type)
	star, pointer := recv.(*ast.StarExpr)
	if pointer {
		recv = ast.Unparen(star.X)
	}
	switch x := recv.(type) { // type parameters are left out
	case *ast.IndexExpr:
		recv = x.X
	case *ast.IndexListExpr:
		recv = x.X
	}
	return method(types.ExprString(recv), pointer, d.Name.Name)
}

func method(recv string, pointer bool, name string) string {
	if pointer {
		return "(*" + recv + ")." + name
	}
	return recv + "." + name
}

// subject names what a finding is about, from the innermost node outwards: the function of a call, the type or field of
// a literal, a loop.
func subject(info *types.Info, path []ast.Node) string {
	for i, n := range path {
		switch n := n.(type) {
		case *ast.CallExpr:
			return callee(info, n)
		case *ast.GoStmt:
			return callee(info, n.Call)
		case *ast.DeferStmt:
			return callee(info, n.Call)
		case *ast.ForStmt, *ast.RangeStmt:
			return "for"
		case *ast.SelectStmt:
			return "select"
		case *ast.KeyValueExpr:
			if lit, ok := path[min(i+1, len(path)-1)].(*ast.CompositeLit); ok {
				if key, ok := n.Key.(*ast.Ident); ok {
					return typeName(info.TypeOf(lit)) + "." + key.Name
				}
			}
		case *ast.CompositeLit:
			return typeName(info.TypeOf(n))
		case *ast.BlockStmt, *ast.FuncLit, *ast.FuncDecl, *ast.File:
			if i == 0 {
				return baseline.None // a comment
			}
			return "value"
		}
	}
	return "value"
}

func callee(info *types.Info, call *ast.CallExpr) string {
	if tv := info.Types[call.Fun]; tv.IsType() {
		return typeName(tv.Type)
	}
	switch fn := typeutil.Callee(info, call).(type) {
	case *types.Func:
		return qualified(fn.Origin())
	case *types.Builtin:
		return fn.Name()
	}
	switch fun := ast.Unparen(call.Fun).(type) { // a function's value
	case *ast.Ident:
		return fun.Name
	case *ast.SelectorExpr:
		return typeName(info.TypeOf(fun.X)) + "." + fun.Sel.Name
	}
	return "func"
}

// qualified is a function as patterns of the configuration write it: net/http.(*Client).Do.
func qualified(fn *types.Func) string {
	prefix := ""
	if fn.Pkg() != nil {
		prefix = fn.Pkg().Path() + "."
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		return prefix + fn.Name()
	}
	t := types.Unalias(recv.Type())
	p, pointer := t.(*types.Pointer)
	if pointer {
		t = types.Unalias(p.Elem())
	}
	named, ok := t.(*types.Named)
	if !ok { // a method of an interface without a name
		return prefix + "interface." + fn.Name()
	}
	return prefix + method(named.Obj().Name(), pointer, fn.Name())
}

// typeName is a type without type arguments and blanks.
func typeName(t types.Type) string {
	if t == nil {
		return "value"
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	switch t := t.(type) {
	case *types.Alias:
		return objectName(t.Obj())
	case *types.Named:
		return objectName(t.Obj())
	case *types.Basic:
		return t.Name()
	case *types.TypeParam:
		return t.Obj().Name()
	case *types.Struct:
		return "struct"
	case *types.Signature:
		return "func"
	case *types.Interface:
		return "interface"
	}
	return "value"
}

func objectName(o *types.TypeName) string {
	if o.Pkg() == nil {
		return o.Name()
	}
	return o.Pkg().Path() + "." + o.Name()
}

// declares reports whether a package declares what a key names: a function, a method, a variable, a type or a field.
func declares(pkg *types.Package, name string) bool {
	if name == "init" || name == "_" || name == baseline.None {
		return true // scopes do not list them
	}
	recv, sel, ok := strings.Cut(strings.TrimPrefix(strings.Replace(name, ")", "", 1), "(*"), ".")
	obj := pkg.Scope().Lookup(recv)
	if !ok || obj == nil {
		return obj != nil
	}
	tn, ok := obj.(*types.TypeName)
	if !ok {
		return false
	}
	found, _, _ := types.LookupFieldOrMethod(types.NewPointer(tn.Type()), true, pkg, sel)
	if found == nil { // a pointer to an interface has no methods
		found, _, _ = types.LookupFieldOrMethod(tn.Type(), true, pkg, sel)
	}
	return found != nil
}

package timeoutunit

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// use says where a duration goes.
type use struct {
	what string       // for people: "argument of context.WithTimeout"; "" where it is not known to be a time
	obj  types.Object // the parameter, field, variable or function that takes it; may be nil
	fn   types.Object // the function called, for arguments
	with ast.Expr     // the other side of a comparison
}

// compared is the use of a number beside <, ==, and so on.
const compared = "compared with a time.Duration"

// whole climbs from an operand of + or -, a sign or a parenthesis to the expression that decides what it is for.
func whole(cur inspector.Cursor) inspector.Cursor {
	for {
		switch kind, _ := cur.ParentEdge(); kind {
		case edge.ParenExpr_X, edge.UnaryExpr_X:
		case edge.BinaryExpr_X, edge.BinaryExpr_Y:
			if op := cur.Parent().Node().(*ast.BinaryExpr).Op; op != token.ADD && op != token.SUB {
				return cur
			}
		default:
			return cur
		}
		cur = cur.Parent()
	}
}

// isFactor reports whether cur is one side of a product, a quotient or a shift.
func isFactor(cur inspector.Cursor) bool {
	switch kind, _ := cur.ParentEdge(); kind {
	case edge.BinaryExpr_X, edge.BinaryExpr_Y:
		switch cur.Parent().Node().(*ast.BinaryExpr).Op {
		case token.MUL, token.QUO, token.REM, token.SHL, token.SHR, token.AND, token.OR, token.XOR, token.AND_NOT:
			return true
		}
	case edge.AssignStmt_Rhs:
		switch cur.Parent().Node().(*ast.AssignStmt).Tok {
		case token.ASSIGN, token.DEFINE, token.ADD_ASSIGN, token.SUB_ASSIGN:
		default:
			return true
		}
	}
	return false
}

// useOf finds where the value of cur, which whole has climbed to, goes.
func useOf(f *flow, cur inspector.Cursor) use {
	kind, i := cur.ParentEdge()
	switch parent := cur.Parent().Node().(type) {
	case *ast.CallExpr:
		if kind == edge.CallExpr_Args {
			return argument(f, parent, i)
		}
	case *ast.KeyValueExpr:
		lit, ok := cur.Parent().Parent().Node().(*ast.CompositeLit)
		if kind == edge.KeyValueExpr_Value && ok {
			return field(f, lit, i, parent)
		}
	case *ast.CompositeLit:
		return field(f, parent, i, cur.Node().(ast.Expr))
	case *ast.AssignStmt:
		if kind == edge.AssignStmt_Rhs && len(parent.Lhs) == len(parent.Rhs) {
			return variable(f.object(parent.Lhs[i]))
		}
	case *ast.ValueSpec:
		if kind == edge.ValueSpec_Values && i < len(parent.Names) {
			return variable(f.object(parent.Names[i]))
		}
	case *ast.ReturnStmt:
		return result(f, cur)
	case *ast.BinaryExpr:
		other := parent.X
		if kind == edge.BinaryExpr_X {
			other = parent.Y
		}
		switch parent.Op {
		case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ:
			return use{what: compared, obj: f.object(other), with: other}
		}
	}
	return use{}
}

func argument(f *flow, call *ast.CallExpr, i int) use {
	if call.Ellipsis.IsValid() {
		return use{}
	}
	fn, ok := typeutil.Callee(f.info, call).(*types.Func)
	if !ok { // a function variable or literal; a conversion or builtin says nothing about what the value is for
		sig, ok := types.Unalias(f.info.TypeOf(call.Fun)).(*types.Signature)
		if !ok || f.info.Types[call.Fun].IsType() || f.info.Types[call.Fun].IsBuiltin() {
			return use{}
		}
		return argumentOf(types.ExprString(call.Fun), paramAt(sig, i), nil)
	}
	if fn.Pkg() == nil {
		return use{}
	}
	// d.Round(1000) is how one rounds to microseconds.
	if fn.Pkg().Path() == "time" && (fn.Name() == "Round" || fn.Name() == "Truncate") {
		return use{}
	}
	name := fn.Name()
	if recv := fn.Signature().Recv(); recv == nil {
		name = fn.Pkg().Name() + "." + name
	} else {
		name = receiver(recv.Type()) + "." + name
	}
	return argumentOf(name, paramAt(fn.Origin().Signature(), i), fn.Origin())
}

// argumentOf leaves out parameters that take anything: reflect.TypeOf(time.Duration(5)).
func argumentOf(name string, param, fn types.Object) use {
	if param == nil {
		return use{}
	}
	t := param.Type()
	if s, ok := t.(*types.Slice); ok {
		t = s.Elem() // variadic
	}
	if _, generic := types.Unalias(t).(*types.TypeParam); !generic && !isDuration(t) {
		return use{}
	}
	return use{what: "argument of " + name, obj: param, fn: fn}
}

func field(f *flow, lit *ast.CompositeLit, i int, elt ast.Expr) use {
	v, _ := fieldOf(f.info, lit, i, elt)
	if v == nil {
		return use{} // an element of a list: []time.Duration{1, 2, 5} are often counts
	}
	return use{what: "field " + v.Name(), obj: v}
}

func variable(obj types.Object) use {
	if obj == nil || obj.Name() == "_" {
		return use{}
	}
	what := "variable "
	if v, ok := obj.(*types.Var); ok && v.IsField() {
		what = "field "
	} else if _, ok := obj.(*types.Const); ok {
		what = "constant "
	}
	return use{what: what + obj.Name(), obj: obj}
}

func result(f *flow, cur inspector.Cursor) use {
	for c := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		if decl, ok := c.Node().(*ast.FuncDecl); ok {
			return use{what: "result of " + decl.Name.Name, obj: f.info.Defs[decl.Name]}
		}
		return use{what: "result of a function literal"}
	}
	return use{}
}

// receiver spells a receiver as code does: (*redis.Client), net.Conn.
func receiver(t types.Type) string {
	text := types.TypeString(t, (*types.Package).Name)
	if _, ok := t.(*types.Pointer); ok {
		return "(" + text + ")"
	}
	return text
}

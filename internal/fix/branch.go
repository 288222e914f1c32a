package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// Branch is how a function leaves when a call has failed:
//
//	if err != nil {
//		return nil, fmt.Errorf("price of %s: %w", id, err)
//	}
type Branch struct {
	If   *ast.IfStmt
	Ret  *ast.ReturnStmt
	Err  ast.Expr // the last result
	Rest string   // the results before it, each with a comma behind it: "nil, "
	Bare bool     // Err is the call's error as it is
}

// Branch reads s, in a function with these results, as the branch for the error that is kept in err. Its other results
// are constants, so that they may be given elsewhere too, and its error is only put into words: by functions that make
// errors, or that still knows to change nothing. So it may be made on another goroutine, and more than once.
func (f *File) Branch(s *ast.IfStmt, err types.Object, results *types.Tuple, still func(*ast.CallExpr) bool) (b Branch, ok bool) {
	if s == nil || err == nil || f.Info == nil || s.Else != nil || len(s.Body.List) != 1 {
		return b, false
	}
	cond, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr)
	if !ok || cond.Op != token.NEQ || !f.Info.Types[cond.Y].IsNil() || f.object(cond.X) != err {
		return b, false
	}
	ret, ok := s.Body.List[0].(*ast.ReturnStmt)
	n := results.Len()
	if !ok || n == 0 || len(ret.Results) != n || !isError(results.At(n-1).Type()) {
		return b, false
	}
	b = Branch{If: s, Ret: ret, Err: ret.Results[n-1]}
	for _, e := range ret.Results[:n-1] {
		text, ok := f.Print(e)
		if !ok || !f.constant(e) {
			return b, false
		}
		b.Rest += text + ", "
	}
	b.Bare = f.object(b.Err) == err
	return b, f.words(b.Err, still)
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

func (f *File) object(e ast.Expr) types.Object {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	return f.Info.ObjectOf(id)
}

func (f *File) constant(e ast.Expr) bool {
	if tv := f.Info.Types[e]; tv.Value != nil || tv.IsNil() {
		return true
	}
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
		e = u.X
	}
	lit, ok := e.(*ast.CompositeLit)
	return ok && len(lit.Elts) == 0
}

// errorMakers are packages whose functions put errors into words.
var errorMakers = []string{
	"errors", "fmt", "strconv", "strings", "github.com/pkg/errors", "github.com/cockroachdb/errors", "golang.org/x/xerrors",
	"google.golang.org/grpc/status", "connectrpc.com/connect", "github.com/twitchtv/twirp",
}

func (f *File) words(e ast.Expr, still func(*ast.CallExpr) bool) bool {
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			ok = false
		case *ast.UnaryExpr:
			ok = ok && n.Op != token.ARROW
		case *ast.CallExpr:
			ok = ok && (f.Info.Types[n.Fun].IsType() || f.makesError(n) || still(n))
		}
		return ok
	})
	return ok
}

func (f *File) makesError(call *ast.CallExpr) bool {
	var id *ast.Ident
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		id = fun
	case *ast.SelectorExpr:
		id = fun.Sel
	default:
		return false
	}
	switch obj := f.Info.Uses[id].(type) {
	case *types.Builtin:
		return obj.Name() == "len"
	case *types.Func:
		if obj.Signature().Recv() != nil { // err.Error(), resp.String()
			return len(call.Args) == 0 && (obj.Name() == "Error" || obj.Name() == "String")
		}
		if obj.Pkg() == nil || strings.HasPrefix(obj.Name(), "Print") || strings.HasPrefix(obj.Name(), "Fprint") {
			return false
		}
		for _, p := range errorMakers {
			if obj.Pkg().Path() == p {
				return true
			}
		}
	}
	return false
}

// Mentions reports whether n uses one of these objects.
func (f *File) Mentions(n ast.Node, objs ...types.Object) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && f.Info != nil {
			use := f.Info.Uses[id]
			for _, o := range objs {
				found = found || use != nil && use == o
			}
		}
		return !found
	})
	return found
}

// Span is a part of a file that is no node.
type Span struct{ From, To token.Pos }

func (s Span) Pos() token.Pos { return s.From }
func (s Span) End() token.Pos { return s.To }

package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Branch is how a function leaves when a call has failed:
//
//	if err != nil {
//		return nil, fmt.Errorf("price of %s: %w", id, err)
//	}
//
//	if err != nil {
//		renderError(w, errors.Wrap(err, "could not load the cart"), http.StatusInternalServerError)
//		return
//	}
type Branch struct {
	If *ast.IfStmt
	// Err is the error, in the words that are found for it here; nil if nobody looks at it.
	Err  ast.Expr
	Bare bool // Err is nothing but the call's own
	// Kept are the variables that are returned as they are; the caller has to know that they do not change.
	Kept []*types.Var

	file *File
	err  types.Object
}

// Branch reads s, in a function with these results, as the branch for the error that is kept in err. Its error is only put
// into words: by functions that make errors, or that still knows to change nothing. So that may be done on another
// goroutine, and more than once; Leave is for once, on the function's own.
func (f *File) Branch(s *ast.IfStmt, err types.Object, results *types.Tuple, still func(*ast.CallExpr) bool) (b Branch, ok bool) {
	if s == nil || err == nil || f.Info == nil || s.Else != nil || len(s.Body.List) == 0 {
		return b, false
	}
	b = Branch{If: s, file: f, err: err}
	cond, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr)
	if !ok || cond.Op != token.NEQ || !f.Info.Types[cond.Y].IsNil() || f.object(cond.X) != err {
		return b, false
	}
	last := len(s.Body.List) - 1
	ret, ok := s.Body.List[last].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != results.Len() {
		return b, false
	}
	for i, e := range ret.Results {
		if i == len(ret.Results)-1 && isError(results.At(i).Type()) && f.Mentions(e, err) {
			b.Err = e
		} else if !b.constant(e) {
			return b, false
		}
	}
	for _, stmt := range s.Body.List[:last] {
		x, isExpr := stmt.(*ast.ExprStmt)
		if !isExpr || !b.says(x.X) {
			return b, false
		}
	}
	b.Bare = b.Err == nil || f.object(b.Err) == err
	return b, b.Bare || f.words(b.Err, still)
}

// says looks for the error in a statement before the return. Where several speak of it, it has to be the same one.
func (b *Branch) says(e ast.Expr) bool {
	var found []ast.Expr
	ast.Inspect(e, func(n ast.Node) bool {
		x, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		if _, lit := x.(*ast.FuncLit); lit {
			found = append(found, x, x) // when it runs is not known
			return false
		}
		if t := b.file.Info.TypeOf(x); t != nil && isError(t) && b.file.Mentions(x, b.err) {
			found = append(found, x)
			return false
		}
		return true
	})
	for _, x := range found {
		own := b.file.object(x) == b.err
		switch {
		case b.Err == nil:
			b.Err = x
		case !own || b.file.object(b.Err) != b.err:
			return false
		}
	}
	return true
}

// Leave is the body of the branch for an error of that name, whose words have been found already.
func (b *Branch) Leave(name string) (text string, ok bool) {
	for _, s := range b.If.Body.List {
		line, printed := b.file.Print(s)
		if !printed {
			return "", false
		}
		text += line + "\n"
	}
	old := regexp.MustCompile(`\b` + regexp.QuoteMeta(b.err.Name()) + `\b`)
	if b.Bare {
		if b.err.Name() == name {
			return text, true
		}
		return old.ReplaceAllLiteralString(text, name), len(old.FindAllString(text, -1)) == b.mentioned()
	}
	words, printed := b.file.Print(b.Err)
	if ret, pure := b.If.Body.List[0].(*ast.ReturnStmt); pure { // several lines of words are indented in another way there
		words, text = "", "return "
		for _, e := range ret.Results[:len(ret.Results)-1] {
			rest, ok := b.file.Print(e)
			printed = printed && ok
			text += rest + ", "
		}
		return text + name + "\n", printed
	}
	return strings.Replace(text, words, name, 1), printed && strings.Count(text, words) == 1
}

func (b *Branch) mentioned() (n int) {
	ast.Inspect(b.If.Body, func(node ast.Node) bool {
		if id, ok := node.(*ast.Ident); ok && b.file.Info.Uses[id] == b.err {
			n++
		}
		return true
	})
	return n
}

// Instead is the edits that make the branch return values, each with a comma behind it, and the error; ok is false where a
// comment would be lost.
func (b *Branch) Instead(values string) (edits []analysis.TextEdit, ok bool) {
	list := b.If.Body.List
	from, to := list[0].Pos(), list[len(list)-1].End()
	if b.Err == nil || len(list) > 1 && b.Bare {
		if b.file.Commented(Span{from, to}) {
			return nil, false
		}
		return []analysis.TextEdit{{Pos: from, End: to, NewText: []byte("return " + values + b.err.Name())}}, true
	}
	if b.file.Commented(Span{from, b.Err.Pos()}) || b.file.Commented(Span{b.Err.End(), to}) {
		return nil, false
	}
	return []analysis.TextEdit{
		{Pos: from, End: b.Err.Pos(), NewText: []byte("return " + values)},
		{Pos: b.Err.End(), End: to},
	}, true
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

func (f *File) object(e ast.Expr) types.Object {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	return f.Info.ObjectOf(id)
}

// constant: e is the same wherever it stands, if what is Kept is.
func (b *Branch) constant(e ast.Expr) bool {
	if tv := b.file.Info.Types[e]; tv.Value != nil || tv.IsNil() {
		return true
	}
	if v, ok := b.file.object(e).(*types.Var); ok {
		b.Kept = append(b.Kept, v)
		return types.Object(v) != b.err
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

package timeoutunit

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strconv"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// kind is what a Duration holds.
type kind uint8

const (
	unknown  kind = iota
	duration      // a time
	count         // a number that wants to be multiplied
)

// kindOf says what e holds; depth bounds the walk through assignments.
func (f *flow) kindOf(e ast.Expr, depth int) kind {
	e = ast.Unparen(e)
	if depth > 6 {
		return unknown
	}
	if v, ok := nanoseconds(f.info, e); ok {
		switch {
		case v >= 1e6 && hasUnit(f.info, e):
			return duration
		case v > 0:
			return count
		}
		return unknown
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		x, y := f.kindOf(e.X, depth+1), f.kindOf(e.Y, depth+1)
		switch {
		case e.Op == token.QUO && y == duration:
			return count // d / time.Minute
		case e.Op == token.QUO || e.Op == token.SHL || e.Op == token.SHR:
			return x
		case x == duration || y == duration:
			return duration
		case x == y:
			return x
		}
	case *ast.CallExpr:
		if inner, ok := conversion(f.info, e); ok {
			if isDuration(f.info.TypeOf(inner)) {
				return f.kindOf(inner, depth+1)
			}
			return count
		}
		fn := typeutil.StaticCallee(f.info, e)
		if fn == nil || fn.Pkg() == nil {
			return unknown
		}
		if fn.Pkg().Path() == "time" { // Since, Until, Sub, ParseDuration, Round …
			return duration
		}
		return f.kindOfAll(fn.Origin(), depth)
	case *ast.Ident, *ast.SelectorExpr:
		obj := f.object(e)
		if obj == nil || !isDuration(obj.Type()) {
			return unknown
		}
		if _, named := unitOf(obj.Name()); named {
			return count
		}
		if k := f.kindOfAll(obj, depth); k != unknown {
			return k
		}
		// func New(timeout time.Duration): nobody here says otherwise, so the type is taken at its word.
		if fn := f.param[obj]; fn != nil && fn.Exported() && len(f.values[obj]) == 0 {
			return duration
		}
	}
	return unknown
}

// kindOfAll: one time among the values decides; counts do if there is nothing else.
func (f *flow) kindOfAll(obj types.Object, depth int) (all kind) {
	if k, ok := f.kinds[obj]; ok {
		return k
	}
	f.kinds[obj] = unknown // a cycle adds nothing
	defer func() { f.kinds[obj] = all }()
	for i, v := range f.values[obj] {
		k := f.kindOf(v, depth+1)
		if k == duration {
			return duration
		}
		if i == 0 {
			all = k
		} else if k != all {
			all = unknown
		}
	}
	return all
}

// unit finds the unit of a number, and the name or key that tells it.
func (f *flow) unit(e ast.Expr, depth int) (u unit, why string, ok bool) {
	e = ast.Unparen(e)
	if depth > 6 {
		return unit{}, "", false
	}
	switch e := e.(type) {
	case *ast.StarExpr:
		return f.unit(e.X, depth)
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			key, _ := strconv.Unquote(e.Value)
			u, ok = unitOf(key)
			return u, "the key " + strconv.Quote(key), ok && len(key) < 60
		}
	case *ast.IndexExpr:
		return f.unit(e.Index, depth+1)
	case *ast.CallExpr:
		if inner, ok := conversion(f.info, e); ok {
			return f.unit(inner, depth)
		}
		fn := typeutil.Callee(f.info, e)
		if fn != nil {
			if u, ok := unitOf(fn.Name()); ok {
				return u, "the name " + fn.Name(), true
			}
		}
		for _, arg := range e.Args { // Atoi(os.Getenv("X_SECONDS")), v.GetInt("wait_ms")
			_, lit := ast.Unparen(arg).(*ast.BasicLit)
			if !lit && !keepsUnit(fn) {
				continue
			}
			if u, why, ok := f.unit(arg, depth+1); ok {
				return u, why, true
			}
		}
		if fn, ok := fn.(*types.Func); ok { // what the package's own function returns
			return f.unitOfObject(fn.Origin(), depth)
		}
	case *ast.Ident, *ast.SelectorExpr:
		return f.unitOfObject(f.object(e), depth)
	}
	return unit{}, "", false
}

// keepsUnit reports whether fn's result is in the unit of its argument: it parses or rounds. What other functions do
// with a number is not known.
func keepsUnit(fn types.Object) bool {
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "strconv", "strings", "os", "math", "github.com/spf13/cast":
		return true
	}
	return false
}

func (f *flow) unitOfObject(obj types.Object, depth int) (u unit, why string, ok bool) {
	if obj == nil {
		return unit{}, "", false
	}
	if f.inNanos[obj] {
		return nanos, "the comment on " + obj.Name(), true
	}
	if u, ok = unitOf(obj.Name()); ok {
		return u, "the name " + obj.Name(), true
	}
	for _, key := range []string{"env", "envconfig", "json", "yaml", "toml", "mapstructure", "koanf", "hcl"} {
		name, _, _ := strings.Cut(reflect.StructTag(f.tags[obj]).Get(key), ",")
		if u, ok = unitOf(name); ok {
			return u, "the key " + strconv.Quote(name), true
		}
	}
	if f.param[obj] != nil || f.asked[obj] {
		return unit{}, "", false // callers may differ; a cycle adds nothing
	}
	f.asked[obj] = true
	defer delete(f.asked, obj)
	for _, v := range f.values[obj] {
		v, why2, found := f.unit(v, depth+1)
		switch {
		case !found:
		case ok && v != u:
			return unit{}, "", false
		default:
			u, why, ok = v, why2, true
		}
	}
	return u, why, ok
}

// small gives a value that shows that e cannot be meant in nanoseconds: each of its values is a small constant, or it
// is random below one.
func (f *flow) small(e ast.Expr) (v int64, ok bool) {
	e = ast.Unparen(e)
	if inner, is := conversion(f.info, e); is {
		return f.small(inner)
	}
	if call, is := e.(*ast.CallExpr); is {
		return f.smallResult(call)
	}
	obj, is := f.object(e).(*types.Var)
	if !is || obj.Exported() || obj.IsField() || f.inNanos[obj] {
		return 0, false
	}
	if fn := f.param[obj]; fn != nil && fn.Exported() {
		return 0, false
	}
	for _, value := range f.values[obj] {
		n, is := nanoseconds(f.info, value)
		if call, isCall := ast.Unparen(value).(*ast.CallExpr); !is && isCall {
			n, is = f.smallResult(call)
		}
		if !is || n != 0 && !bare(n) {
			return 0, false
		}
		v = max(v, n)
	}
	return v, v > 0
}

// smallResult knows rand.Intn(500) and flag.Int("wait", 30, …).
func (f *flow) smallResult(call *ast.CallExpr) (v int64, ok bool) {
	fn := typeutil.StaticCallee(f.info, call)
	if fn == nil || fn.Pkg() == nil {
		return 0, false
	}
	arg := -1
	switch path := fn.Pkg().Path(); {
	case (path == "math/rand" || path == "math/rand/v2") && len(call.Args) == 1:
		arg = 0
	case (path == "flag" || path == "github.com/spf13/pflag") && len(call.Args) == 3:
		arg = 1
	default:
		return 0, false
	}
	v, ok = nanoseconds(f.info, call.Args[arg])
	return v, ok && bare(v)
}

package callplan_test

import (
	"go/ast"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/budgetlint/budgetlint/internal/linttest"
)

// odd are functions in shapes that are rare, with their plans; "" where it has none.
var odd = map[string]struct{ src, want string }{
	"goto":             {"func f(ctx context.Context) {\nagain:\n\tif ask(ctx) == nil {\n\t\tgoto again\n\t}\n}", "1s"},
	"labels":           {"func f(ctx context.Context, xs []int) {\nouter:\n\tfor range xs {\n\t\tfor range xs {\n\t\t\tif ask(ctx) == nil {\n\t\t\t\tcontinue outer\n\t\t\t}\n\t\t\tbreak outer\n\t\t}\n\t}\n}", "loop xs (loop xs (1s))"},
	"select":           {"func f(ctx context.Context, a, b chan int) {\n\tselect {\n\tcase <-a:\n\t\task(ctx)\n\tcase b <- 1:\n\t\task(ctx)\n\t\task(ctx)\n\tdefault:\n\t}\n}", "alt(1s, seq(1s, 1s))"},
	"empty select":     {"func f(ctx context.Context) {\n\task(ctx)\n\tselect {}\n}", "1s"},
	"fallthrough":      {"func f(ctx context.Context, n int) {\n\tswitch n {\n\tcase 1:\n\t\task(ctx)\n\t\tfallthrough\n\tcase 2:\n\t\task(ctx)\n\t}\n}", "alt(1s, 1s)"},
	"range over func":  {"func f(ctx context.Context, each func(func(int) bool)) {\n\tfor range each {\n\t\task(ctx)\n\t}\n}", "loop each (1s)"},
	"range over int":   {"func f(ctx context.Context) {\n\tfor range 3 {\n\t\task(ctx)\n\t}\n}", "loop 3 (1s)"},
	"defer in a loop":  {"func f(ctx context.Context, xs []int) {\n\tfor range xs {\n\t\tdefer ask(ctx)\n\t}\n}", "1s"},
	"go in go":         {"func f(ctx context.Context) {\n\tgo func() {\n\t\tgo func() {\n\t\t\tgo ask(ctx)\n\t\t}()\n\t}()\n}", "async(async(async(1s)))"},
	"own closure":      {"func f(ctx context.Context) {\n\tvar g func(int)\n\tg = func(n int) {\n\t\task(ctx)\n\t\tg(n - 1)\n\t}\n\tg(3)\n}", "1s"},
	"two closures":     {"func f(ctx context.Context) {\n\tvar g, h func()\n\tg = func() { ask(ctx); h() }\n\th = func() { g() }\n\tg()\n}", "1s"},
	"method value":     {"type t struct{}\nfunc (t) m(ctx context.Context) { ask(ctx) }\nfunc f(ctx context.Context) {\n\tm := t{}.m\n\tm(ctx)\n}", "1s"},
	"method of type":   {"type t struct{}\nfunc (t) m(ctx context.Context) { ask(ctx) }\nfunc f(ctx context.Context) {\n\tt.m(t{}, ctx)\n}", "1s"},
	"generic":          {"func g[T any](ctx context.Context, x T) { ask(ctx) }\nfunc f(ctx context.Context) {\n\tg[int](ctx, 1)\n\tg(ctx, \"\")\n}", "seq(1s, 1s)"},
	"generic method":   {"type t[E any] struct{}\nfunc (t[E]) m(ctx context.Context) { ask(ctx) }\nfunc f(ctx context.Context) {\n\tt[int]{}.m(ctx)\n}", "1s"},
	"called at once":   {"func f(ctx context.Context) error {\n\treturn func() error { return ask(ctx) }()\n}", "1s"},
	"call of a call":   {"func g(ctx context.Context) func() error { return func() error { return ask(ctx) } }\nfunc f(ctx context.Context) {\n\tg(ctx)()\n}", "ref m.g"},
	"calls itself":     {"func f(ctx context.Context) {\n\task(ctx)\n\tf(ctx)\n}", "seq(1s, ref m.f)"},
	"in a condition":   {"func f(ctx context.Context) bool {\n\treturn ask(ctx) == nil && ask(ctx) == nil\n}", "seq(1s, 1s)"},
	"in an index":      {"func f(ctx context.Context, m map[error]int) {\n\tm[ask(ctx)]++\n}", "1s"},
	"no body":          {"func g(ctx context.Context)\nfunc f(ctx context.Context) {\n\tg(ctx)\n\task(ctx)\n}", "1s"},
	"context is nil":   {"func f() {\n\task(nil)\n}", "1s"},
	"own context":      {"func f(ctx context.Context) {\n\tctx, cancel := context.WithTimeout(ctx, 0)\n\tdefer cancel()\n\tctx = ctx\n\task(ctx)\n}", "within 0 (1s)"},
	"timeout is huge":  {"func f(ctx context.Context) {\n\tctx, cancel := context.WithTimeout(ctx, 1<<63-1)\n\tdefer cancel()\n\task(ctx)\n}", "within 2562047h47m16.854775807s (1s)"},
	"endless":          {"func f(ctx context.Context) {\n\tfor {\n\t\task(ctx)\n\t}\n}", "loop ∞ (1s)"},
	"unreachable":      {"func f(ctx context.Context) {\n\treturn\n\task(ctx)\n}", "1s"},
	"blank":            {"func _(ctx context.Context) {\n\task(ctx)\n}\nfunc f(ctx context.Context) { _ = ask(ctx) }", "1s"},
	"wait in a branch": {"func f(ctx context.Context, b bool) {\n\tvar wg sync.WaitGroup\n\twg.Go(func() { ask(ctx) })\n\tif b {\n\t\twg.Wait()\n\t\treturn\n\t}\n\task(ctx)\n\twg.Wait()\n}", "par(1s, 1s)"},
}

func TestOddShapes(t *testing.T) {
	base := linttest.Module(t, map[string]string{"m.go": head})[0]
	for name, c := range odd {
		t.Run(name, func(t *testing.T) {
			pkg := parsed(t, base, head+c.src)
			res, _, _ := plan(t, pkg)
			got := ""
			for _, f := range res.Funcs() {
				if n := res.Whole(f); n != nil && f.Name() == "f" {
					got = n.String()
				}
			}
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestBroken gives the pass sources with type errors, and odd's sources of which some types are missing: it says less
// then, and does not panic.
func TestBroken(t *testing.T) {
	base := linttest.Module(t, map[string]string{"m.go": head})[0]
	broken := map[string]string{
		"unknown function": "func f(ctx context.Context) { nothing(ctx); ask(ctx) }",
		"unknown type":     "func f(ctx context.Context, c *nothing) { c.Do(ctx); for range c.All() { ask(ctx) } }",
		"unknown package":  "func f(ctx context.Context) { ctx, cancel := nothing.WithTimeout(ctx, 3); defer cancel(); ask(ctx) }",
		"wrong arguments":  "func f(ctx context.Context) { ctx, cancel := context.WithTimeout(); defer cancel(); ask(); time.Sleep(); hc.Do(); in() }",
		"wrong results":    "func f(ctx context.Context) { a, b, c := ask(ctx); if a != nil { return 1, 2 } }",
		"wrong receiver":   "func (x nothing) F(ctx context.Context) { ask(ctx) }\nfunc (int) G(w http.ResponseWriter, r *http.Request) { ask(r.Context()) }",
		"two of a name":    "func f(ctx context.Context) { ask(ctx) }\nfunc f(ctx context.Context) { ask(ctx); f(ctx) }",
		"wrong client":     "var c = &http.Client{Timeout: nothing, 3}\nfunc f() { c.Timeout = ; }",
		"type parameters":  "func f[T nothing](ctx context.Context, x T) { x.Do(ctx); ask(ctx) }\nfunc g() { f[int, int](nil) }",
		"own type":         "type t struct{ t }\nfunc (x t) m(ctx context.Context) { x.t.m(ctx); ask(ctx) }",
		"server":           "var s = http.Server{WriteTimeout: nothing, Handler: m}\nvar m = http.NewServeMux(1)\nfunc init() { m.HandleFunc(\"/\", nothing); m.HandleFunc() }",
	}
	for name, src := range broken {
		t.Run(name, func(t *testing.T) {
			pkg := parsed(t, base, head+src)
			if len(pkg.TypeErrors) == 0 && !t.Failed() {
				t.Fatal("has no type error")
			}
			plan(t, pkg)
		})
	}
	for name, c := range odd {
		t.Run(name+" without types", func(t *testing.T) {
			pkg := parsed(t, base, head+c.src)
			forget(pkg)
			plan(t, pkg)
		})
	}
}

// forget takes every third expression's type, use and selection away, as type errors do.
func forget(pkg *packages.Package) {
	i := 0
	ast.Inspect(pkg.Syntax[0], func(n ast.Node) bool {
		i++
		if e, ok := n.(ast.Expr); ok && i%3 == 0 {
			delete(pkg.TypesInfo.Types, e)
			if id, ok := e.(*ast.Ident); ok {
				delete(pkg.TypesInfo.Uses, id)
			}
			if sel, ok := e.(*ast.SelectorExpr); ok {
				delete(pkg.TypesInfo.Selections, sel)
			}
		}
		return true
	})
}

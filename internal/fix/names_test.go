package fix_test

import (
	"go/ast"
	"go/types"
	"strings"
	"testing"
	"time"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/rule"
)

func TestFreshName(t *testing.T) {
	const src = `package p

var ctx, ctx5 int

func f(ctx2 int) {
	here()
	if true {
		ctx3 := 1
		_ = ctx3
	}
	ctx4 := 1
	_ = ctx4
}

func here() {}
`
	f := load(t, src)
	for base, want := range map[string]string{"ctx": "ctx6", "cancel": "cancel", "here": "here2", "len": "len2"} {
		if got := f.FreshName(at(t, f, src, "here()"), base); got != want {
			t.Errorf("FreshName(%q) = %q, want %q", base, got, want)
		}
	}
	for skip, want := range []string{"ctx6", "ctx7", "ctx8"} {
		if got := f.FreshNameAfter(at(t, f, src, "here()"), "ctx", skip); got != want {
			t.Errorf("FreshNameAfter(ctx, %d) = %q, want %q", skip, got, want)
		}
	}
}

func TestZero(t *testing.T) {
	const src = `package p

import clock "time"

type S struct{}
type N int
type A = struct{ x int }

func f[T any, P *int](
	a int, b string, c bool, d error, e *S, g []S, h map[string]S, i chan int, j func(), k S, l [2]S, m N, n T,
	o clock.Duration, q clock.Time, r complex128, s A, u []clock.Time,
) {
}
`
	f := load(t, src)
	fn := f.Pkg.Scope().Lookup("f").(*types.Func)
	want := strings.Fields(`0 "" false nil nil nil nil nil nil S{} [2]S{} 0 *new(T) 0 clock.Time{} 0 A{} nil`)
	for i, w := range want {
		p := fn.Signature().Params().At(i)
		got, edits, ok := f.Zero(f.Syntax.FileEnd-1, p.Type())
		if got != w || !ok || edits != nil {
			t.Errorf("Zero(%v) = %q, %v, %v; want %q", p.Type(), got, edits, ok, w)
		}
	}
	if got := fix.Zero(types.Typ[types.Invalid], nil); got != "" {
		t.Errorf("zero of an invalid type = %q", got)
	}
	if got := fix.Zero(nil, nil); got != "" {
		t.Errorf("zero of no type = %q", got)
	}
}

func TestTypeString(t *testing.T) {
	const src = "package p\n\nimport \"strings\"\n\nvar b strings.Builder\n\nvar r = strings.NewReader(\"\")\n"
	f := load(t, src)
	pos := f.Syntax.FileEnd - 1
	named := func(path, name string) types.Type {
		p, err := std.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		return p.Scope().Lookup(name).Type()
	}
	text, edits, ok := f.TypeString(pos, types.NewMap(types.Typ[types.String], types.NewPointer(named("unicode", "Range16"))))
	if text != "map[string]*unicode.Range16" || len(edits) != 1 || !ok {
		t.Errorf("TypeString = %q, %d edits, %v", text, len(edits), ok)
	}
	if text, _, ok := f.TypeString(pos, named("errors", "errorString")); ok {
		t.Errorf("an unexported type of another package is spelled %q", text)
	}
	foreign := types.NewNamed(types.NewTypeName(0, types.NewPackage("example.org/x", "x"), "T", nil), types.NewStruct(nil, nil), nil)
	if text, _, ok := f.TypeString(pos, foreign); ok {
		t.Errorf("a type of a module that may not be required is spelled %q", text)
	}
}

func TestInsertBefore(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{
			"block", "\tg()\n\tmark()\n",
			"\tg()\n\ta()\n\tb()\n\tmark()\n",
		},
		{
			"leading comments", "\tg() // trails\n\n\t// one\n\t//budgetlint:ignore x y\n\tmark()\n",
			"\tg() // trails\n\n\ta()\n\tb()\n\t// one\n\t//budgetlint:ignore x y\n\tmark()\n",
		},
		{
			"trailing comment above", "\tg() // trails\n\tmark()\n",
			"\tg() // trails\n\ta()\n\tb()\n\tmark()\n",
		},
		{
			"comment after brace", "\tif true { // trails\n\t\tmark()\n\t}\n",
			"\tif true { // trails\n\t\ta()\n\t\tb()\n\t\tmark()\n\t}\n",
		},
		{
			"header", "\tfor i := 0; mark() > i; i++ {\n\t}\n",
			"\ta()\n\tb()\n\tfor i := 0; mark() > i; i++ {\n\t}\n",
		},
		{
			"else if", "\tif true {\n\t} else if mark() > 1 {\n\t}\n",
			"\ta()\n\tb()\n\tif true {\n\t} else if mark() > 1 {\n\t}\n",
		},
		{
			"case", "\tswitch {\n\tcase true:\n\t\tmark()\n\t}\n",
			"\tswitch {\n\tcase true:\n\t\ta()\n\t\tb()\n\t\tmark()\n\t}\n",
		},
		{
			"case on one line", "\tswitch {\n\tcase true: mark()\n\t}\n",
			"\tswitch {\n\tcase true:\n\t\ta()\n\t\tb()\n\t\tmark()\n\t}\n",
		},
		{
			"select", "\tselect {\n\tdefault:\n\t\tmark()\n\t}\n",
			"\tselect {\n\tdefault:\n\t\ta()\n\t\tb()\n\t\tmark()\n\t}\n",
		},
		{
			"closure", "\tgo func() { mark() }()\n",
			"\tgo func() {\n\t\ta()\n\t\tb()\n\t\tmark()\n\t}()\n",
		},
		{
			"label", "loop:\n\tfor mark() > 1 {\n\t\tcontinue loop\n\t}\n",
			"\ta()\n\tb()\nloop:\n\tfor mark() > 1 {\n\t\tcontinue loop\n\t}\n",
		},
		{
			"arguments with comments", "\tg( /* x */\n\t\tmark(), // y\n\t)\n",
			"\ta()\n\tb()\n\tg( /* x */\n\t\tmark(), // y\n\t)\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			const head = "package p\n\nfunc g(...int) {}\n\nfunc mark() int { return 0 }\n\nfunc f() {\n"
			src := head + tt.src + "}\n"
			f := load(t, src)
			stmt := f.StatementOf(lastCall(f, "mark"))
			if stmt == nil {
				t.Fatal("no statement")
			}
			equal(t, apply(t, f, src, f.InsertBefore(stmt, "a()", "b()")), head+tt.want+"}\n")
		})
	}
}

func TestInsertBeforeOneLine(t *testing.T) {
	const src = "package p\n\nfunc mark() {}\nfunc f() { mark() }"
	f := load(t, src)
	equal(t, apply(t, f, src, f.InsertBefore(f.StatementOf(lastCall(f, "mark")), "a()")),
		"package p\n\nfunc mark() {}\nfunc f() {\n\ta()\n\tmark()\n}\n")
}

func lastCall(f *fix.File, name string) (call *ast.CallExpr) {
	ast.Inspect(f.Syntax, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok {
			if id, ok := c.Fun.(*ast.Ident); ok && id.Name == name {
				call = c
			}
		}
		return true
	})
	return call
}

func TestDuration(t *testing.T) {
	timeouts := func(decls string) string {
		return "package p\n\nimport \"time\"\n\n" + decls + "\n\nvar _ time.Duration\n"
	}
	cfg := &config.Config{FixTimeout: 1500 * time.Millisecond}
	for _, tt := range []struct {
		name, src string
		cfg       *config.Config
		said      time.Duration
		expr      string
		level     rule.Level
	}{
		{"said", timeouts("const callTimeout = time.Minute"), cfg, 400 * time.Millisecond, "400*time.Millisecond", rule.Safe},
		{"constant", timeouts("const callTimeout = time.Minute"), cfg, 0, "callTimeout", rule.Safe},
		{"best of two", timeouts("const usersTimeout, defaultTimeout = time.Minute, time.Second"), cfg, 0, "defaultTimeout", rule.Safe},
		{"no best", timeouts("const usersTimeout, ordersTimeout = time.Minute, time.Second"), cfg, 0, "1500*time.Millisecond", rule.Safe},
		{"for something else", timeouts("const idleTimeout = time.Minute"), cfg, 0, "1500*time.Millisecond", rule.Safe},
		{"no duration", timeouts("const callTimeout = 60"), nil, 0, "5*time.Second", rule.Ask},
		{"nothing", "package p\n", nil, 0, "5*time.Second", rule.Ask},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := load(t, tt.src)
			got := f.Duration(f.Syntax.FileEnd-1, tt.cfg, tt.said)
			if got.Expr != tt.expr || got.Level != tt.level || got.Why == "" {
				t.Errorf("got %+v, want %s, %v", got, tt.expr, tt.level)
			}
			if needs := tt.name == "nothing"; needs != (len(got.Edits) > 0) {
				t.Errorf("edits = %v", got.Edits)
			}
		})
	}
}

func TestSpellDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		time.Second: "time.Second", 90 * time.Second: "90*time.Second", 2 * time.Hour: "2*time.Hour",
		1500 * time.Microsecond: "1500*time.Microsecond", 7: "7*time.Nanosecond", 0: "0",
	} {
		if got := fix.SpellDuration(d, "time"); got != want {
			t.Errorf("%v = %s, want %s", d, got, want)
		}
	}
}

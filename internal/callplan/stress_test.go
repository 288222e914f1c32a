package callplan_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/types"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/budgetlint/budgetlint/analyzers"
	"github.com/budgetlint/budgetlint/internal/callplan"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/linttest"
)

const head = `package m

import (
	"context"
	"net/http"
	"sync"
	"time"
)

var hc = &http.Client{Timeout: time.Second}

func ask(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, "GET", "http://a.example", nil)
	if err != nil {
		return err
	}
	_, err = hc.Do(req)
	return err
}

func in(string, func(http.ResponseWriter, *http.Request)) {}

var _ sync.Mutex
`

// large are sources that grow with n, each in a way of its own. A pass that looks at all of the package for each
// function, or that copies a plan wherever it is used, takes far more than its share of time on one of them.
var large = map[string]func(n int) string{
	"manyhandlers": func(n int) string {
		return repeat(n, func(i int) string {
			return fmt.Sprintf("func h%d(w http.ResponseWriter, r *http.Request) { ask(r.Context()); if %d > 3 { ask(r.Context()) } }\nfunc reg%d() { in(\"/%d\", h%d) }\n", i, i, i, i, i)
		})
	},
	"longfunction": func(n int) string {
		return "func long(ctx context.Context) error {\n" +
			strings.Repeat("\tif err := ask(ctx); err != nil {\n\t\treturn err\n\t}\n", n) + "\treturn nil\n}\n"
	},
	"longlistofdeadlines": func(n int) string {
		return "func long(parent context.Context) {\n" +
			repeat(n/8, func(i int) string {
				return fmt.Sprintf("\tctx%d, cancel%d := context.WithTimeout(parent, time.Second)\n\task(ctx%d)\n\tcancel%d()\n", i, i, i, i)
			}) + "}\n"
	},
	"callsthatdouble": func(n int) string { // 2ⁿ calls, in n functions
		return repeat(n, func(i int) string {
			return fmt.Sprintf("func f%d(ctx context.Context) { f%d(ctx); f%d(ctx) }\n", i, i+1, i+1)
		}) + fmt.Sprintf("func f%d(ctx context.Context) { ask(ctx) }\n", n)
	},
	"circles": func(n int) string {
		n /= 3
		return repeat(n, func(i int) string {
			return fmt.Sprintf("func c%d(ctx context.Context) { c%d(ctx); c%d(ctx); ask(ctx) }\n", i, (i+1)%n, (i*7+3)%n)
		})
	},
	"manyclients": func(n int) string {
		return repeat(n, func(i int) string {
			return fmt.Sprintf("type c%d struct{ hc *http.Client }\nfunc (c *c%d) get(r *http.Request) { c.hc.Do(r) }\nfunc new%d() *c%d { c := &c%d{hc: &http.Client{}}; c.hc.Timeout = %d; return c }\n", i, i, i, i, i, i+1)
		})
	},
	"goroutines": func(n int) string {
		n /= 2
		return "func all(ctx context.Context) {\n\tvar wg sync.WaitGroup\n" +
			strings.Repeat("\twg.Add(1)\n\tgo func() { defer wg.Done(); ask(ctx) }()\n", n) + "\twg.Wait()\n}\n"
	},
	"literalsinliterals": func(n int) string {
		n = min(n/16, 200) // as deep as anybody
		return "func deep(ctx context.Context) {\n" + strings.Repeat("func() { ask(ctx)\n", n) + strings.Repeat("}()\n", n) + "}\n"
	},
	"loopsinloops": func(n int) string {
		n = min(n/8, 500)
		return "func deep(ctx context.Context, xs []int) {\n" + strings.Repeat("for range xs { ask(ctx)\n", n) + strings.Repeat("}\n", n) + "}\n"
	},
	"branchesinbranches": func(n int) string {
		n = min(n/8, 500)
		return "func deep(ctx context.Context) {\n" + strings.Repeat("if ask(ctx) != nil { ask(ctx); return }\nif ask(ctx) == nil {\n", n) + strings.Repeat("}\n", n) + "}\n"
	},
}

func repeat(n int, f func(int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(f(i))
	}
	return b.String()
}

// TestGrowth holds the time that the pass takes on sources four times as large against what it took before.
func TestGrowth(t *testing.T) {
	base := linttest.Module(t, map[string]string{"m.go": head})[0]
	for name, source := range large {
		t.Run(name, func(t *testing.T) {
			measure := func(n int) time.Duration {
				_, pass, rest := plan(t, parsed(t, base, head+source(n)))
				return pass + rest
			}
			small, big := measure(300), measure(1200)
			t.Logf("%v, of four times as much %v", small, big)
			if big > 9*small+100*time.Millisecond { // four times is linear, sixteen times is not
				t.Errorf("%v, of four times as much %v of processor time", small, big)
			}
		})
	}
}

// parsed type-checks a file that imports what base does; type errors stay in the package.
func parsed(t *testing.T, base *packages.Package, src string) *packages.Package {
	t.Helper()
	pkg := *base
	file, err := parser.ParseFile(pkg.Fset, "m.go", src, parser.ParseComments|parser.SkipObjectResolution)
	if file == nil {
		t.Fatal(err)
	}
	pkg.Syntax, pkg.TypesInfo = []*ast.File{file}, &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
	}
	conf := types.Config{
		Importer: imports(base.Types.Imports()),
		Error: func(err error) {
			pkg.IllTyped = true
			pkg.TypeErrors = append(pkg.TypeErrors, err.(types.Error))
		},
	}
	pkg.Types, _ = conf.Check(pkg.PkgPath, pkg.Fset, pkg.Syntax, pkg.TypesInfo)
	return &pkg
}

type imports []*types.Package

func (im imports) Import(path string) (*types.Package, error) {
	for _, pkg := range im {
		if pkg.Path() == path {
			return pkg, nil
		}
	}
	return nil, fmt.Errorf("%s is not imported by the base", path)
}

// used is the processor time of this process: other than the clock's, it does not grow with what else the machine does.
func used(t *testing.T) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Skip("no processor time to be had: ", err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// plan runs the pass, and does with its result what the rules and the plan command do. It gives the processor time of
// both, without that of other passes.
func plan(t *testing.T, pkg *packages.Package) (res *callplan.Result, pass, rest time.Duration) {
	t.Helper()
	a := analyzers.Plan(config.Default())
	run := a.Run
	a.Run = func(p *analysis.Pass) (any, error) {
		start := used(t)
		defer func() { pass = used(t) - start }()
		return run(p)
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{a}, []*packages.Package{pkg}, &checker.Options{Sequential: true})
	if err != nil {
		t.Fatal(err)
	}
	act := graph.Roots[0]
	if act.Err != nil {
		t.Fatal(act.Err)
	}
	start := used(t)
	res = act.Result.(*callplan.Result)
	res.Overruns()
	res.Guards()
	program := callplan.NewProgram()
	program.Add(pkg.Types, res)
	for _, e := range program.Entries(res) {
		n := e.Plan
		n.Worst().Total()
		n.Suggest()
		if err := n.Check(); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
	}
	for _, f := range res.Funcs() {
		if n := res.Whole(f); n != nil {
			n.Worst()
			res.Guarded(f)
		}
	}
	return res, pass, used(t) - start
}

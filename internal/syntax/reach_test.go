package syntax_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Each body sets v at lines and ends with use(v); want are the lines (of the body, from 1) of the definitions that
// reach that use, "param" for the parameter.
var reachTests = []struct {
	name, body string
	want       []string
}{
	{"parameter", "use(v)", []string{"param"}},
	{"the last assignment wins", "v = 1\nv = 2\nuse(v)", []string{"2"}},
	{"a branch may or may not", "v = 1\nif b {\nv = 2\n}\nuse(v)", []string{"1", "3"}},
	{"both branches", "v = 1\nif b {\nv = 2\n} else {\nv = 3\n}\nuse(v)", []string{"3", "5"}},
	{"a branch that leaves", "v = 1\nif b {\nv = 2\nreturn\n}\nuse(v)", []string{"1"}},
	{"a branch that panics", "v = 1\nif b {\nv = 2\npanic(v)\n}\nuse(v)", []string{"1"}},
	{"init of an if", "if v = 1; b {\nuse(v)\n}", []string{"1"}},
	{"a loop comes round", "v = 1\nfor b {\nuse(v)\nv = 2\n}", []string{"1", "4"}},
	{"a loop is over", "v = 1\nfor b {\nv = 2\n}\nuse(v)", []string{"1", "3"}},
	{"break carries its value out", "v = 1\nfor {\nif b {\nv = 2\nbreak\n}\n}\nuse(v)", []string{"1", "4"}},
	{"a closure sees what comes later", "v = 1\nf := func() { use(v) }\nv = 2\nf()", []string{"1", "3"}},
	{"a literal called at once does not", "v = 1\nfunc() { use(v) }()\nv = 2", []string{"1"}},
	{"shadowing", "v = 1\n{\nv := 2\n_ = v\n}\nuse(v)", []string{"1"}},
	{"switch", "v = 1\nswitch {\ncase b:\nv = 2\ncase !b:\nv = 3\n}\nuse(v)", []string{"1", "4", "6"}},
	{"in a case", "v = 1\nswitch {\ncase b:\nv = 2\nuse(v)\n}", []string{"4"}},
	{"range", "for _, v = range []int{1} {\nuse(v)\n}", []string{"1"}},
	{"two results", "v, _ = pair()\nuse(v)", []string{"1"}},
	{"select", "c := make(chan int)\nselect {\ncase v = <-c:\nuse(v)\n}", []string{"3"}},
	{"labels", "v = 1\nl:\nv = 2\nif b { goto l }\nuse(v)", []string{"3"}},
}

func TestReach(t *testing.T) {
	for _, tt := range reachTests {
		t.Run(tt.name, func(t *testing.T) {
			src := "package p\nfunc use(int) {}\nfunc pair() (int, error) { return 0, nil }\nfunc f(v int, b bool) {\n" + tt.body + "\n}\n"
			p := load(t, src)
			var got []string
			for _, d := range uses(p) {
				if d.Kind == syntax.Param {
					got = append(got, "param")
					continue
				}
				got = append(got, fmt.Sprint(p.Fset.Position(d.Node.Pos()).Line-4))
			}
			sort.Strings(got)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("definitions that reach use(v) (-want +got):\n%s\n%s", diff, tt.body)
			}
		})
	}
}

// uses gives the definitions that reach the argument of the one call of use in f.
func uses(p *syntax.Package) (defs []*syntax.Def) {
	for _, file := range p.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if id, ok := call.Fun.(*ast.Ident); ok && id.Name == "use" {
					defs = p.Reach(p.VarOf(call.Args[0]), call.Args[0])
				}
			}
			return true
		})
	}
	return defs
}

func load(t *testing.T, src string) *syntax.Package {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Implicits: map[ast.Node]types.Object{}, Scopes: map[ast.Node]*types.Scope{},
		Instances: map[*ast.Ident]types.Instance{},
	}
	conf := types.Config{Importer: importer.Default(), Error: func(error) {}}
	pkg, err := conf.Check("p", fset, []*ast.File{file}, info)
	if err != nil && !strings.Contains(err.Error(), "declared and not used") {
		t.Fatal(err)
	}
	return syntax.New(fset, []*ast.File{file}, pkg, info, nil, false)
}

func TestTarget(t *testing.T) {
	p := load(t, `package p
type T struct{ f func() int }
func (T) m() int { return 0 }
func g[E any](E) int { return 0 }
func plain() int { return 0 }
var kept = plain
func f(t T, param func() int) {
	method := t.m
	local := func() int { return 1 }
	twice := plain
	twice = t.m
	_ = []int{plain(), t.m(), method(), local(), g(1), kept(), param(), twice(), func() int { return 2 }()}
}
`)
	var got []string
	for _, file := range p.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			s := types.ExprString(call.Fun)
			switch target := p.Target(call); {
			case target.Fn != nil:
				s += " is " + target.Fn.Name()
			case target.Func != nil:
				s = strings.TrimPrefix(strings.SplitN(s, "(", 2)[0], "func") + " is a literal"
			default:
				s += " is unknown"
			}
			got = append(got, s)
			return true
		})
	}
	want := []string{"plain is plain", "t.m is m", "method is m", "local is a literal", "g is g", "kept is plain", "param is unknown", "twice is m", " is a literal"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWords(t *testing.T) {
	for name, want := range map[string]string{
		"GetHTTPStatus_v2": "get http status v2", "shutDown": "shut down", "ID": "id", "": "", "listByIDs": "list by i ds", "request.timeout-ms": "request timeout ms",
	} {
		if got := strings.Join(syntax.Words(name), " "); got != want {
			t.Errorf("Words(%q) = %q, want %q", name, got, want)
		}
	}
}

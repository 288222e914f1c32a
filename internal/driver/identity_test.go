package driver

import (
	"context"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/budgetlint/budgetlint/internal/rule"
)

const identities = `package p

type Client[K comparable, V any] struct{ Hook func() }

func (c *Client[K, V]) Get(k K) V { var v V; mark(c.put(k, v)); return v }
func (c Client[K, V]) put(K, V) int { return mark(1) }

type Doer interface{ Do() int }

type opts struct{ Wait int }

func F(d Doer, c *Client[string, int], each []int) {
	mark(d.Do())
	mark(c.Get("x"))
	c.Hook()
	func() { mark(len(each)) }()
	_ = Alias(x3)
	_ = opts{Wait: mark(4)}
	_ = opts{Wait: 5}
	x := 6 + 1
	for range each {
		_ = x
	}
	go other()
	go func() {}()
	_ = make(chan int)
	var run func()
	run()
	_ = (&opts{})
	// a comment
}

type Alias int

const x3 = 3

var a, b = mark(7), mark(8)

func mark(int) int { return 0 }
func other()       {}
func init()        { other() }
func _()           { other() }
`

func checked(t *testing.T, src string) *packages.Package {
	t.Helper()
	pkg := &packages.Package{PkgPath: "example.com/p", Fset: token.NewFileSet()}
	file, err := parser.ParseFile(pkg.Fset, "p.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	pkg.Syntax = []*ast.File{file}
	pkg.TypesInfo = emptyInfo()
	conf := types.Config{Importer: importer.Default()}
	if pkg.Types, err = conf.Check(pkg.PkgPath, pkg.Fset, pkg.Syntax, pkg.TypesInfo); err != nil {
		t.Fatal(err)
	}
	return pkg
}

// at is the place of the n-th occurrence of text in identities.
func at(t *testing.T, pkg *packages.Package, text string, n int) (pos, end token.Pos) {
	t.Helper()
	offset := 0
	for range n {
		i := strings.Index(identities[offset:], text)
		if i < 0 {
			t.Fatalf("no %q", text)
		}
		offset += i + len(text)
	}
	base := pkg.Syntax[0].FileStart
	return base + token.Pos(offset-len(text)), base + token.Pos(offset)
}

func TestKey(t *testing.T) {
	pkg := checked(t, identities)
	for _, test := range []struct {
		text string
		n    int
		want string // function, callee, and + where the place is just a call
	}{
		{"c.put(k, v)", 1, "(*Client).Get .Client.put +"},
		{"mark(1)", 1, "Client.put .mark +"},
		{"d.Do()", 1, "F .Doer.Do +"},
		{`c.Get("x")`, 1, "F .(*Client).Get +"},
		{"c.Hook()", 1, "F .Client.Hook +"},
		{"len(each)", 1, "F len +"},
		{"Alias(x3)", 1, "F .Alias +"},
		{"mark(4)", 1, "F .mark +"},
		{"5", 1, "F .opts.Wait"},
		{"6", 1, "F value"},
		{"for range each ", 1, "F for"},
		{"go other()", 1, "F .other"},
		{"go func() {}()", 1, "F func"},
		{"make(chan int)", 1, "F make +"},
		{"run()", 1, "F run +"},
		{"opts{}", 1, "F .opts"},
		{"// a comment", 1, "F -"},
		{"mark(7)", 1, "a .mark +"},
		{"mark(8)", 1, "b .mark +"},
		{"other()", 3, "init .other +"},
		{"other()", 4, "_ .other +"},
	} {
		f := Found{Package: pkg, Finding: rule.Finding{Rule: "r", Category: "c"}}
		f.Pos, f.End = at(t, pkg, test.text, test.n)
		key, call := f.key(f.Pos, f.End)
		got := key.Function + " " + key.Callee
		if call {
			got += " +"
		}
		if got != test.want || key.Package != "example.com/p" || key.Rule != "r/c" {
			t.Errorf("%s: %s in %s of %s, want %s", test.text, got, key.Package, key.Rule, test.want)
		}
		if strings.ContainsAny(key.Function+key.Callee, " \t\n") {
			t.Errorf("%s: %q has blanks", test.text, key)
		}
	}
}

// Every expression and statement has a key without blanks, also where types are missing.
func TestKeyAnywhere(t *testing.T) {
	for _, pkg := range []*packages.Package{checked(t, identities), {PkgPath: "p", Fset: token.NewFileSet()}, broken(t)} {
		for _, file := range pkg.Syntax {
			ast.Inspect(file, func(n ast.Node) bool {
				if n == nil {
					return false
				}
				f := Found{Package: pkg, Finding: rule.Finding{Rule: "r", Pos: n.Pos(), End: n.End(), Related: []analysis.RelatedInformation{{Pos: n.End()}}}}
				for _, key := range f.find() {
					if len(strings.Fields(key.String())) != 4 {
						t.Errorf("%T: %q", n, key)
					}
				}
				return true
			})
		}
	}
}

func emptyInfo() *types.Info {
	return &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{},
	}
}

// broken is a package of which the type checker could say nothing.
func broken(t *testing.T) *packages.Package {
	pkg := checked(t, identities)
	pkg.TypesInfo = emptyInfo()
	return pkg
}

func TestDeclares(t *testing.T) {
	pkg := checked(t, identities).Types
	for name, want := range map[string]bool{
		"F": true, "G": false, "a": true, "(*Client).Get": true, "Client.put": true, "(*Client).Put": false, "(*Server).Get": false,
		"Doer.Do": true, "Doer.Undo": false, "opts.Wait": true, "opts.Rest": false, "init": true, "_": true, "-": true, "F.x": false,
	} {
		if declares(pkg, name) != want {
			t.Errorf("%s: declared %v, want %v", name, !want, want)
		}
	}
}

func TestGoneCallee(t *testing.T) {
	pkg := checked(t, "package p\n\nimport \"net/http\"\n\nvar _ = http.Get\n")
	w := goneFrom(pkg)
	for callee, want := range map[string]bool{
		"net/http.Get": false, "net/http.Nosuch": true, "net/http.(*Client).Do": false, "net/http.(*Client).Nosuch": true,
		"net/nosuch.Get": false, "make": false, "-": false, ".F": true, "example.com/p.F": true, "gopkg.in/yaml.v3.Marshal": false, "": false,
	} {
		if w.GoneCallee("example.com/p", callee) != want {
			t.Errorf("%s: gone %v, want %v", callee, !want, want)
		}
	}
	if w.GoneFunction("example.com/other", "F") || !w.GoneFunction("example.com/p", "F") {
		t.Error("functions of packages that are not at hand are not known to be gone")
	}
}

func TestGains(t *testing.T) {
	opts := Options{Dir: "../..", Patterns: []string{"./examples/dashboard/before"}}
	out, err := Run(context.Background(), opts)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, g := range out.Gains(2) {
		got = append(got, fmt.Sprint(g.Function, " ", g.Unbounded, g.Serial, g.Loops))
	}
	want := []string{"before.(*Server).handleDashboard 4 4 0", "before.(*NotifyClient).Seen 1 0 0"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	out.Findings = append(out.Findings, out.Findings[0], out.Findings[0])
	for i := range 2 {
		out.Findings[len(out.Findings)-1-i].Rule = "seqloop"
	}
	if g := out.Gains(1)[0]; g.Loops != 2 {
		t.Errorf("two loops gain less than %+v", g)
	}
}

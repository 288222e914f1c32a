package fix_test

import (
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/fix"
)

// std is read from source: slow for large packages, so tests import small ones.
var std = importer.ForCompiler(token.NewFileSet(), "source", nil)

// load type-checks one file, errors allowed.
func load(t *testing.T, src string) *fix.File {
	t.Helper()
	return loadWith(t, src, nil)
}

func loadWith(t *testing.T, src string, more map[string]string) *fix.File {
	t.Helper()
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	files := []*ast.File{syntax}
	for name, text := range more {
		f, err := parser.ParseFile(fset, name, text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{},
		Scopes: map[ast.Node]*types.Scope{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
	conf := types.Config{Importer: std, Error: func(error) {}, FakeImportC: true}
	pkg, _ := conf.Check("example.com/p", fset, files, info)
	return &fix.File{Fset: fset, Syntax: syntax, Pkg: pkg, Info: info}
}

// at is the position of the n-th (from 0) occurrence of marker in src.
func at(t *testing.T, f *fix.File, src, marker string) token.Pos {
	t.Helper()
	i := strings.Index(src, marker)
	if i < 0 {
		t.Fatalf("no %q", marker)
	}
	return f.Syntax.FileStart + token.Pos(i)
}

func apply(t *testing.T, f *fix.File, src string, edits ...analysis.TextEdit) string {
	t.Helper()
	out, err := f.Apply([]byte(src), edits)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func equal(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func insert(pos token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(text)}
}

func TestApply(t *testing.T) {
	const src = "package p\n\nfunc f(a, b int) int {\n\treturn a /* first */ + b\n}\n"
	f := load(t, src)
	a, plus := at(t, f, src, "a /*"), at(t, f, src, "+ b")

	t.Run("order and comments", func(t *testing.T) {
		equal(t, apply(t, f, src, insert(plus+3, "*2"), insert(a, "-")),
			"package p\n\nfunc f(a, b int) int {\n\treturn -a /* first */ + b*2\n}\n")
	})
	t.Run("identical once, same place in order", func(t *testing.T) {
		equal(t, apply(t, f, src, insert(a, "1+"), insert(a, "2+"), insert(a, "1+")),
			"package p\n\nfunc f(a, b int) int {\n\treturn 1 + 2 + a /* first */ + b\n}\n")
	})
	t.Run("insertion before a replacement", func(t *testing.T) {
		equal(t, apply(t, f, src, analysis.TextEdit{Pos: a, End: a + 1, NewText: []byte("b")}, insert(a, "3+")),
			"package p\n\nfunc f(a, b int) int {\n\treturn 3 + b /* first */ + b\n}\n")
	})
	t.Run("overlap", func(t *testing.T) {
		_, err := f.Apply([]byte(src), []analysis.TextEdit{{Pos: a, End: a + 5}, {Pos: a + 2, End: a + 6}})
		if err == nil || !strings.Contains(err.Error(), "p.go:4:11: two fixes change the same text") {
			t.Errorf("err = %v", err)
		}
	})
	t.Run("inside a replacement", func(t *testing.T) {
		if _, err := f.Apply([]byte(src), []analysis.TextEdit{{Pos: a, End: a + 5}, insert(a+2, "x")}); err == nil {
			t.Error("an insertion inside a replaced range is accepted")
		}
	})
	t.Run("other text", func(t *testing.T) {
		if _, err := f.Apply([]byte("package p\n"), []analysis.TextEdit{insert(a, "x")}); err == nil {
			t.Error("edits of another text are accepted")
		}
	})
	t.Run("syntax error", func(t *testing.T) {
		if _, err := f.Apply([]byte(src), []analysis.TextEdit{insert(a, "}")}); err == nil {
			t.Error("a result that does not parse is accepted")
		}
	})
}

func TestApplyKeepsBytes(t *testing.T) {
	for name, src := range map[string]string{
		"crlf":       "package p\r\n\r\n// c\r\nfunc f() int { return 1 }\r\n",
		"bom":        "\uFEFFpackage p\n\n// c\nfunc f() int { return 1 }\n",
		"no newline": "package p\n\n// c\nfunc f() int { return 1 }",
	} {
		t.Run(name, func(t *testing.T) {
			f := load(t, src)
			want := strings.Replace(src, "return 1", "return -1", 1)
			if name == "no newline" {
				want += "\n" // as gofmt does
			}
			equal(t, apply(t, f, src, insert(at(t, f, src, "1 }"), "-")), want)
		})
	}
}

func TestApplyDropsUnusedImports(t *testing.T) {
	const src = `package p

import (
	"errors" // all of them
	"strings"
	_ "unicode"
)

func f() bool { return strings.Contains("a", "b") && errors.New("") == nil }
`
	f := load(t, src)
	first := analysis.TextEdit{Pos: at(t, f, src, "strings.C"), End: at(t, f, src, " && "), NewText: []byte("true")}
	second := analysis.TextEdit{Pos: at(t, f, src, "errors.N"), End: at(t, f, src, " }\n"), NewText: []byte("false")}
	equal(t, apply(t, f, src, first), `package p

import (
	"errors" // all of them
	_ "unicode"
)

func f() bool { return true && errors.New("") == nil }
`)
	// No fix alone takes the last use of both; together they do.
	equal(t, apply(t, f, src, first, second), "package p\n\nimport (\n\t_ \"unicode\"\n)\n\nfunc f() bool { return true && false }\n")

	// One fix drops the import, another one needs it.
	drop := f.DropImport("strings", callOf(f, "Contains"))
	if len(drop) != 1 {
		t.Fatalf("DropImport = %v", drop)
	}
	uses := insert(at(t, f, src, " }\n"), ` && strings.ToUpper("x") == "X"`)
	got := apply(t, f, src, append(drop, first, uses)...)
	if !strings.Contains(got, `"strings"`) {
		t.Errorf("the import was dropped although it is used:\n%s", got)
	}
}

func callOf(f *fix.File, name string) (call *ast.CallExpr) {
	ast.Inspect(f.Syntax, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok {
			if sel, ok := c.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == name {
				call = c
			}
		}
		return true
	})
	return call
}

func TestDropImport(t *testing.T) {
	const src = "package p\n\nimport \"errors\"\n\nvar e = errors.New(\"a\")\nvar g = errors.Unwrap(e)\n"
	f := load(t, src)
	if got := f.DropImport("errors", callOf(f, "New")); got != nil {
		t.Errorf("one use of two removed, but the import is dropped: %v", got)
	}
	if got := f.DropImport("errors"); got != nil {
		t.Errorf("nothing removed, but the import is dropped: %v", got)
	}
	got := f.DropImport("errors", callOf(f, "New"), callOf(f, "Unwrap"))
	if len(got) != 1 || src[got[0].Pos-f.Syntax.FileStart:got[0].End-f.Syntax.FileStart] != "import \"errors\"\n" {
		t.Errorf("DropImport = %v", got)
	}
}

func TestCheck(t *testing.T) {
	const src = "package p\n\nimport \"errors\"\n\nvar e = errors.New(\"a\")\n\nvar old undefined\n"
	f := load(t, src)
	pkg := fix.Package{Fset: f.Fset, Files: []*ast.File{f.Syntax}, Types: f.Pkg}
	check := func(text string, load func(string) (*types.Package, error)) error {
		return fix.Check(pkg, map[string][]byte{"p.go": []byte(text)}, fix.Importer(f.Pkg, load))
	}
	if err := check(src+"\nvar n = 1\n", nil); err != nil {
		t.Errorf("only an error that was there before: %v", err)
	}
	if err := check(src+"\nvar n = missing\n", nil); err == nil || !strings.Contains(err.Error(), "undefined: missing") {
		t.Errorf("err = %v", err)
	}
	if err := check("package", nil); err == nil {
		t.Error("a syntax error is accepted")
	}
	withTime := strings.Replace(src, "import", "import \"unicode/utf8\"\nimport", 1) + "\nvar n = utf8.RuneLen('x')\n"
	if err := check(withTime, nil); err == nil {
		t.Error("a package that is not loaded is found")
	}
	if err := check(withTime, std.Import); err != nil {
		t.Errorf("loaded on demand: %v", err)
	}
	if err := check(withTime, func(string) (*types.Package, error) { return nil, errors.New("no such module") }); err == nil {
		t.Error("a package that cannot be loaded is found")
	}
}

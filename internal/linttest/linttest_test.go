package linttest

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/rule"
)

// listener is a reporter that remembers.
type listener []string

func (l *listener) Helper() {}
func (l *listener) Errorf(format string, args ...any) {
	*l = append(*l, fmt.Sprintf(format, args...))
}

// tree writes a testdata/src and loads it.
func tree(t *testing.T, files map[string]string) *loader {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	l, err := newLoader(root)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// calls is a rule that reports calls of functions named Slow, also through a fact about functions that call one, and
// whose fix is edit.
func calls(env *rule.Env, edit func(*ast.CallExpr) []analysis.TextEdit) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name: "calls", Doc: "calls: for tests", RunDespiteErrors: true,
		Requires:   []*analysis.Analyzer{env.Ignores},
		FactTypes:  []analysis.Fact{new(slow)},
		ResultType: reflect.TypeFor[*rule.Result](),
		Run: func(pass *analysis.Pass) (any, error) {
			res := new(rule.Result)
			for _, f := range pass.Files {
				for _, d := range f.Decls {
					fn, ok := d.(*ast.FuncDecl)
					if !ok {
						continue
					}
					ast.Inspect(fn, func(n ast.Node) bool {
						call, ok := n.(*ast.CallExpr)
						if !ok {
							return true
						}
						callee := called(pass.TypesInfo, call)
						if callee == nil || callee.Name() != "Slow" && !pass.ImportObjectFact(callee, new(slow)) {
							return true
						}
						pass.ExportObjectFact(pass.TypesInfo.Defs[fn.Name], &slow{Why: callee.Name()})
						finding := rule.Finding{Pos: call.Pos(), End: call.End(), Category: "x", Message: callee.Name() + " is slow"}
						if edits := edit(call); edits != nil {
							finding.Fixes = []rule.Fix{{Title: "change it", Level: rule.Ask, Edits: edits}}
						}
						rule.Report(pass, env, res, "calls", finding)
						return true
					})
				}
			}
			return res, nil
		},
	}
}

type slow struct{ Why string }

func (*slow) AFact() {}

func called(info *types.Info, call *ast.CallExpr) types.Object {
	switch fun := call.Fun.(type) {
	case *ast.Ident:
		return info.Uses[fun]
	case *ast.SelectorExpr:
		return info.Uses[fun.Sel]
	}
	return nil
}

func noFix(*ast.CallExpr) []analysis.TextEdit { return nil }

// outcome runs a rule over fixture a of l and returns what a test would print.
func outcome(t *testing.T, l *loader, edit func(*ast.CallExpr) []analysis.TextEdit) []string {
	t.Helper()
	pkgs, err := l.fixture("a")
	if err != nil {
		t.Fatal(err)
	}
	a := calls(Env(t, Options{}), edit)
	found, err := analyze(a, pkgs)
	if err != nil {
		t.Fatal(err)
	}
	var got listener
	for _, pkg := range pkgs {
		checkWants(&got, pkg, found[pkg])
		checkFixes(&got, l, a, pkg, found[pkg])
	}
	return got
}

func TestWants(t *testing.T) {
	l := tree(t, map[string]string{
		"example.com/dep/dep.go": "package dep\n\nfunc Slow() {}\n\nfunc Wrapper() { Slow() }\n",
		"a/a.go": `package a

import (
	"net/http"

	"example.com/dep"
)

func A() {
	dep.Slow()    // want "Slow is slow"
	dep.Wrapper() // want "Wrapper is slow" "no such finding"
	dep.Slow()
	dep.Slow(); dep.Slow() // want "calls/x" ` + "`is slow`" + `
	http.NotFound(nil, nil) // want broken
}
`,
		"a/b/b.go": "package b\n\nimport \"a\"\n\nfunc B() { a.A() } // want \"A is slow\"\n",
	})
	got := outcome(t, l, noFix)
	slices.Sort(got)
	for i, want := range []string{"a.go:11: no finding matches \"no such finding\"", "a.go:12:2: unexpected finding: Slow is slow (calls/x)", "a.go:14:26: want needs quoted"} {
		if len(got) != 3 || !strings.Contains(got[i], want) {
			t.Errorf("problem %d is not %q in %q", i, want, got)
		}
	}
}

func TestFixes(t *testing.T) {
	const src = "package a\n\nfunc Slow() int { return 1 }\n\nfunc Fast() int { return 2 }\n\nfunc f() int { return Slow() } // want `slow`\n"
	rename := func(name string) func(*ast.CallExpr) []analysis.TextEdit {
		return func(c *ast.CallExpr) []analysis.TextEdit {
			return []analysis.TextEdit{{Pos: c.Fun.Pos(), End: c.Fun.End(), NewText: []byte(name)}}
		}
	}
	golden := strings.Replace(src, "return Slow()", "return Fast()", 1)
	for _, tt := range []struct {
		name, src, golden string
		edit              func(*ast.CallExpr) []analysis.TextEdit
		want              string // "" for no problem
	}{
		{"right", src, golden, rename("Fast"), ""},
		{"no golden file", src, "", rename("Fast"), "has no golden file"},
		{"golden file differs", src, src, rename("Fast"), "differs from what the fixes give"},
		{"golden file without a fix", src, golden, noFix, "exists but nothing is fixed"},
		{"does not type-check", src, strings.Replace(src, "return Slow()", "return Gone()", 1), rename("Gone"), "undefined: Gone"},
		{"not idempotent", src, strings.Replace(src, "return Slow()", "return 0 + Slow()", 1), func(c *ast.CallExpr) []analysis.TextEdit {
			return []analysis.TextEdit{{Pos: c.Pos(), End: c.Pos(), NewText: []byte("0 + ")}}
		}, "not idempotent"},
		{"overlap", strings.Replace(src, "return Slow()", "return Slow() + Slow()", 1) + "// want `slow`\n", "", func(c *ast.CallExpr) []analysis.TextEdit {
			start := c.Pos() - token.Pos(int(c.Pos())%2)
			return []analysis.TextEdit{{Pos: start - 2, End: c.End() + 4, NewText: []byte(" 1")}}
		}, "two fixes change the same text"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string]string{"a/a.go": tt.src}
			if tt.golden != "" {
				files["a/a.go.golden"] = tt.golden
			}
			got := outcome(t, tree(t, files), tt.edit)
			if tt.want == "" && len(got) > 0 {
				t.Errorf("problems: %q", got)
			}
			if tt.want != "" && !slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, tt.want) }) {
				t.Errorf("no problem is %q in %q", tt.want, got)
			}
		})
	}
}

func TestLoad(t *testing.T) {
	l := tree(t, map[string]string{
		"a/a.go":                       "package a\n\nimport _ \"github.com/x/y/v2/z\"\n\nvar n int = \"no number\"\n",
		"a/a_test.go":                  "package a\n\nvar m = 1\n",
		"a/x_test.go":                  "package a_test\n\nimport _ \"a\"\n",
		"a/a_plan9.go":                 "package a\n\nvar n = 2\n",
		"github.com/x/y/v2/z/z.go":     "package z\n",
		"cycle/cycle.go":               "package cycle\n\nimport _ \"cycle/two\"\n",
		"cycle/two/two.go":             "package two\n\nimport _ \"cycle\"\n",
		"missing/missing.go":           "package missing\n\nimport _ \"example.com/nowhere\"\n",
		"empty/sub/no_go_files_here.x": "",
	})
	pkgs, err := l.fixture("a")
	if err != nil {
		t.Fatal(err)
	}
	pkg := pkgs[0]
	if len(pkg.Syntax) != 2 || len(pkg.TypeErrors) != 1 || !pkg.IllTyped || pkg.Types == nil {
		t.Errorf("%d files, errors %v", len(pkg.Syntax), pkg.TypeErrors)
	}
	stub := pkg.Imports["github.com/x/y/v2/z"]
	if !pkg.Module.Main || stub.Module.Path != "github.com/x/y" || stub.Module.Main {
		t.Errorf("modules %+v, %+v", pkg.Module, stub.Module)
	}
	if _, err := l.fixture("cycle"); err == nil || !strings.Contains(err.Error(), "import cycle") {
		t.Errorf("cycle: %v", err)
	}
	if _, err := l.fixture("empty"); err == nil {
		t.Error("a fixture without Go files is accepted")
	}
	pkgs, err = l.fixture("missing")
	if err != nil || len(pkgs[0].TypeErrors) == 0 {
		t.Errorf("a missing import is no type error: %v", err)
	}
}

// The promise that the whole suite's time rests on.
func TestLoadIsCheap(t *testing.T) {
	files := map[string]string{}
	for i := range 4 {
		files[fmt.Sprintf("a%d/a.go", i)] = "package a\n\nimport \"net/http\"\n\nvar c = http.Client{}\n"
	}
	l := tree(t, files)
	if _, err := l.fixture("a0"); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	for i := 1; i < 4; i++ {
		pkgs, err := l.fixture(fmt.Sprintf("a%d", i))
		if err != nil || len(pkgs[0].TypeErrors) > 0 {
			t.Fatal(err, pkgs)
		}
	}
	if d := time.Since(start); d > 1500*time.Millisecond {
		t.Errorf("3 more fixtures that import net/http took %v", d)
	}
}

func TestEnv(t *testing.T) {
	env := Env(t, Options{Models: func(e *rule.Env) { e.Deadline = e.Ignores }})
	if env.Severity("any", "category") == 0 || env.Deadline == nil {
		t.Error("a category is off, or the models are missing")
	}
}

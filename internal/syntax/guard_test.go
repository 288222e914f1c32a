package syntax_test

import (
	"go/ast"
	"testing"
)

// Each body of f(v int, b bool, c bool) makes one call of use; guard is the parameter + 1 that it depends on.
var guardTests = []struct {
	name, body string
	guard      int
}{
	{"nothing", "use(v)", 0},
	{"if", "if b {\nuse(v)\n}", 2},
	{"if not", "if !b {\nuse(v)\n}", -2},
	{"else", "if b {\n} else {\nuse(v)\n}", -2},
	{"not, else", "if !b {\n} else {\nuse(v)\n}", 2},
	{"one of two that hold", "if v > 1 && c {\nuse(v)\n}", 3},
	{"one of two that do not", "if v > 1 && c {\n} else {\nuse(v)\n}", 0},
	{"either", "if b || c {\nuse(v)\n}", 0},
	{"not both", "if !(b && c) {\nuse(v)\n}", 0},
	{"the innermost", "if b {\nif c {\nuse(v)\n}\n}", 3},
	{"further out", "if b {\nfor v > 1 {\nuse(v)\n}\n}", 2},
	{"in a closure", "if b {\nfunc() { use(v) }()\n}", 2},
	{"a variable", "d := b\nif d {\nuse(v)\n}", 0},
	{"a parameter that is assigned", "b = v > 1\nif b {\nuse(v)\n}", 0},
	{"in the condition", "if b && use(v) > 0 {\n}", 0},
}

func TestGuard(t *testing.T) {
	for _, tt := range guardTests {
		t.Run(tt.name, func(t *testing.T) {
			p := load(t, "package p\nfunc use(int) int { return 0 }\nfunc f(v int, b, c bool) {\n"+tt.body+"\n}\n")
			for _, f := range p.Funcs {
				if f.Outer == nil && f.Obj.Name() == "f" {
					if got := p.Guard(f, callOf(f.Body, "use")); got != tt.guard {
						t.Errorf("guard %d, want %d:\n%s", got, tt.guard, tt.body)
					}
				}
			}
		})
	}
}

// callOf finds the call of a function in n.
func callOf(n ast.Node, name string) (found *ast.CallExpr) {
	ast.Inspect(n, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if id, ok := call.Fun.(*ast.Ident); ok && id.Name == name {
				found = call
			}
		}
		return true
	})
	return found
}

// What a call does with the guard of the function that it calls.
func TestShutAndRelay(t *testing.T) {
	for _, tt := range []struct {
		call  string
		guard int
		shut  bool
		relay int
	}{
		{"g(1, false)", 2, true, 0},
		{"g(1, true)", 2, false, 0},
		{"g(1, false)", -2, false, 0},
		{"g(1, true)", -2, true, 0},
		{"g(1, off)", 2, true, 0},
		{"g(1, b)", 2, false, 1},
		{"g(1, b)", -2, false, -1},
		{"g(1, !b)", 2, false, -1},
		{"g(1, !b)", -2, false, 1},
		{"g(1, c())", 2, false, 0},
		{"g(1, false)", 0, false, 0},
		{"g(pair())", 2, false, 0},
	} {
		p := load(t, "package p\nconst off = false\nfunc pair() (int, bool) { return 0, false }\nfunc c() bool { return true }\nfunc g(int, bool) {}\nfunc f(b bool) { "+tt.call+" }\n")
		for _, f := range p.Funcs {
			if f.Obj.Name() != "f" {
				continue
			}
			call := callOf(f.Body, "g")
			shut, relay := p.Shut(p.Target(call), call, tt.guard), p.Relay(f, p.Target(call), call, tt.guard)
			if shut != tt.shut || relay != tt.relay {
				t.Errorf("%s with guard %d: shut %t, relay %d, want %t, %d", tt.call, tt.guard, shut, relay, tt.shut, tt.relay)
			}
		}
	}
}

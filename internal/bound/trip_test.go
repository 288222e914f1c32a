package bound_test

import (
	"fmt"
	"go/ast"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/bound"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/linttest"
	"github.com/budgetlint/budgetlint/internal/model"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// Each body is that of a function with the parameters n int, s []string, m map[string]int, ch chan string,
// rows *sql.Rows; trip is that of its last loop, spelled by spell.
var tripTests = []struct{ name, body, trip string }{
	// Numbers and collections that stand in the code.
	{"a constant", "for i := 0; i < 3; i++ {}", "3"},
	{"a constant, downwards", "for i := 5; i > 0; i-- {}", "5"},
	{"a constant, turned round", "for i := 0; 3 > i; i++ {}", "3"},
	{"an int", "for range 4 {}", "4"},
	{"a literal", `for range []string{"a", "b"} {}`, "2"},
	{"a literal in a variable", `x := []string{"a", "b"}; for range x {}`, "2"},
	{"an array", "var x [5]int; for range x {}", "5"},
	{"an array's address", "var x [5]int; for range &x {}", "5"},
	{"a string", `for range "abc" {}`, "3"},
	{"a map literal", `for range map[string]int{"a": 1} {}`, "1"},
	{"a named constant", "for i := range workers {_ = i}", "6"},
	{"a package variable", "for range regions {}", "3"},
	{"made with a size", "x := make([]string, 7); for range x {}", "7"},
	{"either of two", `x := []string{"a"}; if n > 1 { x = []string{"a", "b"} }; for range x {}`, "≤ a few values"},
	{"two bounds", "for i := 0; i < n && i < 3; i++ {}", "3"},

	// What nothing limits.
	{"a parameter", "for range s {}", "each of s (a parameter of f)"},
	{"a parameter, counted", "for i := 0; i < len(s); i++ {}", "each of s (a parameter of f)"},
	{"a number", "for i := 0; i < n; i++ {}", "n times (a parameter of f)"},
	{"a number, ranged over", "for range n {}", "n times (a parameter of f)"},
	{"a map", "for range m {}", "each of m (a parameter of f)"},
	{"a result", "for range load() {}", "each of load()"},
	{"a result in a variable", "x := load(); for range x {}", "each of x (the result of load)"},
	{"keys of a map", "for range maps.Keys(m) {}", "each of m (a parameter of f)"},
	{"filled by a loop", "var x []string; for _, v := range s { x = append(x, v) }; for range x {}", "each of x (filled from s)"},
	{"a loop in a loop", "for _, v := range load() { for range strings.Fields(v) {} }", "each of strings.Fields(v)"},
	{"made as long as another", "x := make([]string, len(s)); for range x {}", "each of x"},
	{"a queue", "for len(s) > 0 { s = s[1:] }", "each of s"},
	{"rows", "for rows.Next() {}", "each of what rows yields"},
	{"a channel", "for range ch {}", "each of the values of ch"},
	{"a channel, by hand", "for { v, ok := <-ch; if !ok { return }; _ = v }", "each of the values of ch"},
	{"an iterator", "for range all() {}", "each of all()"},

	// Limits that stand somewhere else.
	{"cut", "for range s[:8] {}", "≤ cut to 8"},
	{"cut to the smaller", "for range s[:min(len(s), 8)] {}", "≤ cut to min(len(s), 8)"},
	{"batches", "for i := 0; i < len(s); i += 10 { for range s[i:min(i+10, len(s))] {} }", "≤ cut into batches"},
	{"chunks", "for c := range slices.Chunk(s, 10) { for range c {} }", "10"},
	{"checked before", "if len(s) > 100 { return }; for range s {}", "≤ checked against a limit"},
	{"cut before", "if len(s) > 100 { s = s[:100] }; for range s {}", "≤ checked against a limit"},
	{"left at a limit", "var x []string; for _, v := range s { if len(x) >= 5 { break }; x = append(x, v) }", "≤ left at 5"},
	{"a limit that only skips", "k := 0; for range s { if k >= 5 { continue }; k++ }", "each of s (a parameter of f)"},
	{"processors", "for range runtime.NumCPU() {}", "≤ runtime.NumCPU()"},
	{"a remainder", "for range n % 8 {}", "≤ n % 8"},
	{"workers by name", "maxWorkers := n; for range maxWorkers {}", "≤ maxWorkers"},
	{"a helper that returns a few", "for range few() {}", "≤ few returns a few"},

	// Loops that something else drives.
	{"no condition", "for { n++ }", "endless"},
	{"a condition that is no count", "for n != 7 && ok() { n = n * 2 }", "endless"},
	{"a select on a ticker", "t := time.NewTicker(time.Second); for { select { case <-t.C: } }", "ticker"},
	{"a ticker", "for range time.Tick(time.Second) {}", "ticker"},
	{"a pause", "for { time.Sleep(time.Second) }", "ticker"},
	{"accept", `l, _ := net.Listen("tcp", ":0"); for { c, err := l.Accept(); if err != nil { return }; _ = c }`, "accept"},
}

const before = `package m

import ("database/sql"; "iter"; "maps"; "net"; "runtime"; "slices"; "strings"; "time")

const workers = 6

var regions = []string{"eu", "us", "ap"}

func load() []string { return strings.Fields(time.Now().String()) }

func few() []string { return []string{"a", "b"} }

func all() iter.Seq[string] { return slices.Values(load()) }

func ok() bool { return true }

`

func TestTrip(t *testing.T) {
	var src strings.Builder
	src.WriteString(before)
	for i, tt := range tripTests {
		fmt.Fprintf(&src, "\ntype t%d struct{}\n\nfunc (t%d) f(n int, s []string, m map[string]int, ch chan string, rows *sql.Rows) {\n%s\n}\n", i, i, tt.body)
	}
	pkgs := linttest.Module(t, map[string]string{"m.go": src.String()})
	known := linttest.Result(t, pass(), pkgs, "example.com/m").(*bound.Result)
	got := map[string]string{}
	for _, f := range known.Syntax().Funcs {
		if recv := f.Sig.Recv(); recv != nil {
			if loop := lastLoop(f.Body); loop != nil {
				got[recv.Type().String()] = spell(known.Trip(loop))
			}
		}
	}
	for i, tt := range tripTests {
		if g := got[fmt.Sprintf("example.com/m.t%d", i)]; g != tt.trip {
			t.Errorf("%s: %s: trip %q, want %q", tt.name, tt.body, g, tt.trip)
		}
	}
}

func pass() *analysis.Analyzer {
	return model.Env(config.Default(), config.Known{}, func(string, string) rule.Severity { return rule.Warning }).Bound
}

func lastLoop(n ast.Node) (loop ast.Stmt) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt:
			loop = n
		case *ast.RangeStmt:
			loop = n
		}
		return true
	})
	return loop
}

func spell(t bound.Trip) string {
	switch t.Kind {
	case bound.Constant:
		return fmt.Sprint(t.N)
	case bound.Bounded:
		return "≤ " + t.Why
	case bound.Endless:
		return "endless"
	case bound.Accept:
		return "accept"
	case bound.Ticker:
		return "ticker"
	}
	s := "each of " + t.Of
	if t.Number {
		s = t.Of + " times"
	}
	if t.From != "" {
		s += " (" + t.From + ")"
	}
	return s
}

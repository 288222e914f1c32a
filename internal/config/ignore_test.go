package config_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/budgetlint/budgetlint/internal/config"
)

// Lines that end in SILENT are those that the directives of the file silence for nodeadline; no other is.
const silenced = `package p

func f() {
	//budgetlint:ignore nodeadline above
	call()          // SILENT
	call()
	call()          //budgetlint:ignore nodeadline behind // SILENT
	call()

	//budgetlint:ignore nodeadline the whole statement
	x := call(      // SILENT
		call(),     // SILENT
	)               // SILENT
	call(x)

	//budgetlint:ignore nodeadline the call, not what runs in it
	run(a, func() { // SILENT
		call()
	})

	//budgetlint:ignore nodeadline the head of the statement
	if err := call( // SILENT
		a,          // SILENT
	); err != nil { // SILENT
		call()
	}
	//budgetlint:ignore nodeadline stacked
	//budgetlint:ignore ctxdrop stacked
	//nolint:other
	call()          // SILENT

	//budgetlint:ignore nodeadline a blank line is too far

	call()
	//budgetlint:ignore nodeadline,ctxdrop two rules
	call()          // SILENT
	//budgetlint:ignore ctxdrop another rule
	call()
	//budgetlint:ignore nodeadline/client one category
	call()
	//budgetlint:ignore nodeadline
	call()
	//budgetlint:ignore seqcalls,nodedline unknown
	call()
	y := []int{
		call(),
		//budgetlint:ignore nodeadline one element
		call(),     // SILENT
		call(),
	}
	for range y {   //budgetlint:ignore nodeadline the loop's head // SILENT
		call()
	}
	switch {
	//budgetlint:ignore nodeadline the case's head
	case call() ||  // SILENT
		call():     // SILENT
		call()
	}
	call(           //budgetlint:ignore nodeadline behind the first line // SILENT
		call(),     // SILENT
	)               // SILENT
}

//budgetlint:ignore nodeadline the group's head
var (               // SILENT
	a = call()
)
`

func TestIgnore(t *testing.T) {
	_, d := parse(t, silenced, nil)
	for i, line := range strings.Split(silenced, "\n") {
		if code := strings.TrimSpace(line); code == "" || strings.HasPrefix(code, "//") {
			continue // no finding can stand there
		}
		pos := token.Position{Filename: "/m/shop/shop.go", Line: i + 1}
		if got, want := d.Ignore("nodeadline", pos), strings.HasSuffix(line, "SILENT"); got != want {
			t.Errorf("line %d %q silenced: %t", i+1, line, got)
		}
		pos.Filename = "/m/shop/other.go"
		if d.Ignore("nodeadline", pos) {
			t.Errorf("line %d of another file silenced", i+1)
		}
	}
}

func TestIgnoreCategory(t *testing.T) {
	_, d := parse(t, "package p\n\nvar v = f() //budgetlint:ignore nodeadline/client bounded\nvar w = f() //budgetlint:ignore nodeadline bounded\n", nil)
	at := func(line int) token.Position { return token.Position{Filename: "/m/shop/shop.go", Line: line} }
	for rule, want := range map[string]bool{"nodeadline/client": true, "nodeadline/request": false, "nodeadline": false, "ctxdrop": false} {
		if d.Ignore(rule, at(3)) != want {
			t.Errorf("%s on line 3: %t", rule, !want)
		}
	}
	for rule, want := range map[string]bool{"nodeadline/client": true, "nodeadline/request": true, "nodeadline": true, "ctxdrop/client": false} {
		if d.Ignore(rule, at(4)) != want {
			t.Errorf("%s on line 4: %t", rule, !want)
		}
	}
}

// Positions follow //line comments, on both sides.
func TestIgnoreLine(t *testing.T) {
	src := "package p\n\n//line gen.y:100\nvar v = f() //budgetlint:ignore nodeadline bounded\n"
	_, d := parse(t, src, nil)
	if !d.Ignore("nodeadline", token.Position{Filename: "/m/shop/gen.y", Line: 100}) {
		t.Error("not silenced where the position says")
	}
}

func TestUnused(t *testing.T) {
	const src = `package p

var a = f() //budgetlint:ignore nodeadline used
var b = f() //budgetlint:ignore nodeadline,ctxdrop half used
var c = f() //budgetlint:ignore nodeadline/client not used
var d = f() //budgetlint:ignore seqcalls did not run
var e = f() //budgetlint:ignore nodeadline
`
	fset, d := parse(t, src, nil)
	var wait sync.WaitGroup
	for range 8 { // as several analyzers do; run with -race
		wait.Go(func() {
			for _, line := range []int{3, 4} {
				d.Ignore("nodeadline", token.Position{Filename: "/m/shop/shop.go", Line: line})
			}
		})
	}
	wait.Wait()
	got := messages(fset, d.Unused(map[string]bool{"nodeadline": true, "ctxdrop": true}))
	want := []string{
		"4:44-51: nothing here is reported by ctxdrop; remove the ignore",
		"5:33-50: nothing here is reported by nodeadline/client; remove the ignore",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := d.Unused(nil); len(got) != 0 {
		t.Errorf("nothing ran, but %q", messages(fset, got))
	}
}

// Where findings are dropped before anyone asks for ignores, an ignore is not unused, nor worth a problem.
func TestQuietFiles(t *testing.T) {
	const body = "package p\n\nvar a = f() //budgetlint:ignore nodeadline bounded\n\n//budgetlint:ignore\nvar b = 1\n"
	ran := map[string]bool{"nodeadline": true}
	conf, err := config.Parse("c.yml", []byte("exclude: [legacy/...]"), known)
	if err != nil {
		t.Fatal(err)
	}
	tests := config.Default()
	tests.Tests = true
	for _, tt := range []struct {
		name, file, src string
		conf            *config.Config
		quiet           bool
	}{
		{"plain", "/m/a.go", body, conf, false},
		{"generated", "/m/a.go", "// Code generated by x. DO NOT EDIT.\n\n" + body, conf, true},
		{"test", "/m/a_test.go", body, conf, true},
		{"tests on", "/m/a_test.go", body, tests, false},
		{"excluded", "/m/legacy/a.go", body, conf, true},
	} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, tt.file, tt.src, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		d := config.ParseDirectives(fset, []*ast.File{file}, nil, tt.conf, known, "/m")
		if n := len(d.Unused(ran)) + len(d.Problems()); n != 2 && !tt.quiet || n != 0 && tt.quiet {
			t.Errorf("%s: %q, %q", tt.name, messages(fset, d.Unused(ran)), messages(fset, d.Problems()))
		}
	}
}

func TestExcluded(t *testing.T) {
	for _, tt := range []struct {
		pattern string
		in, out []string
	}{
		{"internal/legacy/...", []string{"internal/legacy/a.go", "internal/legacy/b/c.go"}, []string{"internal/legacyx/a.go", "internal/a.go", "x/internal/legacy/a.go"}},
		{"./internal/legacy/", []string{"internal/legacy/a.go"}, []string{"internal/legacy/b/c.go"}},
		{"a.go", []string{"a.go"}, []string{"b/a.go"}},
		{"...", []string{"a.go", "b/a.go"}, nil},
		{".../mocks/...", []string{"x/mocks/a.go", "x/y/mocks/z/a.go"}, []string{"x/a.go"}},
		{"api/*.pb.go", []string{"api/a.pb.go"}, []string{"api/a.go", "api/v1/a.pb.go"}},
		{"api/*_v?.go", []string{"api/a_v1.go"}, []string{"api/a_v12.go"}},
		{"c++", []string{"c++/a.go"}, []string{"ccc/a.go"}},
	} {
		conf, err := config.Parse("c.yml", fmt.Appendf(nil, "exclude: [%q]", tt.pattern), known)
		if err != nil {
			t.Error(err)
			continue
		}
		d := config.ParseDirectives(token.NewFileSet(), nil, nil, conf, known, "/m")
		for _, file := range tt.in {
			if !d.Excluded("/m/"+file) || !d.Excluded(file) {
				t.Errorf("%s does not exclude %s", tt.pattern, file)
			}
		}
		for _, file := range append(tt.out, "../m2/internal/legacy/a.go") {
			if d.Excluded("/m/" + file) {
				t.Errorf("%s excludes %s", tt.pattern, file)
			}
		}
		nowhere := config.ParseDirectives(token.NewFileSet(), nil, nil, conf, known, "")
		if nowhere.Excluded("/m/" + tt.in[0]) {
			t.Errorf("%s excludes %s without knowing the module's folder", tt.pattern, tt.in[0])
		}
	}
}

package config_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/budgetlint/budgetlint/internal/config"
)

// parse reads directives from one file called /m/shop/shop.go in a module at /m.
func parse(t *testing.T, src string, c *config.Config) (*token.FileSet, *config.Directives) {
	t.Helper()
	fset := token.NewFileSet()
	file, _ := parser.ParseFile(fset, "/m/shop/shop.go", src, parser.ParseComments)
	return fset, config.ParseDirectives(fset, []*ast.File{file}, nil, c, known, "/m")
}

func messages(fset *token.FileSet, problems []config.Problem) []string {
	var out []string
	for _, p := range problems {
		pos, end := fset.Position(p.Pos), fset.Position(p.End)
		out = append(out, fmt.Sprintf("%d:%d-%d: %s", pos.Line, pos.Column, end.Column, p.Message))
	}
	return out
}

func TestDirectiveProblems(t *testing.T) {
	tests := []struct{ comment, want string }{
		{"//budgetlint:ignore nodeadline the sidecar bounds it", ""},
		{"//budgetlint:ignore nodeadline,ctxdrop the sidecar bounds it", ""},
		{"//budgetlint:ignore nodeadline/client see https://example.com/why", ""},
		{"// budgetlint is a linter: budgetlint:ignore is its directive", ""},
		{"// budgetlint: ignored", ""},
		{"//budgetlint is fine", ""},
		{"//nolint:budgetlint", ""},
		{"//budgetlint:ignore", "1-20: the ignore names no rule; write //budgetlint:ignore RULE and the reason"},
		{"//budgetlint:ignore nodeadline", "1-31: the ignore of nodeadline gives no reason; write it after the rule"},
		{"//budgetlint:ignore nodeadline // later", "1-31: the ignore of nodeadline gives no reason; write it after the rule"},
		{"//budgetlint:ignore nodeadline <why>", "32-37: write why the finding of nodeadline is accepted in place of <why>"},
		{"//budgetlint:ignore nodeadline --", "1-31: the ignore of nodeadline gives no reason; write it after the rule"},
		{"//budgetlint:ignore nodedline bounded", `21-30: unknown rule "nodedline"; did you mean nodeadline?`},
		{"//budgetlint:ignore ctxdrop,fanout bounded", `29-35: unknown rule "fanout"; there are ctxdrop, nodeadline, seqcalls, sharedpool`},
		{"//budgetlint:ignore nodeadline/clint bounded", `21-37: nodeadline has no category "clint"; did you mean client?`},
		{"//budgetlint:ignore ctxdrop/x bounded", `21-30: ctxdrop has no category "x"`},
		{"//budgetlint:ignore nodeadline/ bounded", `21-32: nodeadline has no category ""; there are client, request`},
		{"//budgetlint:ignore nodeadline, ctxdrop bounded", "21-32: rules are separated by a comma without a space"},
		{"//budgetlint:ignore ,ctxdrop bounded", "21-21: the ignore has an empty name of a rule"},
		{"//budgetlint:ignroe nodeadline x", `14-20: unknown directive "budgetlint:ignroe"; did you mean ignore?`},
		{"//budgetlint:zzzzz", `14-19: unknown directive "budgetlint:zzzzz"; there are ignore, entry, downstream`},
		{"//budgetlint:", "1-14: the directive has no verb; write //budgetlint:ignore, entry or downstream"},
		{"//budgetlint: ignore nodeadline x", "1-14: the directive has no verb"},
		{"// budgetlint:ignore nodeadline x", "1-34: this comment is no directive; write //budgetlint:ignore without a space after the slashes"},
		{"/*budgetlint:ignore nodeadline x*/", "1-35: this comment is no directive; write //budgetlint:ignore without a space after the slashes"},
		{"/* budgetlint:entry\n*/", "1-20: this comment is no directive; write //budgetlint:entry without a space after the slashes"},
		{"//budgetlint:entry total=2s", "1-19: budgetlint:entry stands on no function; put it directly above a function, a method or a method of an interface"},
		{"//budgetlint:downstream read", "1-24: budgetlint:downstream stands on no function; put it directly above"},
	}
	for _, tt := range tests {
		fset, d := parse(t, "package p\n\n"+tt.comment+"\nvar v = 1\n", nil)
		got := messages(fset, d.Problems())
		switch {
		case tt.want == "" && len(got) == 0:
		case tt.want == "" || len(got) != 1 || !strings.HasPrefix(got[0], "3:"+tt.want):
			t.Errorf("%s\n got %q\nwant %q", tt.comment, got, tt.want)
		}
	}
}

func TestFunctionDirectiveProblems(t *testing.T) {
	tests := []struct{ comment, want string }{
		{"//budgetlint:entry", ""},
		{"//budgetlint:entry total=2s margin=300ms // the page", ""},
		{"//budgetlint:entry total", "20-25: total needs a value, as in total=…"},
		{"//budgetlint:entry total=", "20-26: total needs a value, as in total=…"},
		{"//budgetlint:entry total=2", `20-27: total "2" is no duration; write one such as 2s or 400ms`},
		{"//budgetlint:entry total=0s", "20-28: total must be more than zero, is 0s"},
		{"//budgetlint:entry total=2s total=3s", "29-37: total is given twice"},
		{"//budgetlint:entry totl=2s", `20-27: unknown setting "totl" of entry; did you mean total?`},
		{"//budgetlint:entry read", `20-24: unknown setting "read" of entry; there are total, margin`},
		{"//budgetlint:entry margin=1s", "1-29: margin has no effect without total"},
		{"//budgetlint:entry total=1s margin=1s", "1-38: margin of 1s leaves nothing of the total of 1s"},
		{"//budgetlint:entry total=1s\n//budgetlint:entry total=2s", "4:1-19: F has an entry directive already"},
		{"//budgetlint:downstream", ""},
		{"//budgetlint:downstream name=stock-service degradable timeout=400ms read", ""},
		{"//budgetlint:downstream name=", "25-30: name needs a value, as in name=…"},
		{"//budgetlint:downstream core degradable", "30-40: degradable contradicts core"},
		{"//budgetlint:downstream read write", "30-35: write contradicts read"},
		{"//budgetlint:downstream core=true", "25-34: core takes no value"},
		{"//budgetlint:downstream core core", "30-34: core is given twice"},
		{"//budgetlint:downstream timeout=fast", `25-37: timeout "fast" is no duration; write one such as 2s or 400ms`},
		{"//budgetlint:downstream degradeable", `25-36: unknown setting "degradeable" of downstream; did you mean degradable?`},
		{"//budgetlint:downstream read\n//budgetlint:downstream write", "4:1-24: F has a downstream directive already"},
	}
	for _, tt := range tests {
		src := "package p\n\n" + tt.comment + "\nfunc F() {}\n"
		fset, file, info := check(t, "example.com/p", src)
		d := config.ParseDirectives(fset, []*ast.File{file}, info, nil, known, "")
		got := messages(fset, d.Problems())
		want := tt.want
		if strings.Count(want, ":") > 0 && !strings.HasPrefix(want, "4:") {
			want = "3:" + want
		}
		switch {
		case want == "" && len(got) == 0:
		case want == "" || len(got) != 1 || got[0] != want:
			t.Errorf("%s\n got %q\nwant %q", tt.comment, got, want)
		}
		_, isEntry := d.Entry(function(t, info, "example.com/p.F"))
		_, isDownstream := d.Downstream(function(t, info, "example.com/p.F"))
		if good := tt.want == "" || strings.HasPrefix(tt.want, "4:"); good != (isEntry || isDownstream) {
			t.Errorf("%s: entry %t, downstream %t", tt.comment, isEntry, isDownstream)
		}
	}
}

const annotated = `package p

//budgetlint:entry total=2s margin=300ms
func Dashboard() {}

type Stock interface {
	// Get asks the stock service.
	//
	//budgetlint:downstream name=stock-service degradable timeout=400ms read
	Get()
	Put() //budgetlint:downstream write
	Plain()
}

type T[P any] struct{}

//budgetlint:downstream name=user-service core
func (*T[P]) User() {}

func Configured() {}

var _ = func(t *T[int]) { t.User() }

var (
	//budgetlint:entry total=1s
	x = 1
)

func body() {
	//budgetlint:entry total=1s
	_ = x
}

//budgetlint:entry total=1s

func detached() {}
`

func TestFunctionDirectives(t *testing.T) {
	fset, file, info := check(t, "example.com/p", annotated)
	c, err := config.Parse("c.yml", []byte(`
downstreams:
  - {match: example.com/p.Configured, name: first, class: core, effect: read, timeout: 1s}
  - {match: "example.com/p.*", name: second}
  - {match: "example.com/p.(Stock).*", name: third}
entries:
  - {match: example.com/p.Configured, total: 1s, margin: 100ms}
  - {match: example.com/p.Dashboard, total: 9s}
`), known)
	if err != nil {
		t.Fatal(err)
	}
	d := config.ParseDirectives(fset, []*ast.File{file}, info, c, known, "")
	for name, want := range map[string]config.Downstream{
		"(example.com/p.Stock).Get":    {Name: "stock-service", Class: "degradable", Effect: "read", Timeout: 400 * time.Millisecond},
		"(example.com/p.Stock).Put":    {Effect: "write"},
		"(example.com/p.Stock).Plain":  {Name: "third"},
		"(*example.com/p.T[int]).User": {Name: "user-service", Class: "core"},
		"example.com/p.Configured":     {Name: "first", Class: "core", Effect: "read", Timeout: time.Second},
		"example.com/p.Dashboard":      {Name: "second"},
	} {
		got, ok := d.Downstream(function(t, info, name))
		got.Match = config.Pattern{}
		if !ok || got != want {
			t.Errorf("Downstream(%s) = %+v, %t; want %+v", name, got, ok, want)
		}
	}
	for name, want := range map[string]config.Entry{
		"example.com/p.Dashboard":  {Total: 2 * time.Second, Margin: 300 * time.Millisecond},
		"example.com/p.Configured": {Total: time.Second, Margin: 100 * time.Millisecond},
		"example.com/p.detached":   {},
		"example.com/p.body":       {},
	} {
		got, ok := d.Entry(function(t, info, name))
		got.Match = config.Pattern{}
		if ok != (want.Total > 0) || got != want {
			t.Errorf("Entry(%s) = %+v, %t; want %+v", name, got, ok, want)
		}
	}
	if _, ok := d.Entry(nil); ok {
		t.Error("nil is an entry")
	}
	if _, ok := d.Downstream(nil); ok {
		t.Error("nil is a downstream")
	}
	var lines []string
	for _, m := range messages(fset, d.Problems()) {
		lines = append(lines, m[:strings.Index(m, ":")])
	}
	if diff := cmp.Diff([]string{"25", "30", "34"}, lines); diff != "" {
		t.Errorf("misplaced directives (-want +got):\n%s", diff)
	}
}

func FuzzDirectives(f *testing.F) {
	f.Add(annotated)
	f.Add(silenced)
	f.Add("package p\n//budgetlint:ignore nodeadline,,/ x\nfunc (")
	f.Add("//budgetlint:entry total=\xff\n//line x:0\npackage p; type I interface { /*budgetlint:x*/ F() }")
	f.Add("package p;func f(){switch{case//budgetlint:ignore ctxdrop x\n:")
	f.Fuzz(func(t *testing.T, src string) {
		fset := token.NewFileSet()
		file, _ := parser.ParseFile(fset, "/m/a.go", src, parser.ParseComments|parser.SkipObjectResolution)
		d := config.ParseDirectives(fset, []*ast.File{file, nil}, nil, nil, known, "/m")
		d.Ignore("nodeadline", token.Position{Filename: "/m/a.go", Line: 2})
		problems := append(d.Problems(), d.Unused(map[string]bool{"nodeadline": true, "ctxdrop": true})...)
		for _, p := range problems {
			if p.Pos > p.End || !p.Pos.IsValid() || int(p.End) > fset.Base() || strings.ContainsAny(p.Message, "\n\r") || p.Message == "" {
				t.Fatalf("problem %+v", p)
			}
		}
	})
}

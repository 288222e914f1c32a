package config_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/budgetlint/budgetlint/internal/config"
)

// check type-checks one file without imports.
func check(t *testing.T, path, src string) (*token.FileSet, *ast.File, *types.Info) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "/m/shop/shop.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: importer.Default(), Error: func(error) {}}
	conf.Check(path, fset, []*ast.File{file}, info)
	return fset, file, info
}

// function finds a function that src uses or defines by its full name.
func function(t *testing.T, info *types.Info, fullName string) *types.Func {
	t.Helper()
	for _, objects := range []map[*ast.Ident]types.Object{info.Uses, info.Defs} {
		for _, obj := range objects {
			if fn, ok := obj.(*types.Func); ok && strings.ReplaceAll(fn.FullName(), " ", "") == fullName {
				return fn
			}
		}
	}
	t.Fatalf("no %s", fullName)
	return nil
}

const client = `package client

type Client struct{}

func (c *Client) GetUser() {}
func (c Client) GetOrder() {}
func (c *Client) Put()     {}
func Get()                 {}

type Service interface{ GetStock() }

type Wrapper struct{ Client }

type Box[T any] struct{ v T }

func (b *Box[T]) Load() {}
func Map[T any](t T)    {}

type Alias = Client

func use(b *Box[int], s Service, w Wrapper, e error) {
	b.Load()
	Map("")
	s.GetStock()
	w.GetUser()
	_ = e.Error()
}
`

func TestMatch(t *testing.T) {
	const pkg = "example.com/shop/client"
	tests := []struct {
		pattern string
		fn      string
		want    bool
	}{
		{pkg + ".(*Client).Get*", "(*" + pkg + ".Client).GetUser", true},
		{pkg + ".(*Client).Get*", "(" + pkg + ".Client).GetOrder", true},
		{pkg + ".(Client).Get*", "(*" + pkg + ".Client).GetUser", true},
		{pkg + ".(*Client).Get*", "(*" + pkg + ".Client).Put", false},
		{pkg + ".(*Client).*", "(*" + pkg + ".Client).Put", true},
		{pkg + ".(Cl*).Put", "(*" + pkg + ".Client).Put", true},
		{pkg + ".(*).Put", "(*" + pkg + ".Client).Put", false}, // the star alone is no name
		{pkg + ".(Other).Put", "(*" + pkg + ".Client).Put", false},
		{pkg + ".(Get).Get", pkg + ".Get", false},
		{pkg + ".Get", pkg + ".Get", true},
		{pkg + ".Get", "(*" + pkg + ".Client).GetUser", false},
		{pkg + ".Get*", "(*" + pkg + ".Client).GetUser", false},
		{pkg + ".*", pkg + ".Get", true},
		{"example.com/shop/....Get", pkg + ".Get", true},
		{pkg + "/....Get", pkg + ".Get", true},
		{"example.com/sho/....Get", pkg + ".Get", false},
		{"example.com/....(Service).Get*", "(" + pkg + ".Service).GetStock", true},
		{pkg + ".(Service).GetStock", "(" + pkg + ".Service).GetStock", true},
		{pkg + ".(Box).Load", "(*" + pkg + ".Box[int]).Load", true},
		{pkg + ".Map", pkg + ".Map", true},
		{"example.com/shop.Get", pkg + ".Get", false},
		{"....(error).Error", "(error).Error", false},
	}
	for _, path := range []string{pkg, pkg + " [" + pkg + ".test]"} {
		_, _, info := check(t, path, client)
		for _, tt := range tests {
			p, err := config.ParsePattern(tt.pattern)
			if err != nil {
				if tt.want {
					t.Error(err)
				}
				continue
			}
			fn := function(t, info, strings.ReplaceAll(strings.ReplaceAll(tt.fn, pkg, path), " ", ""))
			if got := p.Match(fn); got != tt.want {
				t.Errorf("%s matches %s: %t", tt.pattern, tt.fn, got)
			}
		}
		if (config.Pattern{}).Match(function(t, info, strings.ReplaceAll(path, " ", "")+".Get")) {
			t.Error("the zero pattern matches")
		}
	}
	p, err := config.ParsePattern("gopkg.in/yaml.v3.Unmarshal")
	if err != nil || p.Match(nil) || p.String() != "gopkg.in/yaml.v3.Unmarshal" {
		t.Errorf("%v, %v", p, err)
	}
}

func TestPatternErrors(t *testing.T) {
	for in, want := range map[string]string{
		"":                               "it names no function",
		"Get":                            "it names no function, as in example.com/shop/client.Get",
		"example.com/x":                  "it names no function",
		"example.com/x.":                 `"" is no function name`,
		".Get":                           "the package's import path is missing",
		"(*example.com/x.T).Get":         "the package comes first, as in example.com/shop/client.(*Client).Get",
		"example.com/x.(*T)":             "the receiver is not followed by a method",
		"example.com/x.(*T)Get":          "the receiver is not followed by a method",
		"example.com/x.(**T).Get":        "",
		"example.com/x.().Get":           `"" is no type name`,
		"example.com/x.(T).G-t":          `"G-t" is no function name`,
		"example.com/x.(T).":             `"" is no function name`,
		"example.com/x.Client.Get":       "a method is written example.com/x.(Client).Get",
		"example.com/corp/...(T).Get":    `after the package's "/..." comes one more dot, as in example.com/corp/....Get`,
		"example.com/.../client.Get":     `"..." stands at the end of a package path only`,
		"example.com/*/client.Get":       `a package path takes no *; "/..." at its end covers the packages below`,
		"example.com/x y.Get":            `"example.com/x y" is no import path`,
		"/abs/x.Get":                     `"/abs/x" is no import path`,
		"./x.Get":                        `"./x" is no import path`,
		"example.com//x.Get":             `"example.com//x" is no import path`,
		"example.com/x.Get[int]":         `is no function name`,
		"example.com/x\n.Get":            `"example.com/x\n" is no import path`,
		`example.com\x.Get`:              `is no import path`,
		strings.Repeat("x", 200) + ".(a": "…",
	} {
		_, err := config.ParsePattern(in)
		if want == "" {
			if err != nil {
				t.Errorf("%q: %v", in, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), `bad pattern "`) {
			t.Errorf("ParsePattern(%q): %v; want %s", in, err, want)
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"nodeadline", "ctxdrop", "seqcalls", "seqloop"}
	for in, want := range map[string]string{
		"nodedline": "nodeadline", "NoDeadline": "nodeadline", "seqcall": "seqcalls", "seqlop": "seqloop", "cxtdrop": "ctxdrop",
		"x": "", "": "", "fanout": "", strings.Repeat("n", 1000): "",
	} {
		if got := config.Nearest(in, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", in, got, want)
		}
	}
}

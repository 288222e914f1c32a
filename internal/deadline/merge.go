package deadline

import (
	"go/token"
	"strings"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// mergeRoots makes one report of a root, or of a request built without a context, that reaches several calls.
func (m *model) mergeRoots() {
	type key struct {
		rule string
		pos  token.Pos
	}
	first := map[key]int{}
	var out []Fault
	for _, f := range m.found {
		k := key{f.Rule, f.Pos}
		if i, ok := first[k]; ok {
			if f.Call != nil && out[i].Call != f.Call {
				out[i].Others = append(out[i].Others, Other{f.Call.Expr.Pos(), f.Call.Expr.End(), "it also reaches " + f.Need.Name})
			}
			out[i].Unbounded = out[i].Unbounded || f.Unbounded
			continue
		}
		first[k] = len(out)
		out = append(out, f)
	}
	m.found = out
}

// firstPerFunction keeps one nodeadline for the calls of a function that take no context and have no fix of their own:
// what helps them is one context parameter. Calls of package net are fixed one by one.
func (m *model) firstPerFunction() {
	type key struct {
		in  *syntax.Func
		pkg string
	}
	first := map[key]int{}
	var out []Fault
	for _, f := range m.found {
		if f.Shape != NoLimitCall || f.Call.Fn == nil || f.Call.Fn.Pkg() == nil || f.Call.Fn.Pkg().Path() == "net" {
			out = append(out, f)
			continue
		}
		k := key{f.Call.In.Root(), f.Call.Fn.Pkg().Path()}
		if i, ok := first[k]; ok {
			out[i].Others = append(out[i].Others, Other{f.Pos, f.End, "nor has " + f.Need.Name})
			continue
		}
		first[k] = len(out)
		out = append(out, f)
	}
	m.found = out
}

// firstPerWrapper keeps one report of the plain functions of one type (or package) that a function calls while it has a
// context at hand: what is missing is a parameter in all of them, not in each.
func (m *model) firstPerWrapper() {
	type key struct {
		rule string
		in   *syntax.Func
		of   string
	}
	first := map[key]int{}
	var out []Fault
	for _, f := range m.found {
		if f.Shape != ThroughPlain || f.Call.Fn == nil {
			out = append(out, f)
			continue
		}
		of := downstream.Key(f.Call.Fn)
		of = of[:strings.LastIndexByte(of, '.')+1]
		k := key{f.Rule, f.Call.In.Root(), of}
		if i, ok := first[k]; ok {
			out[i].Others = append(out[i].Others, Other{f.Pos, f.End, "nor does it reach " + f.Need.Name + " through " + f.Call.Name()})
			continue
		}
		first[k] = len(out)
		out = append(out, f)
	}
	m.found = out
}

// firstPerEntry keeps one nodeadline/request per entry function, on the first expression that takes the request's
// context; the other calls become related positions.
func (m *model) firstPerEntry() {
	first := map[*syntax.Func]int{}
	var out []Fault
	for _, f := range m.found {
		if f.Shape != OpenRequest {
			out = append(out, f)
			continue
		}
		root := f.Call.In.Root()
		i, ok := first[root]
		if !ok {
			first[root] = len(out)
			out = append(out, f)
			continue
		}
		a, b := &out[i], f
		if b.Pos < a.Pos {
			b.Others, a.Others = a.Others, nil
			*a, b = b, *a
		}
		a.Others = append(a.Others, Other{b.Call.Expr.Pos(), b.Call.Expr.End(), "the same context also reaches " + b.Need.Name})
	}
	m.found = out
}

package seqcalls

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/budgetlint/budgetlint/internal/effect"
	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Where each call's downstream has a name (by a directive or the configuration), and the package keeps a
// *downstream.Downstream of that name in a variable, the calls become parts of one answer:
//
//	g := aggregate.New(ctx)
//	userPart := aggregate.Require(g, userService, func(ctx context.Context) (*User, error) {
//		return s.users.Get(ctx, id)
//	})
//	stockPart := aggregate.Prefer(g, stockService, func(ctx context.Context) (int, error) {
//		return s.stock.Count(ctx, sku)
//	}, fallback.Value(0))
//	if err := g.Wait(); err != nil {
//		return nil, err
//	}
//	user, stock := userPart.Value(), stockPart.Value()
//
// That is more than doing them at once: each call is under its downstream's timeout, breaker and bulkhead from now on,
// and the answer goes on without what the contract calls degradable. The title says so.

func (e *edit) group() bool {
	branches, leave, ok := e.branches()
	if !ok {
		return false
	}
	var parts []part
	for i := range e.steps {
		p, ok := e.part(e.steps[i].Member)
		if !ok || len(e.made(&e.steps[i])) != 1 || len(e.steps[i].vars) != 1 {
			return false
		}
		parts = append(parts, p)
	}
	pkg, add := e.file.Import(e.at, fix.RuntimePath("aggregate"), "aggregate")
	e.edits = append(e.edits, add...)
	ctx, param, ok := e.context()
	if !ok {
		return false
	}
	g := e.fresh("g")
	e.lines = append(e.lines, g+" := "+pkg+".New("+ctx+")")
	opening, closing := e.asks(g+".Wait()", "", leave)
	closing = opening + closing
	var names, results, missing []string
	for i := range e.steps {
		names = append(names, e.steps[i].vars[0].Name)
		results = append(results, e.fresh(names[i]+"Part"))
	}
	closing += "\n" + strings.Join(names, ", ") + " := " + strings.Join(results, ".Value(), ") + ".Value()"
	for i := range e.steps {
		s := &e.steps[i]
		typ, zero, ok := e.zero(s)
		if !ok {
			return false
		}
		form, end := "Require", "})"
		if parts[i].degradable {
			fallback, add := e.file.Import(e.at, fix.RuntimePath("fallback"), "fallback")
			e.edits = append(e.edits, add...)
			form, end = "Prefer", "}, "+fallback+".Value["+typ+"]("+zero+"))"
			missing = append(missing, parts[i].name)
		}
		if !e.body(s, branches[i], zero, &end) {
			return false
		}
		head := results[i] + " := " + pkg + "." + form + "(" + g + ", " + parts[i].down.Name() + ", func(" + param + ") (" + typ + ", error) {"
		e.around(i, head, end, closing)
	}
	e.title = fmt.Sprintf("make the %d calls parts of an aggregate.Group: each under its downstream's timeout, and the first to fail ends the others", len(e.steps))
	if missing != nil {
		e.title += "; where " + strings.Join(missing, " or ") + " fails, the zero value takes its place, and g.Degraded() says so"
	}
	return true
}

// body makes the call and its branch the body of a function that returns the value and the error.
func (e *edit) body(s *step, b fix.Branch, zero string, end *string) bool {
	if b.Bare && !e.file.Commented(b.If) {
		e.returnCall(s)
		return true
	}
	instead, ok := b.Instead(zero + ", ")
	e.edits = append(e.edits, instead...)
	*end = "\nreturn " + s.vars[0].Name + ", nil\n" + *end
	return ok
}

// zero spells the type of what a step answers, and its zero value.
func (e *edit) zero(s *step) (typ, zero string, ok bool) {
	t := e.pass.TypesInfo.TypeOf(s.vars[0])
	typ, add, ok := e.file.TypeString(e.at, t)
	if !ok {
		return "", "", false
	}
	zero, more, ok := e.file.Zero(e.at, t)
	e.edits = append(append(e.edits, add...), more...)
	return typ, zero, ok
}

// part is what a call needs to be one of a group.
type part struct {
	down       *types.Var // the package's variable for the call's downstream
	name       string
	degradable bool // the answer can do without it
}

// part reads it for a call; ok is false if the call has no name, if nobody says whether its downstream is degradable (the
// wrong form panics), or if its own function asks that downstream already.
func (e *edit) part(m effect.Member) (p part, ok bool) {
	said, _ := e.dirs.Downstream(m.Fn)
	if said.Name == "" {
		return p, false
	}
	v, made := e.variable(said.Name)
	if v == nil {
		return p, false
	}
	if f := e.known.Syntax.Decl(m.Fn); f != nil && e.file.Mentions(f.Body, v) {
		return p, false
	}
	if _, obj := e.pass.Pkg.Scope().Innermost(e.at).LookupParent(v.Name(), e.at); obj != v {
		return p, false // hidden
	}
	p = part{down: v, name: said.Name}
	if lit, isLit := ast.Unparen(made.Args[len(made.Args)-1]).(*ast.CompositeLit); isLit { // downstream.New("stock", downstream.Config{…})
		for _, elt := range lit.Elts {
			kv, keyed := elt.(*ast.KeyValueExpr)
			if ok = keyed; !ok {
				break
			}
			if v := e.pass.TypesInfo.Types[kv.Value].Value; types.ExprString(kv.Key) == "Degradable" {
				if v == nil {
					return p, false
				}
				p.degradable = constant.BoolVal(v)
			}
		}
		return p, ok
	}
	if c := e.cfg.Contract; c != nil {
		for _, a := range c.Aggregators {
			for _, d := range a.Downstreams {
				if d.Name == said.Name {
					p.degradable = d.Degradable
					return p, true
				}
			}
		}
	}
	p.degradable = said.Class == "degradable"
	return p, said.Class != ""
}

// variable finds the package variable that is made for the downstream of that name, by downstream.New or Set.Get.
func (r *repairer) variable(name string) (*types.Var, *ast.CallExpr) {
	for _, f := range r.pass.Files {
		for _, d := range f.Decls {
			decl, ok := d.(*ast.GenDecl)
			if !ok || decl.Tok != token.VAR {
				continue
			}
			for _, s := range decl.Specs {
				spec := s.(*ast.ValueSpec)
				for i, value := range spec.Values {
					call, ok := ast.Unparen(value).(*ast.CallExpr)
					if !ok || len(spec.Names) != len(spec.Values) || r.makes(call) != name {
						continue
					}
					if v, ok := r.pass.TypesInfo.Defs[spec.Names[i]].(*types.Var); ok {
						return v, call
					}
				}
			}
		}
	}
	return nil, nil
}

// makes is the name of the downstream that a call makes or looks up; "" if it does neither.
func (r *repairer) makes(call *ast.CallExpr) string {
	if len(call.Args) == 0 || !syntax.Is(r.pass.TypesInfo.TypeOf(call), fix.RuntimePath("downstream"), "Downstream") {
		return ""
	}
	v := r.pass.TypesInfo.Types[call.Args[0]].Value
	if v == nil || v.Kind() != constant.String {
		return ""
	}
	return constant.StringVal(v)
}

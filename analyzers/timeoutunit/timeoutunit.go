package timeoutunit

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/rule"
)

const name = "timeoutunit"

// New makes the rule for one environment.
func New(env *rule.Env) *analysis.Analyzer {
	return env.Make(name, Doc, func(pass *analysis.Pass, report func(rule.Finding)) {
		c := &checker{pass: pass, env: env, report: report}
		c.run()
	})
}

type checker struct {
	pass *analysis.Pass
	env  *rule.Env

	report func(rule.Finding)
	f      *flow // made for the first candidate: most packages have none
}

func (c *checker) flow() *flow {
	if c.f == nil {
		c.f = newFlow(c.pass)
	}
	return c.f
}

// run asks three questions of every expression of type time.Duration.
func (c *checker) run() {
	if c.pass.TypesInfo == nil {
		return
	}
	files := c.withDurations()
	if len(files) == 0 {
		return
	}
	for cur := range inspector.New(files).Root().Preorder((*ast.BasicLit)(nil), (*ast.Ident)(nil), (*ast.SelectorExpr)(nil),
		(*ast.BinaryExpr)(nil), (*ast.UnaryExpr)(nil), (*ast.CallExpr)(nil)) {
		e := cur.Node().(ast.Expr)
		tv, ok := c.pass.TypesInfo.Types[e]
		if !ok || !isDuration(tv.Type) || tv.IsType() {
			continue
		}
		if bin, ok := e.(*ast.BinaryExpr); ok && bin.Op == token.MUL {
			if c.product(cur, bin) {
				continue
			}
		}
		if tv.Value != nil {
			c.constant(cur, e)
		} else if call, ok := e.(*ast.CallExpr); ok {
			c.converted(cur, call)
		}
	}
}

// withDurations lists the files that hold an expression of type time.Duration: to go through the types costs a fraction
// of an inspector and of a look-up for each node, and few files have one.
func (c *checker) withDurations() (files []*ast.File) {
	has := make([]bool, len(c.pass.Files))
	for e, tv := range c.pass.TypesInfo.Types {
		if !isDuration(tv.Type) || tv.IsType() {
			continue
		}
		for i, f := range c.pass.Files {
			if f.FileStart <= e.Pos() && e.Pos() <= f.FileEnd {
				has[i] = true
				break
			}
		}
	}
	for i, f := range c.pass.Files {
		if has[i] {
			files = append(files, f)
		}
	}
	return files
}

// constant looks for a number that becomes a duration without a unit.
func (c *checker) constant(cur inspector.Cursor, e ast.Expr) {
	v, ok := nanoseconds(c.pass.TypesInfo, e)
	if !ok || !bare(v) || c.partOfConstant(cur) || hasUnit(c.pass.TypesInfo, e) {
		return
	}
	// Have: a constant from 2 to 999999, spelled without time.Second or any other Duration.
	top := whole(cur)
	if isFactor(top) || isFactor(cur) {
		return
	}
	u := useOf(c.flow(), top)
	if u.what == "" || c.isCount(u) {
		return
	}
	if u.what == compared && v == 1000 {
		return // where do nanoseconds end? Asked by code that prints durations.
	}
	// Have: it is passed, stored, returned or compared as a time.
	said, _, known := c.flow().unit(e, 0)
	if known && said == nanos {
		return
	}
	text := types.ExprString(e)
	where := u.what + " is a time.Duration"
	if u.what == compared {
		where = "it is " + compared
	}
	f := rule.Finding{
		Pos: e.Pos(), End: e.End(), Confidence: "definite",
		Message: fmt.Sprintf("%s means %v: %s, which counts nanoseconds", text, time.Duration(v), where),
	}
	f.Fixes = c.multiply(e, nil, said, known, v)
	c.report(f)
}

// partOfConstant reports whether a larger constant of type Duration, which is asked in turn, contains cur.
func (c *checker) partOfConstant(cur inspector.Cursor) bool {
	parent := cur.Parent()
	for {
		if _, ok := parent.Node().(*ast.ParenExpr); !ok {
			break
		}
		parent = parent.Parent()
	}
	if _, ok := parent.Node().(*ast.SelectorExpr); ok {
		return true // its last element, which is asked as a whole
	}
	e, ok := parent.Node().(ast.Expr)
	tv := c.pass.TypesInfo.Types[e]
	return ok && tv.Value != nil && isDuration(tv.Type)
}

// converted looks for time.Duration(n) where n is known to count something else than nanoseconds.
func (c *checker) converted(cur inspector.Cursor, call *ast.CallExpr) {
	n, ok := conversion(c.pass.TypesInfo, call)
	if !ok {
		return
	}
	t := c.pass.TypesInfo.TypeOf(n)
	if basic, ok := types.Unalias(t).(*types.Basic); !ok || basic.Info()&types.IsNumeric == 0 {
		return // a Duration of somebody's own counts nanoseconds too
	}
	top := whole(cur)
	if isFactor(top) || isFactor(cur) {
		return // time.Duration(n) * time.Second
	}
	u := useOf(c.flow(), top)
	if u.what == "" || c.isCount(u) {
		return
	}
	// Have: time.Duration(n) is a time. Which unit did n have?
	said, why, known := c.flow().unit(n, 0)
	v, small := int64(0), false
	if !known {
		v, small = c.flow().small(n)
	}
	f := rule.Finding{Pos: call.Pos(), End: call.End(), Confidence: "definite"}
	switch text := types.ExprString(call); {
	case known && said == nanos:
		return
	case known:
		f.Message = fmt.Sprintf("%s takes %s for nanoseconds, but %s says %s", text, types.ExprString(n), why, said.name)
	case small:
		f.Message = fmt.Sprintf("%s is at most %v: a time.Duration counts nanoseconds", text, time.Duration(v))
	default:
		return
	}
	f.Fixes = c.multiply(call, n, said, known, v)
	c.report(f)
}

// isCount reports whether the place that takes a value wants a number: its name has a unit, it is multiplied, or it
// is compared with a count (d/time.Minute > 15).
func (c *checker) isCount(u use) bool {
	if u.with != nil && c.flow().kindOf(u.with, 0) == count {
		return true
	}
	for _, obj := range []types.Object{u.obj, u.fn} {
		if obj == nil {
			continue
		}
		if _, named := unitOf(obj.Name()); named || c.flow().inNanos[obj] {
			return true
		}
		if c.flow().factors[obj] {
			return true
		}
	}
	return false
}

// product looks for a duration multiplied by a unit: time.Second * timeout.
func (c *checker) product(cur inspector.Cursor, mul *ast.BinaryExpr) bool {
	// a * b / c is the rule of three; the product is a step on the way.
	if top := whole(cur); isFactor(top) {
		if bin, ok := top.Parent().Node().(*ast.BinaryExpr); ok && bin.Op == token.QUO {
			return false
		}
	}
	unitSide, other := mul.X, mul.Y
	if !c.unitConstant(unitSide) || isTimeUnit(c.pass.TypesInfo, other) {
		unitSide, other = other, unitSide // in limit * time.Second it is the second that goes
	}
	if !c.unitConstant(unitSide) || !c.isTime(other) {
		return false
	}
	// Have: time.Second * d, and d is a time by itself.
	f := rule.Finding{
		Pos: mul.Pos(), End: mul.End(), Confidence: "definite",
		Message: fmt.Sprintf("%s multiplies two durations: %s already has its unit", types.ExprString(mul), types.ExprString(other)),
	}
	if file, ok := fix.In(c.pass, mul.Pos()); ok {
		var cut analysis.TextEdit
		if other == mul.X {
			cut = analysis.TextEdit{Pos: mul.X.End(), End: mul.Y.End()}
		} else {
			cut = analysis.TextEdit{Pos: mul.X.Pos(), End: mul.Y.Pos()}
		}
		edits := append(file.DropImport("time", unitSide), cut)
		f.Fixes = []rule.Fix{{
			Title: fmt.Sprintf("drop %s, which is a duration times a duration", types.ExprString(unitSide)),
			Level: rule.Ask, Edits: edits,
		}}
	}
	c.report(f)
	return true
}

// isTime reports whether e is a time by itself. A constant says so without the flow, which costs a walk.
func (c *checker) isTime(e ast.Expr) bool {
	if v, ok := nanoseconds(c.pass.TypesInfo, e); ok {
		return v >= 1e6 && hasUnit(c.pass.TypesInfo, e)
	}
	return c.flow().kindOf(e, 0) == duration
}

// unitConstant reports whether e is a constant spelled with a unit: time.Second, 2*time.Minute, a const of that type.
func (c *checker) unitConstant(e ast.Expr) bool {
	v, ok := nanoseconds(c.pass.TypesInfo, e)
	return ok && v >= 1000 && hasUnit(c.pass.TypesInfo, e)
}

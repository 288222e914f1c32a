package bound

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/budgetlint/budgetlint/internal/syntax"
)

// size says how large the number e, or how long the collection e, may be.
func (m *model) size(e ast.Expr) Trip {
	e = unparen(e)
	tv := m.info.Types[e]
	if tv.Value != nil {
		switch tv.Value.Kind() {
		case constant.Int:
			if n, ok := constant.Int64Val(tv.Value); ok {
				return Trip{Kind: Constant, N: n}
			}
		case constant.String:
			return Trip{Kind: Constant, N: int64(len(constant.StringVal(tv.Value)))}
		}
	}
	if tv.Type != nil {
		if arr, ok := syntax.Deref(tv.Type).Underlying().(*types.Array); ok {
			return Trip{Kind: Constant, N: arr.Len()}
		}
	}
	if len(m.sizing) > maxSteps || m.sizing[e] {
		return Trip{Of: spell(e)}
	}
	m.sizing[e] = true
	defer delete(m.sizing, e)
	switch e := e.(type) {
	case *ast.CompositeLit:
		return Trip{Kind: Constant, N: int64(len(e.Elts))}
	case *ast.UnaryExpr:
		return m.size(e.X)
	case *ast.StarExpr:
		return m.size(e.X)
	case *ast.SliceExpr:
		return m.cut(e)
	case *ast.BinaryExpr:
		return m.arithmetic(e)
	case *ast.CallExpr:
		return m.sizeOfCall(e)
	case *ast.IndexExpr:
		return Trip{Of: spell(e), From: m.origin(e.X)}
	case *ast.Ident, *ast.SelectorExpr:
		return m.sizeOfVar(e)
	}
	return Trip{Of: spell(e)}
}

const maxSteps = 24

// cut: s[:8], s[:min(len(s), n)], s[i:end] with end := min(i+n, len(s)).
func (m *model) cut(e *ast.SliceExpr) Trip {
	whole := m.size(e.X)
	if whole.Limited() || e.High == nil {
		return whole
	}
	if e.Low != nil {
		if m.window(e.Low, e.High) {
			return Trip{Kind: Bounded, Why: "cut into batches"}
		}
		if low := m.size(e.Low); low.Kind != Constant {
			return whole
		}
	}
	if high := m.size(e.High); high.Limited() {
		return Trip{Kind: Bounded, Why: "cut to " + spell(e.High)}
	}
	return whole
}

// window: high is low plus a step.
func (m *model) window(low, high ast.Expr) bool {
	i := m.syn.VarOf(low)
	if i == nil {
		return false
	}
	adds := func(e ast.Expr) (found bool) {
		m.syn.Inspect(e, func(n ast.Node) bool {
			b, ok := n.(*ast.BinaryExpr)
			found = found || ok && b.Op == token.ADD && (m.syn.VarOf(b.X) == i || m.syn.VarOf(b.Y) == i)
			return !found
		})
		return found
	}
	if adds(high) {
		return true
	}
	for _, d := range m.syn.Reach(m.syn.VarOf(high), high) {
		if d.Kind == syntax.Assigned && d.Rhs != nil && adds(d.Rhs) {
			return true
		}
	}
	return false
}

func (m *model) arithmetic(e *ast.BinaryExpr) Trip {
	x, y := m.size(e.X), m.size(e.Y)
	switch e.Op {
	case token.REM, token.AND: // n % 8
		if y.Limited() {
			return Trip{Kind: Bounded, Why: spell(e)}
		}
	case token.QUO, token.SUB, token.SHR:
		if x.Limited() {
			return Trip{Kind: Bounded, Why: spell(e)}
		}
	default:
		if x.Limited() && y.Limited() {
			return Trip{Kind: Bounded, Why: spell(e)}
		}
	}
	for _, t := range []Trip{x, y} {
		if !t.Limited() {
			return t
		}
	}
	return Trip{Of: spell(e)}
}

// through are functions that give back at most what their first argument holds.
var through = map[string]string{
	"slices":                  "Values All Backward Sorted Clone Collect Compact Clip Grow",
	"maps":                    "Keys Values All Clone Collect",
	"sort":                    "StringSlice IntSlice",
	"github.com/samber/lo":    "Map Filter Uniq Keys Values FilterMap Reject Reverse Shuffle Without Compact",
	"golang.org/x/exp/maps":   "Keys Values",
	"golang.org/x/exp/slices": "Clone Compact",
}

func (m *model) sizeOfCall(call *ast.CallExpr) Trip {
	switch {
	case isBuiltin(m.info, call, "len"), isBuiltin(m.info, call, "cap"):
		return m.size(call.Args[0])
	case isBuiltin(m.info, call, "make"):
		if len(call.Args) > 1 {
			return m.size(call.Args[1])
		}
		return Trip{Kind: Constant}
	case isBuiltin(m.info, call, "new"):
		return Trip{Kind: Constant}
	case isBuiltin(m.info, call, "min"):
		for _, a := range call.Args {
			if m.size(a).Limited() {
				return Trip{Kind: Bounded, Why: "cut to " + spell(a)}
			}
		}
		return m.size(call.Args[0])
	case isBuiltin(m.info, call, "max"):
		return m.all(call.Args)
	case isBuiltin(m.info, call, "append"):
		return m.appended(call)
	}
	if tv := m.info.Types[call.Fun]; tv.IsType() && len(call.Args) == 1 {
		return m.size(call.Args[0])
	}
	t := m.syn.Target(call)
	if fn := t.Fn; fn != nil && fn.Pkg() != nil {
		switch path := fn.Pkg().Path(); {
		case path == "runtime" && (fn.Name() == "NumCPU" || fn.Name() == "GOMAXPROCS"):
			return Trip{Kind: Bounded, Why: "runtime." + fn.Name() + "()"}
		case path == "strings" && fn.Name() == "SplitN" && len(call.Args) == 3:
			return m.size(call.Args[2])
		case path == "strings" && fn.Name() == "Split" && m.info.Types[call.Args[0]].Value != nil:
			return Trip{Kind: Bounded, Why: "a constant"}
		case len(call.Args) > 0 && hasName(through[path], fn.Name()):
			return m.size(call.Args[0])
		}
	}
	if isInt(m.info.TypeOf(call)) && t.Fn != nil && saysWorkers(t.Fn.Name()) {
		return Trip{Kind: Bounded, Why: spell(call)}
	}
	if why := m.about(t).Size; why != "" {
		return Trip{Kind: Bounded, Why: why}
	}
	return Trip{Of: spell(call)}
}

// appended: append(base, a, b), append(base, more...).
func (m *model) appended(call *ast.CallExpr) Trip {
	t := m.size(call.Args[0])
	if !t.Limited() {
		return t
	}
	if call.Ellipsis.IsValid() {
		if more := m.size(call.Args[len(call.Args)-1]); !more.Limited() {
			return more
		}
	}
	return Trip{Kind: Bounded, Why: "made of a few"}
}

func (m *model) all(list []ast.Expr) Trip {
	for _, e := range list {
		if t := m.size(e); !t.Limited() {
			return t
		}
	}
	return Trip{Kind: Bounded, Why: "constants"}
}

func (m *model) sizeOfVar(e ast.Expr) Trip {
	v := m.syn.VarOf(e)
	if v == nil {
		return Trip{Of: spell(e)}
	}
	if isInt(v.Type()) && (saysWorkers(v.Name()) || v.IsField() && m.configured(e)) {
		return Trip{Kind: Bounded, Why: spell(e)}
	}
	if v.Pkg() != nil && v.Pkg() != m.pass.Pkg && !v.IsField() {
		var fact Small
		if m.pass.ImportObjectFact(v, &fact) {
			return Trip{Kind: Bounded, Why: fact.Why}
		}
		return Trip{Of: spell(e), From: "a variable of package " + v.Pkg().Name()}
	}
	if m.capped(v, e) {
		return Trip{Kind: Bounded, Why: "checked against a limit"}
	}
	return m.sizeOfDefs(v, e)
}

func (m *model) sizeOfDefs(v *types.Var, e ast.Expr) Trip {
	unknown := Trip{Of: spell(e), From: m.origin(e)}
	defs := m.syn.Reach(v, e)
	if len(defs) == 0 || v.IsField() && len(m.syn.AddressTaken(v)) > 0 || v.IsField() && (v.Pkg() != m.pass.Pkg || v.Exported()) {
		return unknown
	}
	if m.filled(v) || m.filledBy(v, e) != "" {
		return unknown
	}
	for _, d := range defs {
		if !m.sizeOfDef(v, d).Limited() {
			return unknown
		}
	}
	if len(defs) == 1 {
		return m.sizeOfDef(v, defs[0])
	}
	return Trip{Kind: Bounded, Why: "a few values"}
}

// filled: v is decoded into, or a map that a loop of unknown length writes to.
func (m *model) filled(v *types.Var) bool {
	if len(m.syn.AddressTaken(v)) > 0 && !isInt(v.Type()) {
		return true
	}
	_, isMap := v.Type().Underlying().(*types.Map)
	if !isMap {
		return false
	}
	f := m.fileAround(v)
	if f == nil {
		return false
	}
	found := false
	m.syn.Inspect(f, func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok {
			return !found
		}
		for _, lhs := range as.Lhs {
			ix, ok := unparen(lhs).(*ast.IndexExpr)
			if ok && m.syn.VarOf(ix.X) == v && m.info.Types[ix.Index].Value == nil && !m.inLimitedLoops(as, v) {
				found = true
			}
		}
		return !found
	})
	return found
}

func (m *model) fileAround(v *types.Var) ast.Node {
	for _, f := range m.syn.Files {
		if f.FileStart <= v.Pos() && v.Pos() <= f.FileEnd {
			return f
		}
	}
	return nil
}

// inLimitedLoops: every loop around n, out to where v is declared, has a limited number of rounds.
func (m *model) inLimitedLoops(n ast.Node, v *types.Var) bool {
	for p := m.syn.Parent(n); p != nil; p = m.syn.Parent(p) {
		switch p := p.(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return true
		case *ast.ForStmt, *ast.RangeStmt:
			if m.sizing[p] || p.Pos() <= v.Pos() && v.Pos() < p.End() {
				continue
			}
			m.sizing[p] = true
			limited := m.trip(p).Limited()
			delete(m.sizing, p)
			if !limited {
				return false
			}
		}
	}
	return true
}

func (m *model) sizeOfDef(v *types.Var, d *syntax.Def) Trip {
	if m.sizing[d.Node] && d.Kind == syntax.Assigned {
		return Trip{Kind: Bounded, Why: "itself"} // x = append(x, …) comes round again: the other definitions decide
	}
	m.sizing[d.Node] = true
	defer delete(m.sizing, d.Node)
	switch d.Kind {
	case syntax.Zero:
		return Trip{Kind: Constant}
	case syntax.Assigned:
		if as, ok := d.Node.(*ast.AssignStmt); ok && as.Tok != token.ASSIGN && as.Tok != token.DEFINE {
			break // n += 1
		}
		if d.Arity > 1 {
			if call, ok := unparen(d.Rhs).(*ast.CallExpr); ok && d.Index == 0 {
				return m.sizeOfCall(call)
			}
			break
		}
		if call, ok := unparen(d.Rhs).(*ast.CallExpr); ok && isBuiltin(m.info, call, "append") && !m.inLimitedLoops(d.Node, v) {
			break
		}
		return m.size(d.Rhs)
	case syntax.Ranged:
		// for chunk := range slices.Chunk(ids, 10)
		if call, ok := unparen(d.Rhs).(*ast.CallExpr); ok {
			if fn := m.syn.Target(call).Fn; fn != nil && fn.Name() == "Chunk" && len(call.Args) == 2 {
				return m.size(call.Args[1])
			}
		}
	case syntax.Param:
		return m.sizeOfParam(v, d)
	}
	return Trip{}
}

package chanleak

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/rule"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// New makes the rule for one environment.
func New(env *rule.Env) *analysis.Analyzer {
	return env.Make("chanleak", Doc, func(pass *analysis.Pass, report func(rule.Finding)) {
		known := pass.ResultOf[env.Downstream].(*downstream.Result)
		if known.Syntax == nil {
			return
		}
		r := &reporter{pass: pass, seen: map[ast.Node]*rule.Finding{},
			chans: &chans{syn: known.Syntax, info: pass.TypesInfo, down: known}}
		for _, f := range known.Syntax.Funcs {
			if !f.Broken && !starts(f) {
				r.check(f)
			}
		}
		for _, f := range r.found {
			report(*f)
		}
	}, env.Downstream)
}

// starts: what main leaves behind ends with the process.
func starts(f *syntax.Func) bool {
	root := f.Root()
	return root.Obj != nil && root.Sig.Recv() == nil && (strings.EqualFold(root.Obj.Name(), "main") || root.Obj.Name() == "init")
}

type reporter struct {
	*chans
	pass  *analysis.Pass
	found []*rule.Finding
	seen  map[ast.Node]*rule.Finding // by the place where the reader leaves
}

func (r *reporter) check(f *syntax.Func) {
	r.syn.Flat(f.Body, syntax.Calls, func(n ast.Node) {
		// Have: make(chan T)
		call := n.(*ast.CallExpr)
		if v := r.unbuffered(call); v != nil {
			r.judge(f, v, call)
		}
	})
}

// judge follows one channel, made in f, and reports it if a reader leaves while a sender may still send.
func (r *reporter) judge(f *syntax.Func, v *types.Var, made *ast.CallExpr) {
	c := r.follow(f, v, made)
	if c == nil || len(c.sends) == 0 {
		return
	}
	leave, why := r.abandons(c)
	if leave == nil {
		return
	}
	work, send := "", c.sends[0]
	for _, s := range c.sends {
		var call *ast.CallExpr
		if work, call = r.work(s); work != "" {
			send = blocked(c.sends, s, call)
			break
		}
	}
	if work == "" {
		return
	}
	// Have: a goroutine that works and then sends, and a reader that goes at leave.
	fixes := r.fixes(c, made)
	if first := r.seen[leave]; first != nil { // two channels of one select are one fault, and one fix
		if len(first.Fixes) == 0 || len(fixes) == 0 || first.Fixes[0].Level != fixes[0].Level {
			first.Fixes = nil
			return
		}
		first.Fixes[0].Title = "give the channels room for what is sent"
		first.Fixes[0].Edits = append(first.Fixes[0].Edits, fixes[0].Edits...)
		return
	}
	msg := v.Name() + " has no room, so the goroutine that sends on it (" + r.at(send.node.Pos()) + "), after " + work +
		", blocks for ever once its reader has left " + why + " (" + r.at(leave.Pos()) + ")"
	found := &rule.Finding{
		Pos: made.Pos(), End: made.End(), Message: msg, Fixes: fixes,
		Related: []analysis.RelatedInformation{
			{Pos: send.node.Pos(), End: send.node.End(), Message: "the send that blocks"},
			{Pos: leave.Pos(), End: leave.End(), Message: "the reader leaves here"},
		},
	}
	r.found = append(r.found, found)
	r.seen[leave] = found
}

func (r *reporter) at(pos token.Pos) string {
	p := r.pass.Fset.Position(pos)
	return filepath.Base(p.Filename) + ":" + strconv.Itoa(p.Line)
}

// unbuffered: the call makes a channel without room and is the only definition of a local variable, which it returns.
func (r *reporter) unbuffered(call *ast.CallExpr) *types.Var {
	id, ok := call.Fun.(*ast.Ident)
	if !ok || len(call.Args) == 0 || len(call.Args) > 2 {
		return nil
	}
	if b, ok := r.info.Uses[id].(*types.Builtin); !ok || b.Name() != "make" {
		return nil
	}
	if len(call.Args) == 2 {
		if tv := r.info.Types[call.Args[1]]; tv.Value == nil || tv.Value.String() != "0" {
			return nil
		}
	}
	if t := r.info.TypeOf(call); t == nil || !isChan(t) {
		return nil
	}
	var lhs ast.Expr
	switch p := r.syn.Parent(call).(type) {
	case *ast.AssignStmt:
		if len(p.Lhs) != len(p.Rhs) {
			return nil
		}
		for i, rhs := range p.Rhs {
			if rhs == ast.Expr(call) {
				lhs = p.Lhs[i]
			}
		}
	case *ast.ValueSpec:
		for i, rhs := range p.Values {
			if rhs == ast.Expr(call) && i < len(p.Names) {
				lhs = p.Names[i]
			}
		}
	}
	if _, ok := lhs.(*ast.Ident); !ok {
		return nil
	}
	v := r.syn.VarOf(lhs)
	if v == nil || v.IsField() || v.Parent() == r.pass.Pkg.Scope() || len(r.syn.AddressTaken(v)) > 0 {
		return nil
	}
	for _, d := range r.syn.All(v) {
		if d.Kind == syntax.Param || d.Kind == syntax.Assigned && d.Rhs != ast.Expr(call) {
			return nil
		}
	}
	return v
}

func isChan(t types.Type) bool {
	_, ok := t.Underlying().(*types.Chan)
	return ok
}

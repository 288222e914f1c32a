package nodeadline

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/deadline"
	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/rule"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// repairer makes the fixes of one package: a Timeout for the client, or a deadline for the context. How long it is comes
// from the contract, a directive, a constant of the package or the configuration; a guess is never applied in bulk.
type repairer struct {
	pass *analysis.Pass
	cfg  *config.Config
	dirs *config.Directives
	syn  *syntax.Package

	names []named // what fixes of this run declare, since two of them may land in one scope
}

// named is a name that a fix declares.
type named struct {
	scope *types.Scope
	name  string
}

// repair is the fix for one fault, in the file that it changes.
type repair struct {
	*repairer
	f     *deadline.Fault
	file  *fix.File
	limit fix.Limit
}

func (r *repairer) fixes(f *deadline.Fault) []rule.Fix {
	var one *rule.Fix
	switch f.Shape {
	case deadline.NoTimeout:
		if e := clientExpr(f); e != nil {
			if p := r.at(f, e.Pos()); p != nil {
				one = p.limitClient(e)
			}
		}
	case deadline.NoLimitCall:
		if p := r.at(f, f.Pos); p != nil {
			one = p.limitCall()
		}
	case deadline.FreshRoot:
		if p := r.at(f, f.Pos); p != nil {
			one = p.boundRoot()
		}
	case deadline.OpenRequest:
		if p := r.at(f, f.Pos); p != nil {
			one = p.boundRequest()
		}
	}
	if one == nil {
		return nil
	}
	return []rule.Fix{*one}
}

// at prepares a repair in the file of pos: nil where that is generated or a test.
func (r *repairer) at(f *deadline.Fault, pos token.Pos) *repair {
	file, ok := fix.In(r.pass, pos)
	if !ok || r.syn == nil || ast.IsGenerated(file.Syntax) {
		return nil
	}
	said, from := r.said(f)
	limit := file.Duration(pos, r.cfg, said)
	if said > 0 {
		limit.Why = from
	}
	return &repair{repairer: r, f: f, file: file, limit: limit}
}

// said is how long the called function, or the entry point, may take by directive, configuration or contract.
func (r *repairer) said(f *deadline.Fault) (time.Duration, string) {
	if f.Call == nil || r.dirs == nil {
		return 0, ""
	}
	if f.Shape == deadline.OpenRequest && f.Hand != nil && f.Hand.Owner != nil {
		if e, ok := r.dirs.Entry(f.Hand.Owner.Obj); ok && e.Total > 0 {
			return e.Total, "the entry point's total"
		}
		return 0, ""
	}
	d, ok := r.dirs.Downstream(f.Call.Fn)
	switch {
	case !ok:
		return 0, ""
	case d.Timeout > 0:
		return d.Timeout, "the timeout of " + f.Call.Fn.Name()
	case r.cfg.Contract == nil || d.Name == "":
		return 0, ""
	}
	// Which aggregator the call serves is not known here: the contract decides only where all agree.
	var all time.Duration
	for i := range r.cfg.Contract.Aggregators {
		if ds := r.cfg.Contract.Aggregators[i].Downstream(d.Name); ds != nil {
			if all != 0 && all != ds.Timeout {
				return 0, ""
			}
			all = ds.Timeout
		}
	}
	return all, "the contract's timeout of " + d.Name
}

// fix puts a repair's edits together with those that its duration needs.
func (p *repair) fix(title string, level rule.Level, edits ...analysis.TextEdit) *rule.Fix {
	return &rule.Fix{
		Title: title + " (" + p.limit.Why + ")",
		Level: max(level, p.limit.Level),
		Edits: append(edits, p.limit.Edits...),
	}
}

// fresh is a name that means nothing where a statement before stmt declares it, nor in another fix of this run.
func (p *repair) fresh(stmt ast.Stmt, base string) string {
	scope := p.pass.Pkg.Scope().Innermost(stmt.Pos())
	for scope != nil && scope.Pos() == stmt.Pos() { // an if, for or switch is a scope of its own
		scope = scope.Parent()
	}
	for n := 1; ; n++ {
		name := base
		if n > 1 {
			name += strconv.Itoa(n)
		}
		if p.file.FreshName(stmt.Pos(), name) == name && !p.declared(scope, name) {
			p.names = append(p.names, named{scope, name})
			return name
		}
	}
}

func (r *repairer) declared(scope *types.Scope, name string) bool {
	for _, n := range r.names {
		if n.name == name && (n.scope == scope || scope == nil || n.scope == nil ||
			n.scope.Contains(scope.Pos()) || scope.Contains(n.scope.Pos())) {
			return true
		}
	}
	return false
}

// uses lists the identifiers that use v, in source order.
func (r *repairer) uses(v *types.Var) []*ast.Ident {
	var out []*ast.Ident
	for _, f := range r.pass.Files {
		if f.FileStart > v.Pos() || v.Pos() > f.FileEnd {
			continue // only locals are asked for
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && r.pass.TypesInfo.Uses[id] == v {
				out = append(out, id)
			}
			return true
		})
	}
	return out
}

func insert(pos token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(text)}
}

func replace(n ast.Node, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: n.Pos(), End: n.End(), NewText: []byte(text)}
}

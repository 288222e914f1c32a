package detachedctx

import (
	"go/ast"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/deadline"
	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/model"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// Analyzer is the rule under the default configuration, for hosts that list analyzers one by one.
var Analyzer = New(model.Default())

// New makes the rule for one environment.
func New(env *rule.Env) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:             "detachedctx",
		Doc:              Doc,
		URL:              env.URL("detachedctx"),
		Requires:         []*analysis.Analyzer{env.Deadline, env.Ignores},
		RunDespiteErrors: true,
		ResultType:       reflect.TypeFor[*rule.Result](),
		Run: func(pass *analysis.Pass) (any, error) {
			res := &rule.Result{}
			known := pass.ResultOf[env.Deadline].(*deadline.Result)
			for i := range known.Faults {
				f := &known.Faults[i]
				if f.Rule != "detachedctx" {
					continue
				}
				found := f.Finding(message(f))
				found.Fixes = fixes(pass, f)
				rule.Report(pass, env, res, "detachedctx", found)
			}
			return res, nil
		},
	}
}

func message(f *deadline.Fault) string {
	m := fact(f)
	switch {
	case f.Unbounded:
		m += ", and nothing bounds it"
	case f.Need.Sink.Effect == catalog.Write && f.Shape == deadline.FreshRoot && !f.Need.Ctx.Detached:
		m += "; a write that must outlive it takes WithTimeout(WithoutCancel(" + hand(f) + "), d)"
	}
	return m
}

func fact(f *deadline.Fault) string {
	if f.Shape == deadline.ThroughPlain {
		return f.Call.Name() + " makes a root context of its own, so " + f.SinkName() + " goes on after " + hand(f) + " is over"
	}
	root := "a root context"
	if call, ok := f.Node.(*ast.CallExpr); ok && ast.Node(f.Call.Expr) != f.Node {
		root = types.ExprString(call)
	}
	return root + " reaches " + f.SinkName() + " although " + hand(f) + " is at hand, so its cancellation is lost"
}

func hand(f *deadline.Fault) string {
	if f.Hand == nil || f.Hand.Expr == "_" {
		return "the context at hand"
	}
	return f.Hand.Expr
}

// fixes puts the context at hand in the root's place. It is safe for the argument of the downstream call itself;
// a root that is kept or derived from may have been meant for more.
func fixes(pass *analysis.Pass, f *deadline.Fault) []rule.Fix {
	root, ok := f.Node.(*ast.CallExpr)
	if !ok || f.Shape != deadline.FreshRoot || f.Hand == nil || f.Hand.Expr == "_" || root == f.Call.Expr || len(root.Args) > 0 {
		return nil
	}
	file, ok := fix.In(pass, root.Pos())
	if !ok {
		return nil
	}
	level := rule.Ask
	for _, a := range f.Call.Expr.Args {
		if ast.Unparen(a) == ast.Expr(root) {
			level = rule.Safe
		}
	}
	edits := []analysis.TextEdit{{Pos: root.Pos(), End: root.End(), NewText: []byte(f.Hand.Expr)}}
	edits = append(edits, file.DropImport("context", root)...)
	return []rule.Fix{{Title: "pass " + f.Hand.Expr, Level: level, Edits: edits}}
}

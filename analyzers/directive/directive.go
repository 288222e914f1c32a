package directive

import (
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// New makes the analyzer. It requires every rule in rules, since only after they have run is it known which ignores
// were of use; ran holds their names.
func New(env *rule.Env, rules []*analysis.Analyzer, ran map[string]bool) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:             "directive",
		Doc:              Doc,
		URL:              env.URL("directive"),
		Requires:         append([]*analysis.Analyzer{env.Ignores}, rules...),
		ResultType:       reflect.TypeFor[*rule.Result](),
		RunDespiteErrors: true,
		Run: func(pass *analysis.Pass) (any, error) {
			res := new(rule.Result)
			dirs := pass.ResultOf[env.Ignores].(*config.Directives)
			for _, list := range [][]config.Problem{dirs.Problems(), dirs.Unused(ran)} {
				for _, p := range list {
					rule.Report(pass, env, res, "directive", rule.Finding{Pos: p.Pos, End: p.End, Message: p.Message})
				}
			}
			return res, nil
		},
	}
}

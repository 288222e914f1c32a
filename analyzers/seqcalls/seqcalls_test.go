package seqcalls_test

import (
	"testing"

	"github.com/budgetlint/budgetlint/analyzers/seqcalls"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/linttest"
	"github.com/budgetlint/budgetlint/internal/model"
)

func Test(t *testing.T) {
	linttest.RunRule(t, seqcalls.New, "seqcalls", linttest.Options{Models: model.AddPasses})
}

func TestBroken(t *testing.T) {
	linttest.RunRule(t, seqcalls.New, "seqcalls_broken", linttest.Options{Models: model.AddPasses, Broken: true})
}

// Where errgroup is not to be had, a channel for each call does.
func TestStd(t *testing.T) {
	linttest.RunRule(t, seqcalls.New, "seqcalls_std", linttest.Options{Models: model.AddPasses})
}

func TestOptions(t *testing.T) {
	known := config.Known{Rules: map[string]config.RuleOptions{"seqcalls": {Options: map[string]config.Option{"sql": {Default: "false"}}}}}
	for fixture, yaml := range map[string]string{
		"seqcalls_sql":      "rules: {seqcalls: {sql: true}}\n",
		"seqcalls_unlikely": "likely: off\n",
	} {
		linttest.RunRule(t, seqcalls.New, fixture, linttest.Options{Models: model.AddPasses, Known: known, YAML: yaml})
	}
}

// The module requires the runtime.
func TestRuntime(t *testing.T) {
	linttest.RunRule(t, seqcalls.New, "seqcalls_runtime", linttest.Options{Models: model.AddPasses, YAML: `fixes: runtime
downstreams:
  - { match: "seqcalls_runtime/shop.(*Client).User", name: user-service, effect: read }
  - { match: "seqcalls_runtime/shop.(*Client).Orders", name: order-service, effect: read }
  - { match: "seqcalls_runtime/shop.(*Client).Points", name: point-service, effect: read }
`})
}

package nodeadline_test

import (
	"testing"

	"github.com/budgetlint/budgetlint/analyzers/nodeadline"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/linttest"
	"github.com/budgetlint/budgetlint/internal/model"
)

func Test(t *testing.T) {
	linttest.RunRule(t, nodeadline.New, "nodeadline", linttest.Options{Models: model.AddPasses})
}

func TestBroken(t *testing.T) {
	linttest.RunRule(t, nodeadline.New, "nodeadline_broken", linttest.Options{Models: model.AddPasses, Broken: true})
}

// Bulk modes apply what is safe only: where somebody said how long a call may take, and nothing outlives it.
func TestLevels(t *testing.T) {
	opts := linttest.Options{Models: model.AddPasses, Host: config.Vet, YAML: "fixTimeout: 3s\n"}
	linttest.RunRule(t, nodeadline.New, "nodeadline_levels", opts)
	opts.YAML = ""
	linttest.RunRule(t, nodeadline.New, "nodeadline_guess", opts)
}

func TestOptions(t *testing.T) {
	known := config.Known{Rules: map[string]config.RuleOptions{"nodeadline": {Options: map[string]config.Option{
		"request": {Values: []string{"contract", "all", "off"}},
		"main":    {Default: "false"},
	}}}}
	for fixture, yaml := range map[string]string{
		"nodeadline_all":  "rules: {nodeadline: {request: all}}\n",
		"nodeadline_main": "rules: {nodeadline: {main: true}}\n",
	} {
		linttest.RunRule(t, nodeadline.New, fixture, linttest.Options{Models: model.AddPasses, Known: known, YAML: yaml})
	}
}

// The module requires the runtime.
func TestRuntime(t *testing.T) {
	linttest.RunRule(t, nodeadline.New, "nodeadline_runtime", linttest.Options{Models: model.AddPasses, YAML: "fixes: runtime\n"})
}

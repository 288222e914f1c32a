// Package analyzers answers which rules exist and makes them: the table of rules, and fresh analyzers for one
// configuration. It runs nothing; drivers do.
package analyzers

import (
	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/analyzers/directive"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/model"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// New returns fresh analyzers for the rules that cfg enables. They share one set of model passes and nothing else, so
// two results of New may run at the same time. Each returns a *rule.Result.
func New(cfg *config.Config) []*analysis.Analyzer {
	env := newEnv(cfg)
	var list []*analysis.Analyzer
	ran := make(map[string]bool)
	for _, r := range Table {
		if r.New == nil || !enabled(env, r) {
			continue
		}
		list = append(list, r.New(env))
		ran[r.Name] = true
	}
	if r, ok := Lookup("directive"); ok && enabled(env, r) {
		list = append(list, directive.New(env, list, ran))
	}
	return list
}

// Plan makes a fresh analyzer whose result, a *callplan.Result, holds the call plans of a package.
func Plan(cfg *config.Config) *analysis.Analyzer { return newEnv(cfg).Plan }

func newEnv(cfg *config.Config) *rule.Env {
	return model.Env(cfg, Known(), func(name, category string) rule.Severity { return severity(cfg, name, category) })
}

// URL is the address of a rule's page.
func URL(name string) string { return model.URL(name) }

func enabled(env *rule.Env, r Rule) bool {
	for _, c := range r.Categories {
		if env.Severity(r.Name, c.Name) != 0 {
			return true
		}
	}
	return false
}

// severity is the table's, unless the configuration says otherwise: enabled: true switches on every category,
// severity: applies to all of them.
func severity(cfg *config.Config, name, category string) rule.Severity {
	r, ok := Lookup(name)
	if !ok {
		return 0
	}
	said := cfg.Rules[name]
	for _, c := range r.Categories {
		if c.Name != category {
			continue
		}
		on := c.On
		if said.Enabled != nil {
			on = *said.Enabled
		}
		if !on {
			return 0
		}
		if s, ok := ParseSeverity(said.Severity); ok {
			return s
		}
		return c.Severity
	}
	return 0
}

// ParseSeverity reads advice, warning or error.
func ParseSeverity(s string) (rule.Severity, bool) {
	for _, v := range []rule.Severity{rule.Advice, rule.Warning, rule.Error} {
		if v.String() == s {
			return v, true
		}
	}
	return 0, false
}

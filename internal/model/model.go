// Package model makes the environment that rules run under: one set of model passes for one configuration. It decides
// nothing about rules; their table, in package analyzers, gives the severities.
package model

import (
	"github.com/budgetlint/budgetlint/internal/attempt"
	"github.com/budgetlint/budgetlint/internal/bound"
	"github.com/budgetlint/budgetlint/internal/callplan"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/deadline"
	"github.com/budgetlint/budgetlint/internal/downstream"
	"github.com/budgetlint/budgetlint/internal/effect"
	"github.com/budgetlint/budgetlint/internal/held"
	"github.com/budgetlint/budgetlint/internal/outcome"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// Docs is the folder that holds a page for every rule.
const Docs = "https://github.com/budgetlint/budgetlint/blob/main/docs/rules/"

// URL is the address of a rule's page.
func URL(rule string) string { return Docs + rule + ".md" }

// Env makes a fresh environment; environments share nothing.
func Env(cfg *config.Config, known config.Known, severity func(rule, category string) rule.Severity) *rule.Env {
	env := &rule.Env{Config: cfg, Severity: severity, URL: URL, Ignores: rule.NewIgnores(cfg, known)}
	AddPasses(env)
	return env
}

// AddPasses gives an environment its model passes.
func AddPasses(env *rule.Env) {
	env.Downstream = downstream.New(env.Config, env.Ignores)
	env.Deadline = deadline.New(env.Config, env.Downstream, env.Ignores)
	env.Held = held.New(env.Downstream)
	env.Attempt = attempt.New(env.Config, env.Downstream, env.Deadline, env.Ignores)
	env.Bound = bound.New(env.Downstream)
	env.Effect = effect.New(env.Config, env.Downstream)
	env.Outcome = outcome.New(env.Downstream, env.Ignores)
	env.Plan = callplan.New(env.Config, callplan.Passes{
		Downstream: env.Downstream, Deadline: env.Deadline, Bound: env.Bound, Effect: env.Effect, Attempt: env.Attempt, Ignores: env.Ignores,
	})
}

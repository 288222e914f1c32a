// Package plugin is budgetlint as a linter of golangci-lint, v2.15 or later. It is not imported by hand: .custom-gcl.yml
// names it, and `golangci-lint custom` builds a golangci-lint that has it. docs/drivers.md shows both files.
//
// Settings come from .golangci.yml alone, never from .budgetlint.yml, which golangci-lint's cache does not know.
package plugin

import (
	"errors"
	"strings"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/analyzers"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/driver"
)

// Name is what the linter is called under linters.enable, linters.settings.custom and in //nolint.
const Name = "budgetlint"

func init() { register.Plugin(Name, New) }

// New reads the linter's settings, decoded YAML or nil. The error is one line and names every fault.
func New(settings any) (register.LinterPlugin, error) {
	c, err := config.FromPlugin(settings, analyzers.Known())
	if err != nil {
		return nil, errors.New(strings.ReplaceAll(err.Error(), "\n", "; ")) // it is logged behind a prefix
	}
	return linter{c}, nil
}

type linter struct{ config *config.Config }

// BuildAnalyzers makes fresh analyzers.
func (l linter) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	return driver.Plugin(Name, l.config)
}

// GetLoadMode asks for types, of dependencies too: what a function reaches travels as facts.
func (linter) GetLoadMode() string { return register.LoadModeTypesInfo }

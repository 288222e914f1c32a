// Package nogo is budgetlint for nogo, the checker of Bazel's rules_go: one analyzer that runs every rule. docs/drivers.md
// shows the BUILD files.
//
// nogo links the packages that it is given and runs the variable Analyzer of each. Analyzer here has the default
// configuration; a package of your own may have another, compiled in, since files that it would open are no inputs of
// the action and so not in Bazel's cache key:
//
//	//go:embed .budgetlint.yml budget.json
//	var files embed.FS
//
//	var Analyzer = nogo.New(files)
package nogo

import (
	"fmt"
	"io/fs"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/analyzers"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/facts"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// Analyzer runs every rule under the default configuration.
var Analyzer = New(nil)

const doc = `budgetlint: find calls that can spend a request's time without limit

It runs all rules of budgetlint; each message ends with the rule that it comes from.`

// New makes the analyzer for the .budgetlint.yml at the root of files and the contract that it names, which lies there
// too; files nil means the defaults. A file that is missing or wrong is an error of every run of the analyzer, one line
// for each fault with file, line and column. Analyzers made by New share nothing.
//
// nogo stops the build at every finding, so those below the configuration's fail-on (warning unless said otherwise) are
// not reported, and nothing is with fail-on: never.
func New(files fs.FS) *analysis.Analyzer {
	a := &analysis.Analyzer{Name: "budgetlint", Doc: doc, URL: analyzers.URL("README"), RunDespiteErrors: true}
	conf, err := load(files)
	if err != nil {
		a.Run = func(*analysis.Pass) (any, error) { return nil, err }
		return a
	}
	conf.Host = config.Nogo
	a.Requires = analyzers.New(conf)
	for _, req := range facts.Reach(a.Requires) {
		withModule(req, conf)
	}
	a.Run = func(pass *analysis.Pass) (any, error) {
		if m := moduleOf(pass, conf); m == nil || !m.Main {
			return nil, nil // nogo may be told to look at other repositories too; their code is not the user's to repair
		}
		// nogo shows what the analyzers say that it was given, not what those below them say.
		for _, req := range a.Requires {
			res, ok := pass.ResultOf[req].(*rule.Result)
			if !ok {
				return nil, fmt.Errorf("%s gave no result", req.Name)
			}
			for i, f := range res.Findings {
				if stops(f.Severity, conf.FailOn) {
					pass.Report(res.Diagnostics[i])
				}
			}
		}
		return nil, nil
	}
	return a
}

func load(files fs.FS) (*config.Config, error) {
	if files == nil {
		return config.Load("", analyzers.Known())
	}
	return config.ParseFS(files, ".budgetlint.yml", analyzers.Known())
}

func stops(s rule.Severity, failOn string) bool {
	switch failOn {
	case "":
		return s >= rule.Warning
	case "never":
		return false
	}
	lowest, ok := analyzers.ParseSeverity(failOn)
	return ok && s >= lowest
}

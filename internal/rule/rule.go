package rule

import (
	"go/ast"
	"go/token"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/syntax"
)

// Env is what a rule's constructor is given: the configuration, the severities in force, and the model passes to
// ask. One Env belongs to one analyzers.New call; nothing in it changes afterwards.
type Env struct {
	Config *config.Config
	// Severity gives the severity in force of rule/category; 0 where the rule or the category is off.
	Severity func(rule, category string) Severity
	// URL of a rule's page.
	URL func(rule string) string
	// Ignores parses directives once per package: its result is a *config.Directives.
	Ignores *analysis.Analyzer
	// Downstream and the fields after it are the model passes, made for this Env.
	Downstream, Deadline, Bound, Effect, Attempt, Held, Outcome, Plan *analysis.Analyzer
}

// Make makes the analyzer of a rule. run asks the passes in requires (the directives are added), and hands each finding
// to report; the analyzer's result holds those that went through.
func (env *Env) Make(name, doc string, run func(pass *analysis.Pass, report func(Finding)), requires ...*analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:             name,
		Doc:              doc,
		URL:              env.URL(name),
		Requires:         append(requires, env.Ignores),
		RunDespiteErrors: true,
		ResultType:       reflect.TypeFor[*Result](),
		Run: func(pass *analysis.Pass) (any, error) {
			res := &Result{}
			run(pass, func(f Finding) { Report(pass, env, res, name, f) })
			return res, nil
		},
	}
}

// Report is the door through which a finding leaves a rule: it drops what is ignored, generated, excluded, in a test
// file or switched off, gives the rest to pass as the host can carry it, and adds it to res.
func Report(pass *analysis.Pass, env *Env, res *Result, rule string, f Finding) {
	f.Rule = rule
	if f.Severity == 0 {
		f.Severity = env.Severity(rule, f.Category)
	} else if env.Severity(rule, f.Category) == 0 {
		return
	}
	if f.Severity == 0 || !f.Pos.IsValid() {
		return
	}
	file := fileOf(pass, f.Pos)
	if file == nil || !env.Config.Tests && syntax.ForTests(pass.Pkg.Path(), file) {
		return
	}
	name, written, original := config.Source(pass.Fset, file)
	if !written {
		return
	}
	if !original {
		f.Fixes = nil
	}
	if !env.Config.Tests && strings.HasSuffix(name, "_test.go") {
		return
	}
	dirs := pass.ResultOf[env.Ignores].(*config.Directives)
	if dirs.Excluded(name) {
		return
	}
	if reason, ok := dirs.Ignored(id(rule, f.Category), pass.Fset.Position(f.Pos)); ok {
		res.Ignored = append(res.Ignored, Ignored{f, reason})
		return
	}
	if f.Severity == Advice && !env.Config.Advice && (env.Config.Host == config.Vet || env.Config.Host == config.Plugin) {
		return // these hosts fail on whatever they show
	}
	d := f.Diagnostic(env.Config, env.URL(f.Rule))
	res.Findings = append(res.Findings, f)
	res.Diagnostics = append(res.Diagnostics, d)
	pass.Report(d)
}

// Diagnostic is f in the form that c's host can carry; url is the address of its rule's page.
func (f Finding) Diagnostic(c *config.Config, url string) analysis.Diagnostic {
	id := id(f.Rule, f.Category)
	d := analysis.Diagnostic{Pos: f.Pos, End: f.End, Category: id, Message: f.Message, URL: url}
	if c.Host == config.Vet || c.Host == config.Nogo || c.Host == config.Plugin {
		d.Message += " (" + id + ")" // these hosts drop the category
	}
	if c.Host != config.Plugin { // golangci-lint makes an issue of each related position
		d.Related = f.Related
	}
	attach := func(fix *Fix) {
		d.SuggestedFixes = append(d.SuggestedFixes, analysis.SuggestedFix{Message: fix.Title, TextEdits: fix.Edits})
	}
	if c.Host != config.Editor { // these hosts apply whatever they are given
		if fix := f.Chosen(c.UnsafeFixes); fix != nil {
			attach(fix)
		}
		return d
	}
	for i := range f.Fixes {
		if f.Fixes[i].Level != Show {
			attach(&f.Fixes[i])
		}
	}
	return d
}

// id names a kind of finding as users write it: "nodeadline", "nodeadline/client".
func id(rule, category string) string {
	if category == "" {
		return rule
	}
	return rule + "/" + category
}

func fileOf(pass *analysis.Pass, pos token.Pos) *ast.File {
	for _, f := range pass.Files {
		if f.FileStart <= pos && pos <= f.FileEnd {
			return f
		}
	}
	return nil
}

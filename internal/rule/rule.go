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
	Downstream, Deadline, Bound, Effect, Attempt, Held *analysis.Analyzer
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
	if file == nil || ast.IsGenerated(file) || !env.Config.Tests && syntax.ForTests(pass.Pkg.Path(), file) {
		return
	}
	name := pass.Fset.File(f.Pos).Name()
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
	if f.Severity == Advice && env.Config.Host == config.Vet && !env.Config.Advice {
		return
	}
	res.Findings = append(res.Findings, f)
	pass.Report(env.diagnostic(f))
}

func (env *Env) diagnostic(f Finding) analysis.Diagnostic {
	id := id(f.Rule, f.Category)
	d := analysis.Diagnostic{Pos: f.Pos, End: f.End, Category: id, Message: f.Message, URL: env.URL(f.Rule)}
	if env.Config.Host == config.Vet || env.Config.Host == config.Nogo || env.Config.Host == config.Plugin {
		d.Message += " (" + id + ")" // these hosts drop the category
	}
	if env.Config.Host != config.Plugin { // golangci-lint makes an issue of each related position
		d.Related = f.Related
	}
	for i, fix := range f.Fixes {
		ok := fix.Level == Safe || fix.Level == Ask && (env.Config.UnsafeFixes || env.Config.Host == config.Editor)
		if !ok || i > 0 && env.Config.Host != config.Editor {
			continue
		}
		d.SuggestedFixes = append(d.SuggestedFixes, analysis.SuggestedFix{Message: fix.Title, TextEdits: fix.Edits})
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

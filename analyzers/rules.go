package analyzers

import (
	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/analyzers/blindretry"
	"github.com/budgetlint/budgetlint/analyzers/chanleak"
	"github.com/budgetlint/budgetlint/analyzers/ctxdrop"
	"github.com/budgetlint/budgetlint/analyzers/detachedctx"
	"github.com/budgetlint/budgetlint/analyzers/directive"
	"github.com/budgetlint/budgetlint/analyzers/fanout"
	"github.com/budgetlint/budgetlint/analyzers/nodeadline"
	"github.com/budgetlint/budgetlint/analyzers/retrystack"
	"github.com/budgetlint/budgetlint/analyzers/seqcalls"
	"github.com/budgetlint/budgetlint/analyzers/seqloop"
	"github.com/budgetlint/budgetlint/analyzers/timeoutunit"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// Rule is one row of the table.
type Rule struct {
	Name  string
	Since string // the first release that had it
	Doc   string // the rule's doc.go, embedded whole
	// New makes a fresh analyzer; nil for directive, which New (the function) makes last, since it requires the others.
	New func(*rule.Env) *analysis.Analyzer
	// Serves are the numbers of the downstream rules in AGENTS.md that it checks.
	Serves []int
	// Options are what .budgetlint.yml may set beside enabled and severity.
	Options    map[string]config.Option
	Categories []Category
}

// Category is one kind of finding of a rule. The first row of a rule, with no name, is its plain finding.
type Category struct {
	Name     string // the part after the slash: "client" in nodeadline/client
	Severity rule.Severity
	On       bool       // unless the configuration says otherwise
	Fix      rule.Level // the best level that its fixes reach
}

// Table holds every rule, in the order in which people meet them: calls that nothing bounds first.
var Table = []Rule{
	{
		Name: "nodeadline", Since: "0.1.0", Doc: nodeadline.Doc, New: nodeadline.New, Serves: []int{3},
		Options: map[string]config.Option{
			"request": {Values: []string{"contract", "all", "off"}, Default: "contract"},
			"main":    {Default: "false"},
		},
		Categories: []Category{
			{Severity: rule.Error, On: true, Fix: rule.Safe},
			{Name: "client", Severity: rule.Error, On: true, Fix: rule.Safe},
			{Name: "request", Severity: rule.Error, On: true, Fix: rule.Safe},
		},
	},
	{
		Name: "ctxdrop", Since: "0.1.0", Doc: ctxdrop.Doc, New: ctxdrop.New, Serves: []int{4},
		Categories: []Category{
			{Severity: rule.Error, On: true, Fix: rule.Safe},
			{Name: "wrapper", Severity: rule.Warning, On: true, Fix: rule.Show},
		},
	},
	{
		Name: "detachedctx", Since: "0.1.0", Doc: detachedctx.Doc, New: detachedctx.New, Serves: []int{4},
		Categories: []Category{
			{Severity: rule.Warning, On: true, Fix: rule.Safe},
			{Name: "wrapper", Severity: rule.Warning, On: true, Fix: rule.Show},
			{Name: "likely", Severity: rule.Advice, On: true, Fix: rule.Safe},
		},
	},
	{
		Name: "seqcalls", Since: "0.1.0", Doc: seqcalls.Doc, New: seqcalls.New, Serves: []int{1},
		Options: map[string]config.Option{"sql": {Default: "false"}},
		Categories: []Category{
			{Severity: rule.Advice, On: true, Fix: rule.Ask},
		},
	},
	{
		Name: "seqloop", Since: "0.1.0", Doc: seqloop.Doc, New: seqloop.New, Serves: []int{1},
		Categories: []Category{
			{Severity: rule.Advice, On: true, Fix: rule.Show},
		},
	},
	{
		Name: "fanout", Since: "0.1.0", Doc: fanout.Doc, New: fanout.New, Serves: []int{8},
		Categories: []Category{
			{Severity: rule.Warning, On: true, Fix: rule.Ask},
			{Name: "likely", Severity: rule.Advice, On: true, Fix: rule.Ask},
			{Name: "goroutines", Severity: rule.Advice, On: true, Fix: rule.Show},
		},
	},
	{
		Name: "blindretry", Since: "0.1.0", Doc: blindretry.Doc, New: blindretry.New, Serves: []int{6},
		Categories: []Category{
			{Severity: rule.Warning, On: true, Fix: rule.Show},
			{Name: "nocap", Severity: rule.Warning, On: true, Fix: rule.Show},
			{Name: "budget", Severity: rule.Warning, On: true, Fix: rule.Show},
			{Name: "sleep", Severity: rule.Warning, On: true, Fix: rule.Safe},
			{Name: "class", Severity: rule.Advice, On: true, Fix: rule.Show},
			{Name: "nobackoff", Severity: rule.Advice, On: true, Fix: rule.Show},
			{Name: "poll", Severity: rule.Advice, On: true, Fix: rule.Show},
		},
	},
	{
		Name: "retrystack", Since: "0.1.0", Doc: retrystack.Doc, New: retrystack.New, Serves: []int{6},
		Categories: []Category{
			{Severity: rule.Advice, On: true, Fix: rule.Show},
		},
	},
	{
		Name: "chanleak", Since: "0.1.0", Doc: chanleak.Doc, New: chanleak.New,
		Categories: []Category{
			{Severity: rule.Error, On: true, Fix: rule.Safe},
		},
	},
	{
		Name: "timeoutunit", Since: "0.1.0", Doc: timeoutunit.Doc, New: timeoutunit.New, Serves: []int{3},
		Categories: []Category{
			{Severity: rule.Error, On: true, Fix: rule.Safe},
		},
	},
	{
		Name: "directive", Since: "0.1.0", Doc: directive.Doc,
		Categories: []Category{
			{Severity: rule.Error, On: true, Fix: rule.Show},
		},
	},
}

// Reserved are the names of rules that later releases bring. A configuration or an ignore may name them already, so
// that one file serves both; they find nothing.
var Reserved = []string{
	"overbudget", "allornothing", "coreempty", "slowfallback", "lockedcall", "sharedpool", "rawcall",
}

// Lookup returns the row of a rule.
func Lookup(name string) (Rule, bool) {
	for _, r := range Table {
		if r.Name == name {
			return r, true
		}
	}
	return Rule{}, false
}

// Known tells internal/config which rules, categories and options exist.
func Known() config.Known {
	known := config.Known{Rules: make(map[string]config.RuleOptions, len(Table))}
	for _, r := range Table {
		opts := config.RuleOptions{Options: r.Options}
		for _, c := range r.Categories {
			if c.Name == "" {
				opts.Severity = c.Severity.String()
			} else {
				opts.Categories = append(opts.Categories, c.Name)
			}
			opts.Enabled = opts.Enabled || c.On
		}
		known.Rules[r.Name] = opts
	}
	for _, name := range Reserved {
		known.Rules[name] = config.RuleOptions{}
	}
	return known
}

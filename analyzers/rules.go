package analyzers

import (
	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/analyzers/allornothing"
	"github.com/budgetlint/budgetlint/analyzers/blindretry"
	"github.com/budgetlint/budgetlint/analyzers/chanleak"
	"github.com/budgetlint/budgetlint/analyzers/coreempty"
	"github.com/budgetlint/budgetlint/analyzers/ctxdrop"
	"github.com/budgetlint/budgetlint/analyzers/detachedctx"
	"github.com/budgetlint/budgetlint/analyzers/directive"
	"github.com/budgetlint/budgetlint/analyzers/fanout"
	"github.com/budgetlint/budgetlint/analyzers/lockedcall"
	"github.com/budgetlint/budgetlint/analyzers/nodeadline"
	"github.com/budgetlint/budgetlint/analyzers/overbudget"
	"github.com/budgetlint/budgetlint/analyzers/rawcall"
	"github.com/budgetlint/budgetlint/analyzers/retrystack"
	"github.com/budgetlint/budgetlint/analyzers/seqcalls"
	"github.com/budgetlint/budgetlint/analyzers/seqloop"
	"github.com/budgetlint/budgetlint/analyzers/sharedpool"
	"github.com/budgetlint/budgetlint/analyzers/slowfallback"
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
	// Spends says how what it finds spends a request's time, for the summary of a run.
	Spends Spending
	// Options are what .budgetlint.yml may set beside enabled and severity.
	Options    map[string]config.Option
	Categories []Category
}

// Spending is how a finding spends a request's time.
type Spending uint8

const (
	Otherwise Spending = iota // not at all, or not in calls that can be counted
	Unbounded                 // a call can take all of it
	Serial                    // calls wait for each other
	Rounds                    // a call is made once per item, one after the other
)

// Category is one kind of finding of a rule. The first row of a rule, with no name, is its plain finding.
type Category struct {
	Name     string // the part after the slash: "client" in nodeadline/client
	Summary  string // what it reports; the plain one is described by the rule's doc.go
	Severity rule.Severity
	On       bool       // unless the configuration says otherwise
	Fix      rule.Level // the best level that its fixes reach
}

// Table holds every rule, in the order in which people meet them: calls that nothing bounds first.
var Table = []Rule{
	{
		Name: "nodeadline", Since: "0.1.0", Doc: nodeadline.Doc, New: nodeadline.New, Serves: []int{3}, Spends: Unbounded,
		Options: map[string]config.Option{
			"request": {Values: []string{"contract", "all", "off"}, Default: "contract"},
			"main":    {Default: "false"},
		},
		Categories: []Category{
			{Severity: rule.Error, On: true, Fix: rule.Safe},
			{Name: "client", Summary: "an http.Client without Timeout whose calls carry no deadline", Severity: rule.Error, On: true, Fix: rule.Safe},
			{Name: "request", Summary: "an incoming request's own context, which carries no deadline, reaches a call that nothing else bounds", Severity: rule.Error, On: true, Fix: rule.Safe},
		},
	},
	{
		Name: "ctxdrop", Since: "0.1.0", Doc: ctxdrop.Doc, New: ctxdrop.New, Serves: []int{4}, Spends: Unbounded,
		Categories: []Category{
			{Severity: rule.Error, On: true, Fix: rule.Safe},
			{Name: "wrapper", Summary: "a function that takes no context stands between the one at hand and the call", Severity: rule.Warning, On: true, Fix: rule.Show},
		},
	},
	{
		Name: "detachedctx", Since: "0.1.0", Doc: detachedctx.Doc, New: detachedctx.New, Serves: []int{4}, Spends: Unbounded,
		Categories: []Category{
			{Severity: rule.Warning, On: true, Fix: rule.Safe},
			{Name: "wrapper", Summary: "a called function makes a root context of its own", Severity: rule.Warning, On: true, Fix: rule.Show},
			{Name: "likely", Summary: "a root context in a handler reaches a call that is probably remote", Severity: rule.Advice, On: true, Fix: rule.Safe},
		},
	},
	{
		Name: "seqcalls", Since: "0.1.0", Doc: seqcalls.Doc, New: seqcalls.New, Serves: []int{1}, Spends: Serial,
		Options: map[string]config.Option{"sql": {Default: "false"}},
		Categories: []Category{
			{Severity: rule.Advice, On: true, Fix: rule.Ask},
		},
	},
	{
		Name: "seqloop", Since: "0.1.0", Doc: seqloop.Doc, New: seqloop.New, Serves: []int{1}, Spends: Rounds,
		Categories: []Category{
			{Severity: rule.Advice, On: true, Fix: rule.Ask},
		},
	},
	{
		Name: "fanout", Since: "0.1.0", Doc: fanout.Doc, New: fanout.New, Serves: []int{8},
		Categories: []Category{
			{Severity: rule.Warning, On: true, Fix: rule.Ask},
			{Name: "likely", Summary: "one goroutine per item, each with a call that is probably remote", Severity: rule.Advice, On: true, Fix: rule.Ask},
			{Name: "goroutines", Summary: "goroutines without limit that take a slot before they call", Severity: rule.Advice, On: true, Fix: rule.Show},
		},
	},
	{
		Name: "blindretry", Since: "0.1.0", Doc: blindretry.Doc, New: blindretry.New, Serves: []int{6},
		Categories: []Category{
			{Severity: rule.Warning, On: true, Fix: rule.Show},
			{Name: "nocap", Summary: "nothing ends the attempts", Severity: rule.Warning, On: true, Fix: rule.Show},
			{Name: "budget", Summary: "neither the context nor the time left is looked at before the next attempt", Severity: rule.Warning, On: true, Fix: rule.Show},
			{Name: "sleep", Summary: "a wait between attempts that does not hear the context", Severity: rule.Warning, On: true, Fix: rule.Safe},
			{Name: "class", Summary: "every error is tried again, also those that cannot go away, or a write that may have arrived", Severity: rule.Advice, On: true, Fix: rule.Show},
			{Name: "nobackoff", Summary: "no growing, jittered delay between attempts", Severity: rule.Advice, On: true, Fix: rule.Show},
			{Name: "poll", Summary: "a poll that sleeps without hearing the context", Severity: rule.Advice, On: true, Fix: rule.Show},
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
		Name: "lockedcall", Since: "0.1.0", Doc: lockedcall.Doc, New: lockedcall.New,
		Categories: []Category{
			{Severity: rule.Advice, On: true, Fix: rule.Show},
		},
	},
	{
		Name: "timeoutunit", Since: "0.1.0", Doc: timeoutunit.Doc, New: timeoutunit.New, Serves: []int{3},
		Categories: []Category{
			{Severity: rule.Error, On: true, Fix: rule.Safe},
		},
	},
	{
		Name: "overbudget", Since: "0.1.0", Doc: overbudget.Doc, New: overbudget.New, Serves: []int{4},
		Categories: []Category{
			{Severity: rule.Error, On: true, Fix: rule.Show},
			{Name: "sum", Summary: "calls that together may take longer than the time there is", Severity: rule.Error, On: true, Fix: rule.Show},
			{Name: "callee", Summary: "a function that others call too has a deadline that is longer than the one around the call", Severity: rule.Advice, On: true, Fix: rule.Show},
			{Name: "contract", Summary: "the code says about a downstream what the contract does not", Severity: rule.Error, On: true, Fix: rule.Show},
			{Name: "server", Summary: "a handler's deadline is longer than its server's WriteTimeout", Severity: rule.Error, On: true, Fix: rule.Show},
		},
	},
	{
		Name: "coreempty", Since: "0.1.0", Doc: coreempty.Doc, New: coreempty.New, Serves: []int{2},
		Categories: []Category{
			{Severity: rule.Advice, On: true, Fix: rule.Show},
			{Name: "core", Summary: "the failure of a downstream that the contract calls core is lost", Severity: rule.Error, On: true, Fix: rule.Show},
			{Name: "dropped", Summary: "a call's error is dropped or only logged, and what it gave is used as if it had answered", Severity: rule.Advice, On: true, Fix: rule.Show},
			{Name: "degraded", Summary: "a part may be missing from the answer, and nobody asks which", Severity: rule.Advice, On: true, Fix: rule.Show},
			{Name: "status", Summary: "an HTTP answer is decoded although nobody looked at its status", Severity: rule.Advice, On: true, Fix: rule.Show},
		},
	},
	{
		Name: "allornothing", Since: "0.1.0", Doc: allornothing.Doc, New: allornothing.New, Serves: []int{2, 5},
		Categories: []Category{
			{Severity: rule.Advice, On: true, Fix: rule.Show},
			{Name: "degradable", Summary: "the failure of a downstream that the contract calls degradable fails the answer", Severity: rule.Warning, On: true, Fix: rule.Show},
		},
	},
	{
		Name: "slowfallback", Since: "0.1.0", Doc: slowfallback.Doc, New: slowfallback.New, Serves: []int{5},
		Categories: []Category{
			{Severity: rule.Warning, On: true, Fix: rule.Show},
		},
	},
	{
		Name: "sharedpool", Since: "0.1.0", Doc: sharedpool.Doc, New: sharedpool.New,
		Categories: []Category{
			{Severity: rule.Advice, Fix: rule.Show},
		},
	},
	{
		Name: "rawcall", Since: "0.1.0", Doc: rawcall.Doc, New: rawcall.New, Serves: []int{7, 9},
		Categories: []Category{
			{Severity: rule.Warning, Fix: rule.Show},
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
var Reserved = []string{}

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

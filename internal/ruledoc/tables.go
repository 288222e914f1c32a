package ruledoc

import (
	"fmt"
	"slices"
	"strings"
)

// Downstream is one of the rules for calling other services: what a page, an agent or a reviewer holds code to. Which
// analyzer checks it is said here before the analyzer exists, so that the plan can be read in one place.
type Downstream struct {
	Number  int // 0: the rest
	Text    string
	FoundBy []string // rules
	DoneBy  []string // runtime packages, with what to use of them
}

// Downstreams are the nine rules and what goes with them.
var Downstreams = []Downstream{
	{1, "independent calls run in parallel", []string{"seqcalls", "seqloop"}, []string{"aggregate.Group", "pool.Map"}},
	{2, "core and degradable are told apart", []string{"allornothing", "coreempty"}, []string{"aggregate.Require", "aggregate.Prefer"}},
	{3, "every external call has an explicit timeout", []string{"nodeadline", "timeoutunit"}, []string{"budget.Within", "downstream.Config.Timeout"}},
	{4, "a downstream never gets more than the time left; cancellation reaches the call", []string{"detachedctx", "ctxdrop", "overbudget"}, []string{"budget"}},
	{5, "a degradable failure degrades", []string{"allornothing", "slowfallback"}, []string{"aggregate.Prefer", "fallback.Value", "fallback.Stale"}},
	{6, "retries obey the total budget, never endless", []string{"blindretry", "retrystack"}, []string{"retry"}},
	{7, "a downstream that keeps failing gets a breaker", []string{"rawcall"}, []string{"breaker"}},
	{8, "mass calls go through a bounded pool", []string{"fanout"}, []string{"pool"}},
	{9, "each call records duration, status, timeout, retry count, trace id", []string{"rawcall"}, []string{"record"}},
	{0, "own pools for important dependencies; no slow call in a fallback; nothing left behind at a timeout", []string{"sharedpool", "slowfallback", "chanleak", "lockedcall"}, []string{"pool.Bulkhead"}},
}

func downstreamRule(n int) (Downstream, bool) {
	i := slices.IndexFunc(Downstreams, func(d Downstream) bool { return d.Number == n && n > 0 })
	if i < 0 {
		return Downstream{}, false
	}
	return Downstreams[i], true
}

// AgentsTable is the table in AGENTS.md. What is not in rules, or not in packages (the folders of runtime/ that hold
// code), is marked as to come.
func AgentsTable(rules []Rule, packages []string) string {
	exists := func(name string) bool {
		return slices.ContainsFunc(rules, func(r Rule) bool { return r.Doc.Name == name })
	}
	var b strings.Builder
	b.WriteString("| | rule | found by | done with `runtime/…` |\n|---|---|---|---|\n")
	missing := false
	cell := func(names []string, there func(string) bool) string {
		var out []string
		for _, n := range names {
			if there(n) {
				out = append(out, "`"+n+"`")
			} else {
				missing = true
				out = append(out, n+"†")
			}
		}
		return strings.Join(out, ", ")
	}
	for _, d := range Downstreams {
		n := "+"
		if d.Number > 0 {
			n = fmt.Sprint(d.Number)
		}
		done := cell(d.DoneBy, func(use string) bool {
			pkg, _, _ := strings.Cut(use, ".")
			return slices.Contains(packages, pkg)
		})
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", n, d.Text, cell(d.FoundBy, exists), done)
	}
	if missing {
		b.WriteString("\n† not in this version yet: hold to it by review.\n")
	}
	return b.String()
}

// RulesTable lists the rules with links that begin with prefix: "" inside docs/rules.
func RulesTable(rules []Rule, prefix string) string {
	var b strings.Builder
	b.WriteString("| rule | reports | severity | fix |\n|---|---|---|---|\n")
	for _, r := range rules {
		name := r.Doc.Name
		for _, c := range r.Categories {
			link := fmt.Sprintf("[%s](%s%s.md)", c.ID(name), prefix, name)
			severity := c.Severity
			if !c.On {
				severity += ", off"
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", link, r.Reports(c), severity, c.Fix)
		}
	}
	return b.String()
}

// Index is docs/rules/README.md.
func Index(rules []Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, generated, "the rules table in analyzers/rules.go")
	b.WriteString("# Rules\n\nWhere the analysis does not know, it says nothing; each page says so under \"Not reported\".\n\n")
	b.WriteString(RulesTable(rules, ""))
	b.WriteString("\nA fix is `safe` (applied by `-fix`), `ask` (applied by `-fix -unsafe-fixes`, offered in editors) or `show` (a worked example on the page).\n")
	return b.String()
}

// Splice replaces what stands in text between the lines "<!-- NAME:begin" and "<!-- NAME:end" by body.
func Splice(text, name, body string) (string, error) {
	head, rest, ok := strings.Cut(text, "<!-- "+name+":begin")
	if !ok {
		return "", fmt.Errorf("no line <!-- %s:begin -->", name)
	}
	line, rest, _ := strings.Cut(rest, "\n")
	_, tail, ok := strings.Cut(rest, "<!-- "+name+":end")
	if !ok {
		return "", fmt.Errorf("no line <!-- %s:end --> after its begin", name)
	}
	return head + "<!-- " + name + ":begin" + line + "\n" + body + "<!-- " + name + ":end" + tail, nil
}

// AgentsBlock is the first section of AGENTS.md as other repositories take it over.
func AgentsBlock(agents string) (string, error) {
	section, _, ok := strings.Cut(agents, "\n# Working on budgetlint itself\n")
	if !ok {
		return "", fmt.Errorf("AGENTS.md has no heading \"# Working on budgetlint itself\" to end its first section")
	}
	const paste = " Paste this section into your own repository; the\nrule names"
	if !strings.Contains(section, paste) {
		return "", fmt.Errorf("AGENTS.md does not say %q", paste)
	}
	section = strings.Replace(section, paste, "\nThe rule names", 1)
	var out strings.Builder
	for line := range strings.Lines(strings.TrimRight(section, "\n") + "\n") {
		if strings.HasPrefix(line, "# ") {
			line = "#" + line // it comes below the title of another document
		}
		if !strings.HasPrefix(line, "<!-- ") {
			out.WriteString(line)
		}
	}
	return strings.ReplaceAll(out.String(), "\n\n\n", "\n\n"), nil
}

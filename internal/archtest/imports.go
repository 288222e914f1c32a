package archtest

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
)

// row says what the packages of one folder may import beside the standard library.
type row struct {
	pkgs string   // a folder; "/*" stands for the folders below it, "/..." for itself and all below
	own  []string // packages of this module, written as pkgs
	ext  []string // import paths of other modules, and what lies below them
	why  string
}

// arrows is read from the top: the first row whose pkgs matches decides. Arrows point down only. A package without a
// row is a violation: whoever adds one says here where it stands, and why.
var arrows = []row{
	{
		"cmd/budgetlint", []string{"analyzers", "internal/driver", "internal/lsp", "internal/planview", "internal/draft", "internal/learn", "runtime/contract", "internal/report", "internal/config", "internal/ruledoc", "internal/setup", "internal/atomicfile", "internal/gitlines"},
		[]string{"golang.org/x/term"},
		"the command line: parses arguments, picks a handler, exits; it asks the driver and knows no rule by name",
	},
	{
		"plugin", []string{"analyzers", "internal/driver", "internal/config"},
		[]string{"github.com/golangci/plugin-module-register/register", "golang.org/x/tools/go/analysis"},
		"budgetlint in golangci-lint: hands settings to config and analyzers to the host",
	},
	{
		"nogo", []string{"analyzers", "internal/config", "internal/facts", "internal/rule"},
		[]string{"golang.org/x/tools/go/analysis"},
		"a host of its own: what Bazel links, so it must not bring the driver along",
	},
	{
		"internal/driver", []string{"analyzers", "internal/callplan", "internal/facts", "internal/report", "internal/baseline", "internal/gitlines", "internal/fix", "internal/rule", "internal/config", "internal/deadline", "internal/downstream", "runtime/contract"},
		[]string{"golang.org/x/tools/go", "golang.org/x/mod/modfile", "github.com/rogpeppe/go-internal/diff"},
		"turns what rules found into what handlers show; the only place that loads packages and speaks to go vet",
	},
	{
		"internal/lsp", []string{"analyzers", "internal/session", "internal/rule", "internal/config"},
		[]string{"github.com/sourcegraph/jsonrpc2", "github.com/rogpeppe/go-internal/diff"},
		"turns what a session found into a protocol's messages; it loads nothing and runs no analyzer",
	},
	{
		"internal/session", []string{"analyzers", "internal/driver", "internal/facts", "internal/fix", "internal/rule", "internal/config", "internal/downstream", "runtime/contract"},
		[]string{"golang.org/x/tools/go", "golang.org/x/mod/modfile"},
		"the driver for packages that are being edited: it knows no editor, so that it can be tested without one",
	},
	{
		"internal/setup", []string{"internal/atomicfile", "internal/gitlines"}, []string{"github.com/rogpeppe/go-internal/diff"},
		"what init writes: text, which no analysis decides",
	},
	{
		"internal/baseline", nil, nil,
		"takes plain keys, so that what it covers can be tested without an analysis",
	},
	{
		"internal/gitlines", nil, nil,
		"asks git, and knows no findings",
	},
	{
		"internal/atomicfile", nil, nil,
		"writes files; it must not depend on what stands in them",
	},
	{
		"internal/report", nil, nil,
		"handlers get plain values, so that a format can be written and tested without an analysis",
	},
	{
		"analyzers", []string{"analyzers/*", "internal/rule", "internal/config", "internal/model"},
		[]string{"golang.org/x/tools/go/analysis"},
		"the table: names every rule",
	},
	{
		"analyzers/*", []string{"internal/callplan", "internal/outcome", "internal/sharing", "internal/rule", "internal/model", "internal/fix", "internal/attempt", "internal/held", "internal/bound", "internal/deadline", "internal/downstream", "internal/effect", "internal/catalog", "internal/syntax", "internal/config"},
		[]string{"golang.org/x/tools/go/analysis", "golang.org/x/tools/go/ast", "golang.org/x/tools/go/types", "golang.org/x/tools/go/cfg"},
		"a rule asks the model; what two rules share belongs into a pass, so no rule imports another",
	},
	{
		"internal/model", []string{"internal/callplan", "internal/outcome", "internal/downstream", "internal/deadline", "internal/attempt", "internal/held", "internal/bound", "internal/effect", "internal/rule", "internal/config"},
		nil,
		"the one place that puts the passes of an environment together, for the table and for fixtures",
	},
	{
		"internal/linttest", []string{"internal/rule", "internal/fix", "internal/config"},
		[]string{"golang.org/x/tools/go"},
		"runs any rule on its fixture, so it may know none",
	},
	{
		"internal/drivertest", []string{"analyzers", "nogo", "internal/facts", "internal/report"},
		[]string{"golang.org/x/tools/go", "github.com/google/go-cmp/cmp"},
		"a test tool: compares hosts as users run them, so of this module it needs what it reads and the one host that is a library",
	},
	{
		"internal/callplan", []string{"internal/attempt", "internal/bound", "internal/deadline", "internal/downstream", "internal/effect", "internal/catalog", "internal/syntax", "internal/config", "runtime/contract"},
		[]string{"golang.org/x/tools/go/analysis"},
		"a model pass: the last one, adds up what the others know",
	},
	{
		"internal/outcome", []string{"internal/downstream", "internal/catalog", "internal/syntax", "internal/config"},
		[]string{"golang.org/x/tools/go/analysis"},
		"a model pass: what becomes of a failure, without time and order",
	},
	{
		"internal/sharing", []string{"internal/downstream", "internal/syntax"}, nil,
		"looks at one package on behalf of one rule; it has no facts",
	},
	{
		"internal/planview", []string{"internal/callplan", "internal/browsertest"}, nil,
		"shows plans, and decides nothing about them; its test opens the page in a browser",
	},
	{
		"internal/draft", []string{"internal/callplan", "internal/planview", "internal/learn", "runtime/contract"}, nil,
		"guesses at names, which no rule does, so none may import it",
	},
	{
		"internal/learn", nil, nil,
		"reads traces: knows no Go code, and gets findings as names",
	},
	{
		"internal/held", []string{"internal/downstream", "internal/catalog", "internal/syntax"},
		[]string{"golang.org/x/tools/go/analysis"},
		"a model pass: asks which calls leave the process, not how long they take",
	},
	{
		"internal/attempt", []string{"internal/downstream", "internal/deadline", "internal/catalog", "internal/syntax", "internal/config"},
		[]string{"golang.org/x/tools/go/analysis"},
		"a model pass: asks which calls leave the process, and which context is at hand",
	},
	{
		"internal/deadline", []string{"internal/downstream", "internal/catalog", "internal/syntax", "internal/config", "internal/rule"},
		[]string{"golang.org/x/tools/go"},
		"a model pass: asks the pass below it",
	},
	{
		"internal/effect", []string{"internal/downstream", "internal/catalog", "internal/syntax", "internal/config"},
		[]string{"golang.org/x/tools/go"},
		"a model pass: order and dependence of calls, without time",
	},
	{
		"internal/bound", []string{"internal/downstream", "internal/syntax"},
		[]string{"golang.org/x/tools/go"},
		"a model pass: asks which calls go out, never how long they take",
	},
	{
		"internal/downstream", []string{"internal/catalog", "internal/syntax", "internal/config"},
		[]string{"golang.org/x/tools/go"},
		"a model pass: the first one, every other stands on it",
	},
	{
		"internal/fix", []string{"internal/rule", "internal/syntax", "internal/config"},
		[]string{"golang.org/x/tools/go", "golang.org/x/mod/modfile"},
		"makes edits for the rules; it asks no model, so that a fix cannot find more than the report said, and go.mod what it may import",
	},
	{
		"internal/facts", nil, []string{"golang.org/x/tools/go/analysis", "golang.org/x/tools/go/types/objectpath"},
		"runs any analyzer on one package: it knows neither where the package came from nor what it is asked",
	},
	{
		"internal/rule", []string{"internal/config", "internal/syntax"}, []string{"golang.org/x/tools/go/analysis"},
		"what all rules share; below them, so it can know none",
	},
	{
		"internal/syntax", nil, []string{"golang.org/x/tools/go/types", "golang.org/x/tools/go/ast", "golang.org/x/tools/go/cfg"},
		"vocabulary over go/ast and go/types: knows no catalog and no configuration",
	},
	{
		"internal/config", []string{"runtime/contract"}, []string{"go.yaml.in/yaml/v3"},
		"reads the same contract file that the runtime enforces: the one package of runtime that analysis may import",
	},
	{
		"internal/catalog", nil, nil,
		"data: what it says must not depend on what is analysed",
	},
	{
		"internal/ruledoc", nil, nil,
		"takes plain values: were it to import the table, no rule's test could use it",
	},
	{
		"internal/newrule/...", []string{"internal/newrule"}, nil,
		"writes files; the new rule is tested by the go command",
	},
	{
		"internal/fixprop", nil, nil,
		"a test only, of what the driver and the rules' fixes do together",
	},
	{
		"internal/docs", nil, nil,
		"a test only, of the code on a page: it is compiled by the go command, as a reader would",
	},
	{
		"internal/archtest", nil, []string{"golang.org/x/mod/modfile"},
		"reads files; it must not depend on what it judges",
	},
	{
		"runtime/breaker", []string{"runtime/contract"}, []string{"github.com/sony/gobreaker/v2"},
		"the only importer of gobreaker, so that it can be replaced",
	},
	{
		"runtime/pool", []string{"runtime/contract"}, []string{"golang.org/x/sync"},
		"the only importer of x/sync: whoever wants bounded work asks it",
	},
	{
		"runtime/budget", nil, nil,
		"the bottom of the runtime: a context with a deadline, usable alone",
	},
	{
		"runtime/record", nil, nil,
		"the bottom of the runtime: a record is handed out, whoever makes it",
	},
	{
		"runtime/contract", nil, nil,
		"the analyzer imports it, so it brings nothing along",
	},
	{
		"runtime/httpbudget", []string{"runtime/budget", "runtime/record"}, nil,
		"serves handlers that know no downstream, and downstream sends its headers",
	},
	{
		"runtime/*", []string{"runtime/*"}, nil,
		"a library for other people's services: nothing of the analysis, and std only",
	},
	{
		"internal/browsertest", nil, nil,
		"opens any page for its test, so it knows none",
	},
	{
		"examples/dashboard/drill/report", []string{"internal/browsertest"}, nil,
		"shows what it is given, as a page too, which its test opens in a browser",
	},
	{
		"examples/...", []string{"examples/...", "runtime/*"}, nil,
		"service code as users write it",
	},
	{
		"ecosystem/...", []string{"ecosystem/..."}, nil,
		"runs the built command as a user does, so it needs nothing from inside",
	},
}

// testOnly may be imported by test files everywhere, runtime excepted.
var testOnly = row{
	own: []string{"internal/linttest", "internal/browsertest", "internal/facts", "internal/drivertest", "nogo", "internal/model", "internal/archtest", "internal/newrule", "internal/ruledoc", "internal/driver", "internal/report", "internal/config", "internal/rule", "internal/syntax", "internal/catalog", "internal/downstream", "internal/deadline", "internal/bound", "internal/effect", "internal/callplan", "internal/planview", "internal/draft", "internal/learn", "internal/outcome", "internal/fix", "analyzers", "analyzers/*", "runtime/contract"},
	ext: []string{"github.com/google/go-cmp/cmp", "github.com/rogpeppe/go-internal", "github.com/santhosh-tekuri/jsonschema/v6", "go.yaml.in/yaml/v3", "golang.org/x/tools"},
}

// imports holds every import of the module's own files against arrows.
func imports(files []*file) []Violation {
	var found []Violation
	used := make([]bool, len(arrows))
	for _, f := range files {
		if f.ast == nil {
			continue
		}
		i := slices.IndexFunc(arrows, func(r row) bool { return matches(r.pkgs, f.pkg()) })
		if i < 0 {
			found = append(found, Violation{f.name, 0, fmt.Sprintf("package %s has no row in internal/archtest: add one that says what it may import, and why", f.pkg())})
			continue
		}
		used[i] = true
		for _, spec := range f.ast.Imports {
			target, err := strconv.Unquote(spec.Path.Value)
			if err != nil || !arrows[i].forbids(f, target) {
				continue
			}
			found = append(found, f.at(spec.Pos(), "%s must not import %s: %s", f.pkg(), target, arrows[i].why))
		}
	}
	for i, r := range arrows {
		if !used[i] {
			found = append(found, Violation{"internal/archtest/imports.go", 0, fmt.Sprintf("the row for %s matches no package", r.pkgs)})
		}
	}
	return found
}

func (r row) forbids(f *file, target string) bool {
	if r.allows(target) {
		return false
	}
	if own, ok := strings.CutPrefix(target, modulePath+"/"); ok && own == f.pkg() && f.test() {
		return false // an external test imports what it tests
	}
	return !f.test() || strings.HasPrefix(f.name, "runtime/") || !testOnly.allows(target)
}

func (r row) allows(target string) bool {
	if own, ok := strings.CutPrefix(target, modulePath+"/"); ok {
		return slices.ContainsFunc(r.own, func(p string) bool { return matches(p, own) })
	}
	first, _, _ := strings.Cut(target, "/")
	if !strings.Contains(first, ".") {
		return true // the standard library
	}
	return slices.ContainsFunc(r.ext, func(p string) bool { return target == p || strings.HasPrefix(target, p+"/") })
}

func matches(pattern, pkg string) bool {
	if top, ok := strings.CutSuffix(pattern, "/..."); ok {
		return pkg == top || strings.HasPrefix(pkg, top+"/")
	}
	if top, ok := strings.CutSuffix(pattern, "/*"); ok {
		return path.Dir(pkg) == top
	}
	return pkg == pattern
}

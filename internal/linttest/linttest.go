// Package linttest runs one rule on its fixture, a tree of packages under testdata/src, and says where findings, fixes
// or golden files differ. It does not test the drivers; cmd/budgetlint's scripts do.
//
// A fixture is a folder testdata/src/NAME, with packages below it, and stubs of third-party packages by import path
// beside it. Expectations are written as for analysistest:
//
//	time.Sleep(30) // want "30ns" `second finding of the line`
//
// The regular expressions are matched against "message (rule/category)". What the first fixes make of x.go, all
// applied together, is x.go.golden; go test -update writes it.
//
// Beyond that, Run proves for every fixture that each fix, alternatives too, leaves a package that type-checks, that
// no two fixes overlap, that a second run over the result has nothing to fix, and that facts survive encoding.
package linttest

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/rule"
)

var update = flag.Bool("update", false, "rewrite the golden files of fixtures")

// Options change the Env that a rule under test is given. The zero value is the default configuration with every
// category on, as an editor runs it: all fixes are attached. Fixes are written without the runtime, which the module
// of the fixtures is; YAML "fixes: runtime" asks for it.
type Options struct {
	YAML string // text of .budgetlint.yml
	// Contract is the text of a budget file, which the configuration then names.
	Contract string
	Known    config.Known // the rules and options that YAML may name
	Host     config.Host  // 0 means config.Editor
	Models   func(*rule.Env)
	Broken   bool // the fixture is meant to have type errors
}

// Env makes an Env without model passes, except those that opts.Models adds. A rule that the configuration does not
// mention is a warning, in all its categories.
func Env(t *testing.T, opts Options) *rule.Env {
	t.Helper()
	cfg := config.Default()
	if opts.YAML != "" || opts.Contract != "" {
		file := filepath.Join(t.TempDir(), ".budgetlint.yml")
		if opts.Contract != "" {
			opts.YAML += "contract: budget.json\n"
			if err := os.WriteFile(filepath.Join(filepath.Dir(file), "budget.json"), []byte(opts.Contract), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(file, []byte(opts.YAML), 0o666); err != nil {
			t.Fatal(err)
		}
		var err error
		if cfg, err = config.Load(file, opts.Known); err != nil {
			t.Fatal(err)
		}
	}
	if cfg.Fixes == "" {
		cfg.Fixes = "std"
	}
	if cfg.Host = opts.Host; cfg.Host == config.Standalone {
		cfg.Host = config.Editor
	}
	env := &rule.Env{
		Config: cfg,
		Severity: func(name, category string) rule.Severity {
			switch said := cfg.Rules[name]; {
			case said.Enabled != nil && !*said.Enabled:
				return 0
			case said.Severity == rule.Advice.String():
				return rule.Advice
			case said.Severity == rule.Error.String():
				return rule.Error
			}
			return rule.Warning
		},
		URL:     func(name string) string { return "https://example.com/rules/" + name },
		Ignores: rule.NewIgnores(cfg, opts.Known),
	}
	if opts.Models != nil {
		opts.Models(env)
	}
	return env
}

// RunRule makes a rule for Env(t, opts) and runs it on a fixture.
func RunRule(t *testing.T, newRule func(*rule.Env) *analysis.Analyzer, fixture string, opts Options) {
	t.Helper()
	run(t, newRule(Env(t, opts)), fixture, opts.Broken)
}

// reporter is the part of testing.T that differences are told to; the package's own tests listen to it.
type reporter interface {
	Helper()
	Errorf(format string, args ...any)
}

// Run runs a on the packages of testdata/src/fixture.
func Run(t *testing.T, a *analysis.Analyzer, fixture string) {
	t.Helper()
	run(t, a, fixture, false)
}

func run(t *testing.T, a *analysis.Analyzer, fixture string, broken bool) {
	t.Helper()
	l, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	pkgs, err := l.fixture(fixture)
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range pkgs {
		if !broken && len(pkg.TypeErrors) > 0 {
			t.Fatalf("fixture %s does not type-check: %v", pkg.PkgPath, pkg.TypeErrors[0])
		}
	}
	found, err := analyze(a, pkgs)
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range pkgs {
		checkWants(t, pkg, found[pkg])
		checkFixes(t, l, a, pkg, found[pkg])
	}
}

// analyze runs a on pkgs and, for facts, on the packages of the fixture tree that they import.
func analyze(a *analysis.Analyzer, pkgs []*packages.Package) (map[*packages.Package][]analysis.Diagnostic, error) {
	graph, err := checker.Analyze([]*analysis.Analyzer{a}, pkgs, &checker.Options{SanityCheck: true})
	if err != nil {
		return nil, err
	}
	found := make(map[*packages.Package][]analysis.Diagnostic)
	for _, act := range graph.Roots {
		if act.Err != nil {
			return nil, fmt.Errorf("%s on %s: %w", a.Name, act.Package.PkgPath, act.Err)
		}
		found[act.Package] = act.Diagnostics
	}
	return found, nil
}

// checkFixes compares what the first fixes make of pkg with its golden files, and tries every fix on its own.
func checkFixes(t reporter, l *loader, a *analysis.Analyzer, pkg *packages.Package, found []analysis.Diagnostic) {
	t.Helper()
	var first []analysis.TextEdit
	unfixed := 0
	for _, d := range found {
		for i, fx := range d.SuggestedFixes {
			at := pkg.Fset.Position(d.Pos)
			texts, err := apply(pkg, fx.TextEdits)
			if err != nil {
				t.Errorf("%v: fix %q: %v", at, fx.Message, err)
			} else if err := l.typeCheck(pkg, texts); err != nil {
				t.Errorf("%v: fix %q does not type-check: %v", at, fx.Message, err)
			}
			if i == 0 {
				first = append(first, fx.TextEdits...)
			}
		}
		if len(d.SuggestedFixes) == 0 {
			unfixed++
		}
	}
	texts, err := apply(pkg, first)
	if err != nil {
		t.Errorf("all fixes of %s together: %v", pkg.PkgPath, err)
		return
	}
	compareGolden(t, pkg, texts)
	if len(texts) == 0 {
		return
	}
	if err := l.typeCheck(pkg, texts); err != nil {
		t.Errorf("all fixes of %s together do not type-check: %v", pkg.PkgPath, err)
		return
	}
	again, err := l.reload(pkg, texts)
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	rest, err := analyze(a, []*packages.Package{again})
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	if n := len(rest[again]); n > unfixed {
		t.Errorf("%s: %d findings without a fix, but %d after all fixes", pkg.PkgPath, unfixed, n)
	}
	for _, d := range rest[again] {
		if len(d.SuggestedFixes) > 0 {
			t.Errorf("%v: not idempotent: after all fixes still %q, fix %q",
				pkg.Fset.Position(d.Pos), d.Message, d.SuggestedFixes[0].Message)
		}
	}
}

func compareGolden(t reporter, pkg *packages.Package, texts map[string][]byte) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(sources(pkg))) {
		golden := name + ".golden"
		got, changed := texts[name]
		switch want, err := os.ReadFile(golden); {
		case *update && changed:
			if err := os.WriteFile(golden, got, 0o666); err != nil {
				t.Errorf("%v", err)
			}
		case *update && err == nil:
			if err := os.Remove(golden); err != nil {
				t.Errorf("%v", err)
			}
		case changed && err != nil:
			t.Errorf("%s is fixed but has no golden file; run go test -update and read it", name)
		case changed && !bytes.Equal(got, want):
			t.Errorf("%s differs from what the fixes give:\n%s", golden, diff(string(want), string(got)))
		case !changed && err == nil:
			t.Errorf("%s exists but nothing is fixed", golden)
		}
	}
}

// diff shows the lines that only one of two texts has; enough to see what a fix did.
func diff(want, got string) string {
	var b strings.Builder
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for len(w) > 0 && len(g) > 0 && w[0] == g[0] {
		w, g = w[1:], g[1:]
	}
	for len(w) > 0 && len(g) > 0 && w[len(w)-1] == g[len(g)-1] {
		w, g = w[:len(w)-1], g[:len(g)-1]
	}
	for _, line := range w {
		fmt.Fprintln(&b, "-", line)
	}
	for _, line := range g {
		fmt.Fprintln(&b, "+", line)
	}
	return b.String()
}

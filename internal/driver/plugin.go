package driver

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/packages"

	"github.com/budgetlint/budgetlint/analyzers"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/facts"
	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/rule"
)

const modulePath = "github.com/budgetlint/budgetlint"

// Plugin makes the analyzers that golangci-lint runs: one called name, which reports for all rules, and one that does
// nothing. Rules below the first only find, so
//
//   - issues read as on the command line: golangci-lint puts the analyzer's name before the text unless it is the
//     linter's;
//   - fixes are judged together: golangci-lint splices all edits of a file, skips the file if any two overlap, and
//     counts their issues as repaired anyway.
//
// golangci-lint keeps results under the package's content, its settings, the version that its main package states, and
// the names of the analyzers. So the second one's name, and the names of passes with facts, say which build of
// budgetlint this is.
func Plugin(name string, conf *config.Config) ([]*analysis.Analyzer, error) {
	build, err := buildTag()
	if err != nil {
		return nil, err
	}
	rules := analyzers.New(conf)
	faults := shield(rules)
	for _, a := range facts.Reach(rules) {
		if len(a.FactTypes) > 0 {
			a.Name += "_" + build
		}
	}
	return []*analysis.Analyzer{
		{
			Name:             name,
			Doc:              "report calls to other services that can spend a request's time without limit",
			URL:              "https://" + modulePath,
			Requires:         rules,
			RunDespiteErrors: true,
			Run: func(pass *analysis.Pass) (any, error) {
				reportAll(pass, rules, conf)
				faults.report(pass)
				return nil, nil
			},
		},
		{
			Name: name + "_" + build,
			Doc:  "names the build of budgetlint in golangci-lint's cache",
			Run:  func(*analysis.Pass) (any, error) { return nil, nil },
		},
	}, nil
}

// faults are analyzers that gave up, by package: the first of each.
type faults struct{ byPackage sync.Map }

// shield makes an analyzer that panics or fails give an empty result: to golangci-lint a failure is the end of the run,
// for all linters. The fault becomes an issue of the package instead.
func shield(rules []*analysis.Analyzer) *faults {
	seen := new(faults)
	guard(rules)
	for _, a := range facts.Reach(rules) {
		if a == inspect.Analyzer {
			continue
		}
		run := a.Run
		a.Run = func(pass *analysis.Pass) (any, error) {
			result, err := run(pass)
			if err == nil {
				return result, nil
			}
			seen.byPackage.LoadOrStore(pass.Pkg, fmt.Sprintf("%s: %s", a.Name, oneLine(err.Error())))
			return reflect.New(a.ResultType.Elem()).Interface(), nil
		}
	}
	return seen
}

func (s *faults) report(pass *analysis.Pass) {
	if what, ok := s.byPackage.Load(pass.Pkg); ok && len(pass.Files) > 0 {
		pass.Reportf(pass.Files[0].Name.Pos(), "budgetlint failed on this package, and findings may be missing: %s", what)
	}
}

// reportAll reports what the rules found, sorted, each finding once. A fix goes along only if it can be made together
// with all others of the package, in the way in which golangci-lint makes them.
func reportAll(pass *analysis.Pass, rules []*analysis.Analyzer, conf *config.Config) {
	pkg := &packages.Package{
		PkgPath: pass.Pkg.Path(), Fset: pass.Fset, Syntax: pass.Files,
		Types: pass.Pkg, TypesInfo: pass.TypesInfo, TypesSizes: pass.TypesSizes,
	}
	for _, f := range pass.Files {
		pkg.GoFiles = append(pkg.GoFiles, pass.Fset.File(f.FileStart).Name())
	}
	var found []Found
	for _, a := range rules {
		for _, f := range pass.ResultOf[a].(*rule.Result).Findings {
			found = append(found, Found{Finding: f, Package: pkg, Position: pass.Fset.Position(f.Pos), Unsafe: conf.UnsafeFixes})
		}
	}
	found = normalize(found)
	fixed := fixable(pkg, found)
	for i, f := range found {
		d := f.Diagnostic(conf, analyzers.URL(f.Rule))
		if !fixed[i] {
			d.SuggestedFixes = nil
		}
		pass.Report(d)
	}
}

// fixable says whose fixes golangci-lint may be given.
func fixable(pkg *packages.Package, found []Found) []bool {
	fixed := make([]bool, len(found))
	var candidates []Found
	var at []int // their places in found
	for i, f := range found {
		if f.Chosen(f.Unsafe) != nil && f.staysInFile() {
			candidates, at = append(candidates, f), append(at, i)
		}
	}
	if len(candidates) == 0 {
		return fixed
	}
	p := patch{pkg: pkg, importer: fix.Importer(pkg.Types, nil), read: os.ReadFile, lenient: true, raw: true}
	chosen, _ := p.fit(candidates)
	for i, ok := range chosen {
		fixed[at[i]] = ok
	}
	return fixed
}

// staysInFile: golangci-lint drops the edits of other files than the finding's, and makes the rest.
func (f Found) staysInFile() bool {
	file := f.Package.Fset.File(f.Pos)
	for _, e := range f.Chosen(f.Unsafe).Edits {
		if f.Package.Fset.File(e.Pos) != file {
			return false
		}
	}
	return true
}

// buildTag names this build of budgetlint: its version where it is a released one, else the program's own digest.
func buildTag() (string, error) {
	h := sha256.New()
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == modulePath && m.Replace == nil && m.Sum != "" {
				fmt.Fprintf(h, "%s %s", m.Version, m.Sum)
				return short(h.Sum(nil)), nil
			}
		}
	}
	exe, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(filepath.Clean(exe))
	if err != nil {
		return "", err
	}
	defer f.Close() // it was only read
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return short(h.Sum(nil)), nil
}

func short(digest []byte) string { return fmt.Sprintf("%x", digest[:6]) }

// Package driver answers what the rules find in a set of packages: it loads them, runs the analyzers of each module's
// configuration, applies fixes, and speaks the vettool protocol of the go command. It leaves out how findings are
// shown (internal/report) and every question about Go code (the rules and the model passes).
package driver

import (
	"cmp"
	"context"
	"fmt"
	"go/token"
	"slices"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/budgetlint/budgetlint/internal/baseline"
	"github.com/budgetlint/budgetlint/internal/report"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// Options is what one run of the standalone command was asked.
type Options struct {
	Dir      string   // the working directory; "" for the process's own
	Patterns []string // none means ./...
	Tags     string
	Mod      string
	Env      []string // nil for the process's own
	Tests    bool     // load test files too, and report in them

	Rules        []string // run only these; none means what the configuration enables
	ConfigFile   string   // instead of each module's own .budgetlint.yml
	ContractFile string   // instead of the one that the configuration names
	NoContract   bool     // the one that the configuration names is not read, and need not be there
	UnsafeFixes  bool

	Baseline   *string // a file instead of those that the configurations name; "" for none
	NewFrom    string  // a revision: only what changed since
	Suppressed bool    // keep what was silenced, for Outcome.Suppressed

	// Progress, if not nil, is called with what the run is about to do. Calls do not overlap.
	Progress func(string)

	Why        string // file.go:line:col: also answer what the model knows about the call there
	Sequential bool   // one action after the other, so that timings mean something
}

// Outcome is what a run found.
type Outcome struct {
	Findings []Found // sorted by position, each once
	// Suppressed are findings that an ignore or a baseline silenced, if the options ask for them; sorted too.
	Suppressed []Found
	Adopted    Adopted
	// Broken names packages that do not compile: one "path:line:col: message" each, sorted. Their other parts, and
	// all other packages, were analysed.
	Broken []string
	// Failed are analyzers that gave up or panicked, with the package.
	Failed   []error
	Packages int // how many were reported on
	Why      string
	Timing   Timing
}

// Found is a finding with all that is needed to show, judge and fix it.
type Found struct {
	rule.Finding
	Package  *packages.Package
	Position token.Position
	// FailOn is the lowest severity that makes the command fail, as the configuration of the finding's module says;
	// "" if it does not.
	FailOn string
	// Baseline is the file that the configuration of the finding's module names; "" if it names none.
	Baseline string
	// Suppressed says what silenced the finding; nil for all that are reported.
	Suppressed *report.Suppressed
	keys       []baseline.Key // what it is known by: its own, then those of further calls that it names
	n          int            // of those with the same key, in the order of the source
	// Unsafe says that -fix may apply a fix that needs a person's look.
	Unsafe bool
}

// Timing says where the time of a run went.
type Timing struct {
	List, Load, Analyze time.Duration
	Analyzers           map[string]time.Duration
}

// Run loads the packages, analyses them, and collects the findings that are to be reported.
func Run(ctx context.Context, opts Options) (*Outcome, error) {
	repos, err := newRepositories(ctx, opts) // fails before the costly steps
	if err != nil {
		return nil, err
	}
	out, loaded, err := run(ctx, opts)
	if err != nil {
		return nil, err
	}
	return out, out.adopt(ctx, opts, loaded, repos)
}

// run is Run without leaving out what the user has accepted.
func run(ctx context.Context, opts Options) (*Outcome, *loaded, error) {
	loaded, err := load(ctx, opts)
	if err != nil {
		return nil, nil, err
	}
	opts.progress("analysing", len(loaded.source))
	out := &Outcome{Broken: loaded.broken(), Packages: len(loaded.asked), Timing: loaded.timing}
	out.Timing.Analyzers = make(map[string]time.Duration)
	start := time.Now()
	for _, g := range loaded.groups {
		if err := analyze(opts, g, out); err != nil {
			return nil, nil, err
		}
	}
	out.Timing.Analyze = time.Since(start)
	out.Findings, out.Suppressed = normalize(out.Findings), normalize(out.Suppressed)
	out.number()
	return out, loaded, nil
}

// progress says what comes next, to how many packages; 0 where that is what it is to find out.
func (o Options) progress(doing string, packages int) {
	switch {
	case o.Progress == nil:
	case packages == 0:
		o.Progress(doing + " packages")
	case packages == 1:
		o.Progress(doing + " 1 package")
	default:
		o.Progress(fmt.Sprintf("%s %d packages", doing, packages))
	}
}

// normalize sorts findings by position and drops repeats: with -tests a file belongs to a package and to its test
// variant, and both report the same.
func normalize(list []Found) []Found {
	slices.SortStableFunc(list, compare)
	return slices.CompactFunc(list, func(a, b Found) bool {
		return a.Position == b.Position && a.Rule == b.Rule && a.Category == b.Category && a.Message == b.Message
	})
}

func compare(a, b Found) int {
	return cmp.Or(
		cmp.Compare(a.Position.Filename, b.Position.Filename),
		cmp.Compare(a.Position.Line, b.Position.Line),
		cmp.Compare(a.Position.Column, b.Position.Column),
		cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(a.Category, b.Category),
		cmp.Compare(a.Message, b.Message),
	)
}

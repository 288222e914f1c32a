package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"

	"github.com/budgetlint/budgetlint/internal/driver"
	"github.com/budgetlint/budgetlint/internal/report"
)

// checkFlags are the flags of check beside those that driver.Options holds.
type checkFlags struct {
	driver.Options
	rules             string
	formats           outputs
	failOn            string
	fix, diff, timing bool
	quiet             func() // takes the progress line away
}

func check(ctx context.Context, c *command, args []string, stdout, stderr io.Writer) (int, error) {
	var f checkFlags
	fs := c.flags(stdout, stderr)
	loadFlags(fs, &f.Options)
	fs.Func("baseline", "leave out what `file` covers, whatever the configuration names; \"\" for nothing", func(file string) error {
		f.Baseline = &file
		return nil
	})
	fs.BoolVar(&f.diff, "diff", false, "print what -fix would change, and change nothing")
	fs.StringVar(&f.failOn, "fail-on", "", "exit with 1 from this `severity` on: advice, warning, error, never (default warning)")
	fs.BoolVar(&f.fix, "fix", false, "apply safe fixes, then report what remains")
	fs.Var(&f.formats, "format", "write `format[=file]`: text, json (one finding a line), sarif or github; may be given several times")
	fs.StringVar(&f.NewFrom, "new-from", "", "only findings in functions that changed since the git `revision`")
	fs.StringVar(&f.rules, "rules", "", "run only these `rules`, separated by commas")
	fs.BoolVar(&f.Suppressed, "suppressed", false, "show what is ignored or in the baseline too, marked as such; it does not count")
	fs.BoolVar(&f.timing, "timing", false, "say where the time went")
	fs.BoolVar(&f.UnsafeFixes, "unsafe-fixes", false, "with -fix or -diff: also fixes that need a person's look")
	fs.StringVar(&f.Why, "why", "", "say what is known about the call at `file.go:line:col`, and nothing else")
	var err error
	if f.Patterns, err = parse(fs, args); err != nil {
		return 0, err
	}
	if f.rules != "" {
		f.Rules = strings.Split(f.rules, ",")
	}
	if err := driver.CheckRules(f.Rules); err != nil {
		return 0, err
	}
	if err := driver.CheckFailOn(f.failOn); err != nil {
		return 0, err
	}
	f.Sequential = f.timing
	if f.formats.toFiles() && (f.Why != "" || f.diff) {
		return 0, fmt.Errorf("-format with a file cannot be used with -why or -diff, which report nothing")
	}
	line := terminal(stderr)
	defer line.stop()
	f.Progress = line.say
	f.quiet = line.stop
	if f.Why != "" {
		return f.why(ctx, stdout, stderr)
	}
	if f.diff {
		return f.printDiff(ctx, stdout, stderr)
	}
	w, err := f.formats.open(f.Dir, stdout)
	if err != nil {
		return 0, err
	}
	defer w.abort()
	out, made, err := f.run(ctx, stderr)
	line.stop()
	if err != nil {
		return 0, err
	}
	run := report.Run{ExitCode: exitClean, Troubles: troubles(out)}
	switch {
	case len(run.Troubles) > 0:
		run.ExitCode = exitTrouble
	case out.Fails(f.failOn):
		run.ExitCode = exitFindings
	}
	if err := w.write(out.Shown(f.Options), run); err != nil {
		return 0, err
	}
	complain(out, stderr)
	if f.timing {
		fmt.Fprint(stderr, out.Timing)
	}
	adopted(stderr, out.Adopted)
	summarize(stderr, &f, out, made)
	return run.ExitCode, nil
}

// loadFlags are those that say what is analysed, and how it is loaded.
func loadFlags(fs *flag.FlagSet, opts *driver.Options) {
	fs.StringVar(&opts.Dir, "C", "", "run in `dir`")
	fs.StringVar(&opts.ConfigFile, "config", "", "use this `file` for all modules instead of each module's .budgetlint.yml")
	fs.StringVar(&opts.ContractFile, "contract", "", "use this contract `file` instead of the one that the configuration names")
	fs.StringVar(&opts.Mod, "mod", "", "module download `mode`, as for go build")
	fs.StringVar(&opts.Tags, "tags", "", "build `tags`, as for go build")
	fs.BoolVar(&opts.Tests, "tests", false, "report in test files too")
}

// run analyses and, with -fix, applies fixes until none is left: one that clashed with another gets its turn in the
// next round.
func (f *checkFlags) run(ctx context.Context, stderr io.Writer) (out *driver.Outcome, made fixCount, err error) {
	const rounds = 10 // each round applies at least one fix; ten is far beyond what fixes that settle need
	for round := 0; ; round++ {
		if out, err = driver.Run(ctx, f.Options); err != nil || !f.fix || round == rounds {
			return out, made, err
		}
		plan := out.Fixes(ctx, f.Options)
		if len(plan.Files) == 0 {
			f.quiet()
			drops(stderr, plan)
			made.dropped = len(plan.Dropped)
			return out, made, nil
		}
		if err := plan.Write(); err != nil {
			return nil, made, err
		}
		made.applied += plan.Applied
	}
}

// fixCount is what became of the fixes of all rounds.
type fixCount struct{ applied, dropped int }

func (f *checkFlags) printDiff(ctx context.Context, stdout, stderr io.Writer) (int, error) {
	out, err := driver.Run(ctx, f.Options)
	f.quiet()
	if err != nil {
		return 0, err
	}
	plan := out.Fixes(ctx, f.Options)
	diff, err := plan.Diff(f.Dir)
	if err != nil {
		return 0, err
	}
	if _, err := stdout.Write(diff); err != nil {
		return 0, err
	}
	drops(stderr, plan)
	switch {
	case complain(out, stderr):
		return exitTrouble, nil
	case len(diff) > 0:
		return exitFindings, nil
	}
	return exitClean, nil
}

func (f *checkFlags) why(ctx context.Context, stdout, stderr io.Writer) (int, error) {
	file, _, _, err := driver.ParseWhy(f.Why)
	if err != nil {
		return 0, err
	}
	if len(f.Patterns) == 0 {
		f.Patterns = []string{file}
	}
	out, err := driver.Run(ctx, f.Options)
	f.quiet()
	if err != nil {
		return 0, err
	}
	if complain(out, stderr) && out.Why == "" {
		return exitTrouble, nil
	}
	if out.Why == "" {
		return 0, fmt.Errorf("-why %s: the file is in none of the packages", f.Why)
	}
	_, err = fmt.Fprintln(stdout, strings.TrimRight(out.Why, "\n"))
	return exitClean, err
}

// complain names what could not be analysed, and reports whether there was any.
func complain(out *driver.Outcome, stderr io.Writer) bool {
	list := troubles(out)
	for _, t := range list {
		fmt.Fprintf(stderr, "budgetlint: %s\n", t)
	}
	return len(list) > 0
}

func troubles(out *driver.Outcome) []string {
	list := slices.Clone(out.Broken)
	for _, err := range out.Failed {
		list = append(list, err.Error())
	}
	return list
}

func drops(stderr io.Writer, plan *driver.Plan) {
	for _, d := range plan.Dropped {
		fmt.Fprintf(stderr, "budgetlint: %s\n", d)
	}
}

// colorful decides about colours: a terminal gets them unless NO_COLOR (https://no-color.org) is set.
func colorful(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd()))
}

package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/budgetlint/budgetlint/internal/driver"
	"github.com/budgetlint/budgetlint/internal/report"
)

// checkFlags are the flags of check beside those that driver.Options holds.
type checkFlags struct {
	driver.Options
	rules             string
	format            string
	failOn            string
	fix, diff, timing bool
}

func check(ctx context.Context, c *command, args []string, stdout, stderr io.Writer) (int, error) {
	var f checkFlags
	fs := c.flags(stdout, stderr)
	fs.StringVar(&f.Dir, "C", "", "run in `dir`")
	fs.StringVar(&f.ConfigFile, "config", "", "use this `file` for all modules instead of each module's .budgetlint.yml")
	fs.StringVar(&f.ContractFile, "contract", "", "use this contract `file` instead of the one that the configuration names")
	fs.BoolVar(&f.diff, "diff", false, "print what -fix would change, and change nothing")
	fs.StringVar(&f.failOn, "fail-on", "", "exit with 1 from this `severity` on: advice, warning, error, never (default warning)")
	fs.BoolVar(&f.fix, "fix", false, "apply safe fixes, then report what remains")
	fs.StringVar(&f.format, "format", "text", "text or json (one finding a line)")
	fs.StringVar(&f.Mod, "mod", "", "module download `mode`, as for go build")
	fs.StringVar(&f.rules, "rules", "", "run only these `rules`, separated by commas")
	fs.StringVar(&f.Tags, "tags", "", "build `tags`, as for go build")
	fs.BoolVar(&f.Tests, "tests", false, "report in test files too")
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
	handler, err := report.New(f.format, stdout, isTerminal(stdout))
	if err != nil {
		return 0, err
	}
	if f.Why != "" {
		return f.why(ctx, stdout, stderr)
	}
	if f.diff {
		return f.printDiff(ctx, stdout, stderr)
	}
	out, made, err := f.run(ctx, stderr)
	if err != nil {
		return 0, err
	}
	shown := out.Shown(f.Options)
	for _, finding := range shown {
		if err := handler.Finding(finding); err != nil {
			return 0, err
		}
	}
	trouble := complain(out, stderr)
	if f.timing {
		fmt.Fprint(stderr, out.Timing)
	}
	summarize(stderr, shown, made, out.Packages)
	switch {
	case trouble:
		return exitTrouble, nil
	case out.Fails(f.failOn):
		return exitFindings, nil
	}
	return exitClean, nil
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
	for _, b := range out.Broken {
		fmt.Fprintf(stderr, "budgetlint: %s\n", b)
	}
	for _, err := range out.Failed {
		fmt.Fprintf(stderr, "budgetlint: %v\n", err)
	}
	return len(out.Broken)+len(out.Failed) > 0
}

func drops(stderr io.Writer, plan *driver.Plan) {
	for _, d := range plan.Dropped {
		fmt.Fprintf(stderr, "budgetlint: %s\n", d)
	}
}

// summarize prints one line of counts.
func summarize(stderr io.Writer, shown []report.Finding, made fixCount, packages int) {
	count := make(map[string]int)
	for _, f := range shown {
		count[f.Severity]++
	}
	var parts []string
	for _, s := range []string{"error", "warning", "advice"} {
		if n := count[s]; n > 0 {
			parts = append(parts, plural(n, s))
		}
	}
	if len(parts) == 0 {
		parts = []string{"no findings"}
	}
	line := strings.Join(parts, ", ") + " in " + plural(packages, "package")
	if made.applied > 0 {
		line += "; " + plural(made.applied, "fix") + " applied"
	}
	if made.dropped > 0 {
		line += "; " + plural(made.dropped, "fix") + " dropped"
	}
	fmt.Fprintln(stderr, line)
}

func plural(n int, noun string) string {
	switch {
	case n == 1 || noun == "advice":
		return fmt.Sprintf("%d %s", n, noun)
	case noun == "fix":
		return fmt.Sprintf("%d fixes", n)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// isTerminal decides about colours: a terminal gets them unless NO_COLOR (https://no-color.org) is set.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd()))
}

package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/budgetlint/budgetlint/analyzers"
	"github.com/budgetlint/budgetlint/internal/driver"
	"github.com/budgetlint/budgetlint/internal/ruledoc"
)

// flags makes a command's flag set; its -h prints the command's usage to stdout and ends the command.
func (c *command) flags(stdout, stderr io.Writer) *flag.FlagSet {
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard) // run prints the error, once
	fs.Usage = func() {
		fmt.Fprintf(stdout, "usage: budgetlint %s %s\n\n%s\n", c.name, c.args, c.summary)
		options := false
		fs.VisitAll(func(*flag.Flag) { options = true })
		if options {
			fmt.Fprint(stdout, "\nflags:\n")
			fs.SetOutput(stdout)
			fs.PrintDefaults()
			fs.SetOutput(io.Discard)
		}
	}
	return fs
}

// parse reads flags that stand before, between or after the other arguments, which it returns: "budgetlint ./... -fix"
// means what it says.
func parse(fs *flag.FlagSet, args []string) (rest []string, err error) {
	// The package flag calls Usage for every mistake; only -h asks for it.
	usage := fs.Usage
	fs.Usage = func() {}
	for {
		if err := fs.Parse(args); err != nil {
			if err == flag.ErrHelp {
				usage()
				return nil, err
			}
			return nil, fmt.Errorf("%w: budgetlint %s -h lists the flags", err, fs.Name())
		}
		args = fs.Args()
		if len(args) == 0 {
			return rest, nil
		}
		rest, args = append(rest, args[0]), args[1:]
	}
}

func explain(_ context.Context, c *command, args []string, stdout, stderr io.Writer) (int, error) {
	args, err := parse(c.flags(stdout, stderr), args)
	if err != nil {
		return 0, err
	}
	if len(args) != 1 {
		return 0, fmt.Errorf("explain wants one rule: budgetlint rules lists them")
	}
	name, _, _ := strings.Cut(args[0], "/") // nodeadline/client is explained with nodeadline
	r, ok := analyzers.Lookup(name)
	if !ok {
		return 0, driver.UnknownRule(name)
	}
	page, err := page(r)
	if err != nil {
		return 0, err
	}
	_, err = io.WriteString(stdout, ruledoc.Text(page))
	return exitClean, err
}

// page is a row of the table as documentation shows it.
func page(r analyzers.Rule) (ruledoc.Rule, error) {
	doc, err := ruledoc.Parse(r.Doc)
	if err != nil {
		return ruledoc.Rule{}, err
	}
	p := ruledoc.Rule{Doc: doc, Since: r.Since, URL: analyzers.URL(r.Name), Serves: r.Serves}
	for _, name := range slices.Sorted(maps.Keys(r.Options)) {
		o := r.Options[name]
		p.Options = append(p.Options, ruledoc.Option{Name: name, Values: o.Values, Default: o.Default})
	}
	for _, c := range r.Categories {
		p.Categories = append(p.Categories, ruledoc.Category{Name: c.Name, Summary: c.Summary, Severity: c.Severity.String(), Fix: c.Fix.String(), On: c.On})
	}
	return p, nil
}

func rules(_ context.Context, c *command, args []string, stdout, stderr io.Writer) (int, error) {
	if args, err := parse(c.flags(stdout, stderr), args); err != nil || len(args) > 0 {
		return 0, orUnexpected(err, args)
	}
	w := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "RULE\tSEVERITY\tDEFAULT\tFIX\tREPORTS")
	for _, r := range analyzers.Table {
		page, err := page(r)
		if err != nil {
			return 0, err
		}
		for _, cat := range page.Categories {
			says := cat.Summary
			if says == "" {
				says = page.Doc.Summary
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", cat.ID(r.Name), cat.Severity, cat.Default(), cat.Fix, says)
		}
	}
	return exitClean, w.Flush()
}

func configuration(ctx context.Context, c *command, args []string, stdout, stderr io.Writer) (int, error) {
	var opts driver.Options
	fs := c.flags(stdout, stderr)
	fs.StringVar(&opts.ConfigFile, "config", "", "show this `file` instead of the module's .budgetlint.yml")
	fs.StringVar(&opts.Dir, "C", "", "run in `dir`")
	if args, err := parse(fs, args); err != nil || len(args) > 0 {
		return 0, orUnexpected(err, args)
	}
	conf, err := driver.Config(opts)
	if err != nil {
		return 0, err
	}
	return exitClean, conf.Explain(stdout)
}

func version(_ context.Context, c *command, args []string, stdout, stderr io.Writer) (int, error) {
	if args, err := parse(c.flags(stdout, stderr), args); err != nil || len(args) > 0 {
		return 0, orUnexpected(err, args)
	}
	_, err := fmt.Fprintf(stdout, "budgetlint %s %s\n", programVersion(), runtime.Version())
	return exitClean, err
}

func programVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

func help(_ context.Context, _ *command, _ []string, stdout, _ io.Writer) (int, error) {
	fmt.Fprint(stdout, `Budgetlint finds calls that can spend a request's time without limit.

usage:
  budgetlint [flags] [packages]            report findings; the packages default to ./...
  go vet -vettool=$(which budgetlint) ./...

commands:
`)
	w := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
	for _, c := range commands() {
		fmt.Fprintf(w, "  %s %s\t%s\n", c.name, c.args, c.summary)
	}
	if err := w.Flush(); err != nil {
		return 0, err
	}
	_, err := fmt.Fprint(stdout, `
budgetlint COMMAND -h lists the flags of a command.
exit codes: 0 nothing at or above -fail-on, 1 findings, 2 usage, load or configuration error.
`)
	return exitClean, err
}

func orUnexpected(err error, args []string) error {
	if err != nil {
		return err
	}
	return fmt.Errorf("unexpected argument %q", args[0])
}

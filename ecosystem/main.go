// Command ecosystem measures budgetlint on code that others wrote: the case modules in testdata, and public
// repositories at pinned commits with judged places. It judges nothing itself: marks and labels are data.
//
//	go run ./ecosystem checkout [-dir DIR] [owner/name ...]   clone the pinned commits (needs git and a network)
//	go run ./ecosystem lint [-dir DIR] [-v] [owner/name ...]  lint the clones, score against the labels
//	go run ./ecosystem cases MODULE < FINDINGS                score findings in a case module
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/budgetlint/budgetlint/ecosystem/cases"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "ecosystem:", err)
		}
		os.Exit(2)
	}
}

func run(args []string, in io.Reader, out, log io.Writer) error {
	if len(args) == 0 {
		return errors.New("which of checkout, lint, cases?")
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	flags.SetOutput(log)
	dir := flags.String("dir", "ecosystem/_checkouts", "folder with one checkout per repository, owner+name")
	list := flags.String("repos", "ecosystem/repos.json", "the repositories and their commits")
	labelled := flags.String("labels", "ecosystem/labels.jsonl", "the judged places")
	url := flags.String("url", "https://github.com/{repo}", "where to clone from")
	bin := flags.String("bin", "bin/budgetlint", "the linter to run")
	verbose := flags.Bool("v", false, "list misses and false findings")
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	details := io.Discard
	if *verbose {
		details = out
	}
	if args[0] == "cases" {
		return scoreCases(flags.Args(), in, out, details)
	}
	repos, err := readRepos(*list, flags.Args())
	if err != nil {
		return err
	}
	switch args[0] {
	case "checkout":
		for _, r := range repos {
			if err := r.checkout(*dir, *url, log); err != nil {
				return err
			}
		}
		return nil
	case "lint":
		return lint(repos, linting{*dir, *bin, *labelled, out, details, log})
	}
	return fmt.Errorf("unknown command %q: want checkout, lint or cases", args[0])
}

func scoreCases(modules []string, in io.Reader, out, details io.Writer) error {
	if len(modules) != 1 {
		return errors.New("cases: name one case module, such as testdata/cases")
	}
	sum, err := cases.Score(modules[0], in, details)
	if err != nil {
		return err
	}
	cases.Print(out, sum)
	return nil
}

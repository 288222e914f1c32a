package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/budgetlint/budgetlint/internal/setup"
)

func initialize(_ context.Context, c *command, args []string, stdout, stderr io.Writer) (int, error) {
	fs := c.flags(stdout, stderr)
	dir := fs.String("C", "", "run in `dir`")
	yes := fs.Bool("yes", false, "write without asking")
	if args, err := parse(fs, args); err != nil || len(args) > 0 {
		return 0, orUnexpected(err, args)
	}
	version := programVersion()
	if !strings.HasPrefix(version, "v") || strings.Contains(version, "+") {
		version = "v0.1.0" // built from a working copy: no version that others could fetch
	}
	steps, err := setup.Plan(*dir, version)
	if err != nil {
		return 0, err
	}
	ask := asker{out: stdout, in: bufio.NewReader(os.Stdin), yes: *yes, asks: term.IsTerminal(int(os.Stdin.Fd()))}
	for _, s := range steps {
		if s.Note != "" {
			fmt.Fprintf(stdout, "%s %s\n\n", s.Name, strings.TrimRight(s.Note, "\n"))
			continue
		}
		fmt.Fprint(stdout, s.Diff())
		if !ask.may(s) {
			continue
		}
		if err := s.Write(); err != nil {
			return 0, err
		}
		fmt.Fprintf(stdout, "wrote %s\n\n", s.Name)
	}
	if !ask.yes && !ask.asks {
		fmt.Fprint(stdout, "Nothing was written: there is no terminal to ask on. -yes writes it.\n")
		return exitClean, nil
	}
	fmt.Fprint(stdout, "Next: budgetlint ./... shows what is found; if that is too much to begin with, budgetlint baseline writes it down.\n")
	return exitClean, nil
}

// asker asks before anything is written.
type asker struct {
	out       io.Writer
	in        *bufio.Reader
	yes, asks bool
}

// may reports whether a step may be written, and says so if not.
func (a asker) may(s setup.Step) bool {
	switch {
	case a.yes && s.Replaces:
		fmt.Fprintf(a.out, "left %s alone: its block differs from this version's; run init on a terminal to take the new one\n\n", s.Name)
		return false
	case a.yes:
		return true
	case !a.asks:
		fmt.Fprintf(a.out, "would write %s\n\n", s.Name)
		return false
	}
	fmt.Fprintf(a.out, "write %s? [y/N] ", s.Name)
	answer, err := a.in.ReadString('\n')
	if err != nil && answer == "" {
		fmt.Fprintln(a.out) // the end of the input is no
	}
	if strings.HasPrefix(strings.ToLower(strings.TrimSpace(answer)), "y") {
		return true
	}
	fmt.Fprintf(a.out, "left out %s\n\n", s.Name)
	return false
}

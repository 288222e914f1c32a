package main

import (
	"context"
	"io"
	"os"
	"path/filepath"

	"github.com/budgetlint/budgetlint/internal/driver"
	"github.com/budgetlint/budgetlint/internal/planview"
)

func plan(ctx context.Context, c *command, args []string, stdout, stderr io.Writer) (int, error) {
	var opts driver.Options
	fs := c.flags(stdout, stderr)
	fs.StringVar(&opts.Dir, "C", "", "run in `dir`")
	fs.StringVar(&opts.ConfigFile, "config", "", "use this `file` for all modules instead of each module's .budgetlint.yml")
	fs.StringVar(&opts.ContractFile, "contract", "", "use this contract `file` instead of the one that the configuration names")
	var err error
	if opts.Patterns, err = parse(fs, args); err != nil {
		return 0, err
	}
	planned, err := driver.Plans(ctx, opts)
	if err != nil {
		return 0, err
	}
	for _, f := range planned.Failed {
		io.WriteString(stderr, f.Error()+"\n")
	}
	var entries []planview.Entry
	wd, _ := os.Getwd()
	for _, e := range planned.Entries {
		file := e.Position.Filename
		if rel, err := filepath.Rel(wd, file); err == nil {
			file = rel
		}
		entries = append(entries, planview.Entry{Name: e.Name, Route: e.Route, Package: e.Package, File: file, Line: e.Position.Line, Entry: e.Entry})
	}
	return exitClean, planview.Tree(stdout, entries)
}

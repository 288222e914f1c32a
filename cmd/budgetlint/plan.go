package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/driver"
	"github.com/budgetlint/budgetlint/internal/planview"
)

// planFormats are the ways to show a plan.
var planFormats = []struct {
	name  string
	write func(io.Writer, []planview.Entry) error
}{
	{"tree", planview.Tree},
	{"json", planview.JSON},
	{"dot", planview.Dot},
	{"mermaid", planview.Mermaid},
}

func plan(ctx context.Context, c *command, args []string, stdout, stderr io.Writer) (int, error) {
	var opts driver.Options
	var format, old, only string
	var names []string
	for _, f := range planFormats {
		names = append(names, f.name)
	}
	fs := c.flags(stdout, stderr)
	fs.StringVar(&opts.Dir, "C", "", "run in `dir`")
	fs.StringVar(&opts.ConfigFile, "config", "", "use this `file` for all modules instead of each module's .budgetlint.yml")
	fs.StringVar(&opts.ContractFile, "contract", "", "use this contract `file` instead of the one that the configuration names")
	fs.StringVar(&old, "diff", "", "say what changed since the plan in `file`, which -format json wrote")
	fs.StringVar(&only, "entry", "", "show only entry points whose name or route contains `text`")
	fs.StringVar(&format, "format", "tree", strings.Join(names, ", "))
	fs.StringVar(&opts.Mod, "mod", "", "module download `mode`, as for go build")
	fs.StringVar(&opts.Tags, "tags", "", "build `tags`, as for go build")
	var err error
	if opts.Patterns, err = parse(fs, args); err != nil {
		return 0, err
	}
	i := slices.Index(names, format)
	if i < 0 {
		return 0, fmt.Errorf("-format %s: want %s", format, strings.Join(names, ", "))
	}
	var before []planview.Entry
	if old != "" {
		data, err := os.ReadFile(old)
		if err != nil {
			return 0, err
		}
		if before, err = planview.Read(old, data); err != nil {
			return 0, err
		}
	}
	planned, err := driver.Plans(ctx, opts)
	if err != nil {
		return 0, err
	}
	entries := planEntries(planned, opts.Dir, only)
	trouble := planTrouble(planned, stderr)
	if old != "" {
		_, err = planview.Diff(stdout, before, entries)
	} else {
		err = planFormats[i].write(stdout, entries)
	}
	if err != nil {
		return 0, err
	}
	if len(entries) == 0 {
		fmt.Fprintln(stderr, "no entry point calls anything: handlers of net/http and its routers, gRPC and Connect services are known; name others under entries: in .budgetlint.yml or by //budgetlint:entry")
	}
	return trouble, nil
}

func planEntries(planned *driver.Planned, dir, only string) (entries []planview.Entry) {
	base, err := filepath.Abs(dir)
	for _, e := range planned.Entries {
		v := planview.Entry{
			Name: e.Name, Route: e.Route, Package: e.Package, File: e.Position.Filename, Line: e.Position.Line,
			Total: e.Total, Margin: e.Margin, Why: e.TotalWhy, Plan: e.Plan,
		}
		here := func(path string) string {
			if rel, relErr := filepath.Rel(base, path); err == nil && relErr == nil && filepath.IsLocal(rel) {
				path = rel
			}
			return filepath.ToSlash(path)
		}
		v.Places(here)
		if strings.Contains(v.Name, only) || strings.Contains(v.Route, only) {
			entries = append(entries, v)
		}
	}
	return entries
}

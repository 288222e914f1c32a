package main

import (
	"context"
	"errors"
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
	write func(io.Writer, []planview.Entry, planview.Link) error
}{
	{"tree", unlinked(planview.Tree)},
	{"json", unlinked(planview.JSON)},
	{"dot", unlinked(planview.Dot)},
	{"mermaid", unlinked(planview.Mermaid)},
	{"html", planview.HTML},
}

// unlinked is a format that has no links.
func unlinked(write func(io.Writer, []planview.Entry) error) func(io.Writer, []planview.Entry, planview.Link) error {
	return func(w io.Writer, entries []planview.Entry, _ planview.Link) error { return write(w, entries) }
}

func plan(ctx context.Context, c *command, args []string, stdout, stderr io.Writer) (int, error) {
	var opts driver.Options
	var format, old, only, link string
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
	fs.StringVar(&link, "link", string(planview.DefaultLink), "with -format html, where a place leads to: an `address` with {file} and {line} in it, like\nhttps://github.com/OWNER/REPO/blob/main/{file}#L{line} or vscode://file$PWD/{file}:{line};\n{file} is relative to the working directory, so as it is the page belongs there")
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
	if link != string(planview.DefaultLink) && format != "html" {
		return 0, fmt.Errorf("-link %s: only -format html has links", link)
	}
	if err := planview.Link(link).Check(); err != nil {
		return 0, err
	}
	if old != "" && format != "tree" {
		return 0, errors.New("-diff writes text: leave -format out")
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
	all := planEntries(planned, opts.Dir)
	entries := chosen(all, only)
	trouble := planTrouble(planned, stderr)
	if old != "" {
		_, err = planview.Diff(stdout, before, entries)
	} else {
		err = planFormats[i].write(stdout, entries, planview.Link(link))
	}
	if err != nil {
		return 0, err
	}
	switch {
	case len(all) > 0 && len(entries) == 0:
		fmt.Fprintf(stderr, "no entry point has %s in its name or route; without -entry there are %d\n", only, len(all))
	case len(all) == 0:
		fmt.Fprintln(stderr, "no entry point calls anything: handlers of net/http and its routers, gRPC and Connect services are known; name others under entries: in .budgetlint.yml or by //budgetlint:entry")
	}
	return trouble, nil
}

func planEntries(planned *driver.Planned, dir string) (entries []planview.Entry) {
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
		entries = append(entries, v)
	}
	return entries
}

// chosen are the entries that -entry names.
func chosen(entries []planview.Entry, only string) (out []planview.Entry) {
	for _, e := range entries {
		if strings.Contains(e.Name, only) || strings.Contains(e.Route, only) {
			out = append(out, e)
		}
	}
	return out
}

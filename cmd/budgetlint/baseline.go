package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/budgetlint/budgetlint/internal/atomicfile"
	"github.com/budgetlint/budgetlint/internal/driver"
)

func baseline(ctx context.Context, c *command, args []string, stdout, stderr io.Writer) (code int, err error) {
	var opts driver.Options
	fs := c.flags(stdout, stderr)
	loadFlags(fs, &opts)
	file := fs.String("o", "", "write `file` ("+driver.StandardOutput+" for standard output) instead of the one that the configuration names, or "+driver.DefaultBaseline)
	if opts.Patterns, err = parse(fs, args); err != nil {
		return 0, err
	}
	line := terminal(stderr)
	defer line.stop()
	opts.Progress = line.say
	list, out, err := driver.Baselines(ctx, opts, *file)
	line.stop()
	if err != nil {
		return 0, err
	}
	trouble := complain(out, stderr)
	for _, b := range list {
		if b.Name == driver.StandardOutput {
			if _, err := stdout.Write(b.Format()); err != nil {
				return 0, err
			}
			continue
		}
		if err := atomicfile.Write(b.Name, b.Format()); err != nil {
			return 0, err
		}
		wrote(stderr, opts.Dir, b)
	}
	if trouble {
		return exitTrouble, nil
	}
	return exitClean, nil
}

// wrote says what was written, and how it comes to be used.
func wrote(stderr io.Writer, dir string, b *driver.Baseline) {
	name := b.Name
	if abs, err := filepath.Abs(dir); err == nil {
		name = driver.Relative(abs, name)
	}
	fmt.Fprintf(stderr, "wrote %s: %s in %s", name, plural(b.Findings, "finding"), plural(b.Len(), "entry"))
	if b.Kept > 0 {
		fmt.Fprintf(stderr, ", %d of them kept as they were, for packages and rules that were not looked at", b.Kept)
	}
	fmt.Fprintln(stderr)
	if b.Named == "" {
		fmt.Fprintf(stderr, "to use it: budgetlint -baseline %s, or in .budgetlint.yml, which go vet reads too: baseline: %s\n", name, filepath.ToSlash(name))
	}
}

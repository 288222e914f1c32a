package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/budgetlint/budgetlint/internal/draft"
	"github.com/budgetlint/budgetlint/internal/driver"
	"github.com/budgetlint/budgetlint/internal/learn"
)

// learnFrom reads traces or records, and says what the downstreams take.
func learnFrom(ctx context.Context, c *command, args []string, stdout, stderr io.Writer) (int, error) {
	var opts driver.Options
	var packages string
	fs := c.flags(stdout, stderr)
	fs.StringVar(&opts.Dir, "C", "", "run in `dir`")
	fs.StringVar(&opts.ConfigFile, "config", "", "use this `file` for all modules instead of each module's .budgetlint.yml")
	fs.StringVar(&packages, "packages", "", "also rank the serial calls of these `packages`, separated by commas, by what they would save")
	files, err := parse(fs, args)
	if err != nil {
		return 0, err
	}
	if len(files) == 0 {
		return 0, errors.New("learn wants files with traces (OTLP or Jaeger JSON) or with the runtime's records (JSON lines of record.Slog)")
	}
	var calls []learn.Call
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return 0, err
		}
		got, err := learn.Read(file, data)
		if err != nil {
			return 0, err
		}
		calls = append(calls, got...)
	}
	var gains []learn.Gain
	trouble := exitClean
	if packages != "" {
		opts.Patterns = strings.Split(packages, ",")
		planned, err := driver.Plans(ctx, opts)
		if err != nil {
			return 0, err
		}
		trouble = planTrouble(planned, stderr)
		waits := draft.Waits(planEntries(planned, opts.Dir))
		gains = learn.Rank(waits, calls)
		if len(gains) == 0 {
			fmt.Fprintf(stderr, "%s in the code, none of them with names that the traces have\n", plural(len(waits), "serial place"))
		}
	}
	if err := learn.Report(stdout, calls, gains); err != nil {
		return 0, err
	}
	return trouble, nil
}

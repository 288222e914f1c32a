package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/budgetlint/budgetlint/internal/draft"
	"github.com/budgetlint/budgetlint/internal/driver"
	"github.com/budgetlint/budgetlint/runtime/contract"
)

// draftContract drafts a contract from the code, or compares the two.
func draftContract(ctx context.Context, c *command, args []string, stdout, stderr io.Writer) (int, error) {
	var opts driver.Options
	var file string
	var check, write bool
	fs := c.flags(stdout, stderr)
	fs.StringVar(&opts.Dir, "C", "", "run in `dir`")
	fs.BoolVar(&check, "check", false, "compare the contract with the code, and exit with 1 if they disagree")
	fs.StringVar(&opts.ConfigFile, "config", "", "use this `file` for all modules instead of each module's .budgetlint.yml")
	fs.StringVar(&file, "file", "", "the contract `file` (default the one that .budgetlint.yml names, or budget.json)")
	fs.StringVar(&opts.Mod, "mod", "", "module download `mode`, as for go build")
	fs.StringVar(&opts.Tags, "tags", "", "build `tags`, as for go build")
	fs.BoolVar(&write, "write", false, "write the file instead of printing it")
	var err error
	if opts.Patterns, err = parse(fs, args); err != nil {
		return 0, err
	}
	if check && write {
		return 0, errors.New("-check compares and -write writes: give one of them")
	}
	opts.NoContract = true // it may be about to be written, and comes from opts.ContractFile where it is there
	path, err := contractPath(opts, file)
	if err != nil {
		return 0, err
	}
	file = path
	if wd, err := os.Getwd(); err == nil {
		file = driver.Relative(wd, path)
	}
	old, err := readOptional(path)
	if err != nil {
		return 0, err
	}
	if old == nil && check {
		return 0, fmt.Errorf("%s: no such file; budgetlint contract -write drafts it", file)
	}
	if old != nil {
		if _, err := contract.Parse(file, old); err != nil {
			return 0, err
		}
		opts.ContractFile = path
		if check {
			return checkContract(ctx, opts, file, old, stdout, stderr)
		}
	}
	planned, err := driver.Plans(ctx, opts)
	if err != nil {
		return 0, err
	}
	d, err := draft.Write(file, planEntries(planned, opts.Dir), old)
	if err != nil {
		return 0, err
	}
	for _, note := range d.Notes {
		fmt.Fprintf(stderr, "not sure: %s\n", note)
	}
	trouble := planTrouble(planned, stderr)
	switch {
	case len(d.Added) == 0 && old != nil:
		fmt.Fprintf(stderr, "%s has all that is called already\n", file)
	case len(d.Added) == 0:
		return 0, errors.New("no entry point calls anything, so there is nothing to draft: budgetlint plan says what is known")
	}
	if !write {
		_, err = stdout.Write(d.Text)
	} else if !bytes.Equal(d.Text, old) {
		if err = os.WriteFile(file, d.Text, 0o644); err == nil {
			fmt.Fprintf(stderr, "%s: %s written\n", file, plural(len(d.Added), "downstream"))
		}
	}
	if err != nil {
		return 0, err
	}
	return trouble, nil
}

// contractPath is where the contract is: as -file says, or as the configuration does, or budget.json.
func contractPath(opts driver.Options, file string) (string, error) {
	if file == "" {
		conf, err := driver.Config(opts)
		if err != nil {
			return "", err
		}
		if conf.ContractFile != "" {
			return conf.ContractFile, nil
		}
		file = "budget.json"
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(opts.Dir, file)
	}
	return filepath.Abs(file)
}

func readOptional(file string) ([]byte, error) {
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

func checkContract(ctx context.Context, opts driver.Options, file string, text []byte, stdout, stderr io.Writer) (int, error) {
	con, err := contract.Parse(file, text)
	if err != nil {
		return 0, err
	}
	planned, err := driver.Plans(ctx, opts)
	if err != nil {
		return 0, err
	}
	problems, notes := draft.Check(file, con, planEntries(planned, opts.Dir))
	for _, n := range notes {
		fmt.Fprintf(stderr, "not sure: %s\n", n)
	}
	for _, p := range problems {
		fmt.Fprintln(stdout, p)
	}
	if trouble := planTrouble(planned, stderr); trouble != exitClean {
		return trouble, nil
	}
	if len(problems) > 0 {
		return exitFindings, nil
	}
	return exitClean, nil
}

// planTrouble names what could not be analysed.
func planTrouble(planned *driver.Planned, stderr io.Writer) int {
	for _, b := range planned.Broken {
		fmt.Fprintf(stderr, "budgetlint: %s\n", b)
	}
	for _, err := range planned.Failed {
		fmt.Fprintf(stderr, "budgetlint: %v\n", err)
	}
	if len(planned.Broken)+len(planned.Failed) > 0 {
		return exitTrouble
	}
	return exitClean
}

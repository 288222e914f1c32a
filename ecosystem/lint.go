package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/budgetlint/budgetlint/ecosystem/labels"
)

type linting struct {
	dir, bin, labels  string
	out, details, log io.Writer
}

// lint runs the linter in every module of the repositories that are checked out, and scores its findings.
func lint(repos []repo, l linting) error {
	file, err := os.Open(l.labels)
	if err != nil {
		return err
	}
	defer file.Close()
	all, err := labels.Read(file)
	if err != nil {
		return err
	}
	bin, err := filepath.Abs(l.bin)
	if err != nil {
		return err
	}
	sum := map[string]*labels.Tally{}
	total, lines := 0, 0
	for _, r := range repos {
		dir, err := filepath.Abs(r.dir(l.dir))
		if err != nil {
			return err
		}
		if _, err := os.Stat(dir); err != nil {
			fmt.Fprintf(l.log, "%s: not checked out, skipped\n", r.Repo)
			continue
		}
		lines += r.Handwritten
		for _, module := range r.Modules {
			start := time.Now()
			findings, err := runLinter(bin, filepath.Join(dir, module), l.log)
			if err != nil {
				return fmt.Errorf("%s/%s: %w", r.Repo, module, err)
			}
			fmt.Fprintf(l.details, "\n== %s/%s\n%s", r.Repo, module, findings)
			at := labels.Checkout{Repo: r.Repo, Dir: dir, Module: module}
			n, err := labels.Score(all, at, bytes.NewReader(findings), sum, l.details)
			if err != nil {
				return err
			}
			total += n
			fmt.Fprintf(l.out, "%s/%s: %d findings in %s\n", r.Repo, module, n, time.Since(start).Round(time.Second/10))
		}
	}
	fmt.Fprintf(l.out, "%d findings in %d hand-written lines\n\n", total, lines)
	labels.Print(l.out, sum)
	return nil
}

// runLinter returns what budgetlint prints in one module. Exit code 1 says that there are findings, 2 that some
// package could not be analysed: that is told, and the rest counted.
func runLinter(bin, dir string, log io.Writer) ([]byte, error) {
	cmd := exec.Command(bin, "./...")
	cmd.Dir = dir
	cmd.Stderr = log
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		if exit.ExitCode() == 2 {
			fmt.Fprintf(log, "%s: exit code 2\n", dir)
		}
		return out, nil
	}
	return out, err
}

package main

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/analyzers"
	"github.com/budgetlint/budgetlint/internal/atomicfile"
	"github.com/budgetlint/budgetlint/internal/gitlines"
	"github.com/budgetlint/budgetlint/internal/report"
	"github.com/budgetlint/budgetlint/internal/ruledoc"
)

// outputs are the values of -format: FORMAT writes to standard output, FORMAT=FILE to a file.
type outputs []target

type target struct{ format, file string }

func (o *outputs) String() string { return "" }

func (o *outputs) Set(value string) error {
	format, file, named := strings.Cut(value, "=")
	if err := report.Check(format); err != nil {
		return err
	}
	if named && file == "" {
		return fmt.Errorf("no file after %s=", format)
	}
	for _, other := range *o {
		switch {
		case other.file == file && file == "":
			return fmt.Errorf("%s and %s would both go to standard output: give one a file, as in %s=out", other.format, format, format)
		case other.file != "" && file != "" && filepath.Clean(other.file) == filepath.Clean(file):
			return fmt.Errorf("%s is named twice", file)
		}
	}
	*o = append(*o, target{format, file})
	return nil
}

// toFiles reports whether one of them is a file.
func (o outputs) toFiles() bool {
	return slices.ContainsFunc(o, func(t target) bool { return t.file != "" })
}

// writers are opened outputs. Files appear under their names at the end, all together.
type writers struct {
	handlers []report.Handler
	buffers  []*bufio.Writer
	files    []*atomicfile.File
}

// open makes the handlers. Files are named as seen from dir, and fail here if they cannot be written.
func (o outputs) open(dir string, stdout io.Writer) (*writers, error) {
	if len(o) == 0 {
		o = outputs{{format: "text"}}
	}
	opts, err := o.options(dir)
	if err != nil {
		return nil, err
	}
	w := new(writers)
	for _, out := range o {
		dst := stdout
		opts.Color = out.file == "" && colorful(stdout)
		if out.file != "" {
			name := out.file
			if !filepath.IsAbs(name) {
				name = filepath.Join(dir, name)
			}
			f, err := atomicfile.Create(name)
			if err != nil {
				w.abort()
				return nil, fmt.Errorf("-format %s=%s: %w", out.format, out.file, err)
			}
			w.files = append(w.files, f)
			dst = f
		}
		buf := bufio.NewWriter(dst)
		h, err := report.New(out.format, buf, opts)
		if err != nil {
			w.abort()
			return nil, err
		}
		w.buffers = append(w.buffers, buf)
		w.handlers = append(w.handlers, h)
	}
	return w, nil
}

// write shows everything and puts the files in place.
func (w *writers) write(findings []report.Finding, run report.Run) error {
	for i, h := range w.handlers {
		for _, f := range findings {
			if err := h.Finding(f); err != nil {
				return err
			}
		}
		if err := h.End(run); err != nil {
			return err
		}
		if err := w.buffers[i].Flush(); err != nil {
			return err
		}
	}
	for _, f := range w.files {
		if err := f.Commit(); err != nil {
			return err
		}
	}
	return nil
}

// abort leaves no trace of files that were not put in place.
func (w *writers) abort() {
	for _, f := range w.files {
		f.Abort()
	}
}

// options is what handlers need to know; dir is where the run was started.
func (o outputs) options(dir string) (report.Options, error) {
	root, err := filepath.Abs(dir)
	if err != nil {
		return report.Options{}, err
	}
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	if top, ok := gitlines.Root(root); ok {
		root = top
	}
	opts := report.Options{Root: root, Version: programVersion()}
	if !slices.ContainsFunc(o, func(t target) bool { return t.format == "sarif" }) {
		return opts, nil // the pages of all rules take longer to make than a small run
	}
	for _, r := range analyzers.Table {
		page, err := page(r)
		if err != nil {
			return report.Options{}, err
		}
		text, markdown := ruledoc.Text(page), ruledoc.Help(page)
		for _, c := range page.Categories {
			opts.Rules = append(opts.Rules, report.Rule{
				ID: c.ID(r.Name), Summary: page.Reports(c), Severity: c.Severity, On: c.On, URL: page.URL, Text: text, Markdown: markdown,
			})
		}
	}
	return opts, nil
}

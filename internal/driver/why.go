package driver

import (
	"fmt"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/budgetlint/budgetlint/internal/facts"
)

// explainer is the result of a model pass that can say what it knows about the call at a position.
type explainer interface{ Why(token.Pos) string }

// why answers -why: it makes the model pass deadline a root, since only roots keep their results. A nil *why asks
// nothing.
type why struct {
	asked     string
	file      string // absolute
	line, col int
	deadline  *analysis.Analyzer
	said      string
	found     bool // the file was among the packages
}

// ParseWhy splits file.go:line:col.
func ParseWhy(s string) (file string, line, col int, err error) {
	parts := strings.Split(s, ":")
	if n := len(parts); n >= 3 {
		line, err = strconv.Atoi(parts[n-2])
		if err == nil {
			col, err = strconv.Atoi(parts[n-1])
		}
		if err == nil && line > 0 && col > 0 {
			return strings.Join(parts[:n-2], ":"), line, col, nil
		}
	}
	return "", 0, 0, fmt.Errorf("-why %s: give file.go:line:col of a call", s)
}

func newWhy(opts Options, list []*analysis.Analyzer) (*why, error) {
	if opts.Why == "" {
		return nil, nil
	}
	file, line, col, err := ParseWhy(opts.Why)
	if err != nil {
		return nil, err
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(opts.Dir, file)
	}
	if file, err = filepath.Abs(file); err != nil {
		return nil, err
	}
	w := &why{asked: opts.Why, file: file, line: line, col: col}
	for _, a := range facts.Reach(list) {
		if a.Name == "deadline" {
			w.deadline = a
		}
	}
	return w, nil
}

func (w *why) roots() []*analysis.Analyzer {
	if w == nil || w.deadline == nil {
		return nil
	}
	return []*analysis.Analyzer{w.deadline}
}

func (w *why) ask(act *checker.Action) {
	if w == nil || w.found || act.Analyzer != w.deadline {
		return
	}
	for _, f := range act.Package.Syntax {
		tf := act.Package.Fset.File(f.FileStart)
		if tf.Name() != w.file {
			continue
		}
		w.found = true
		m, ok := act.Result.(explainer)
		if !ok || w.line > tf.LineCount() {
			return
		}
		w.said = m.Why(tf.LineStart(w.line) + token.Pos(w.col-1))
	}
}

func (w *why) answer() (string, bool) {
	switch {
	case w == nil || !w.found:
		return "", false
	case w.said == "":
		return "no downstream call is known at " + w.asked, true
	}
	return w.said, true
}

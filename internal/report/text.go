package report

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// text writes "path:line:col: message (rule)", which editors and problem matchers read, and indented lines below it:
// on a terminal the source line with a caret, then the related places and the fix's title.
type text struct {
	w       io.Writer
	color   bool
	sources sources
}

const (
	bold   = "\x1b[1m"
	dim    = "\x1b[2m"
	red    = "\x1b[31m"
	yellow = "\x1b[33m"
	cyan   = "\x1b[36m"
	reset  = "\x1b[0m"
)

// tints are the terminal colours of the severities.
var tints = map[string]string{"error": red, "warning": yellow, "advice": cyan}

func (h *text) Finding(f Finding) error {
	var b strings.Builder
	paint := func(code, s string) string {
		if !h.color {
			return s
		}
		return code + s + reset
	}
	at := fmt.Sprintf("%s:%d:%d:", f.File, f.Range.Start.Line, f.Range.Start.Col)
	fmt.Fprintf(&b, "%s %s %s\n", paint(bold, at), f.Message, paint(tints[f.Severity], "("+f.ID()+silenced(f)+")"))
	if h.color {
		b.WriteString(h.excerpt(f))
	}
	for _, r := range f.Related {
		// Not in the form of a finding: tools that read positions off the output must not take it for one more.
		at := fmt.Sprintf("line %d", r.Range.Start.Line)
		if r.File != f.File {
			at = fmt.Sprintf("%s line %d", filepath.Base(r.File), r.Range.Start.Line)
		}
		fmt.Fprintf(&b, "\t%s\n", paint(dim, "see "+at+": "+r.Message))
	}
	if len(f.Fixes) > 0 {
		level := ""
		if l := f.Fixes[0].Level; l != "safe" {
			level = " (" + l + ")"
		}
		fmt.Fprintf(&b, "\t%s\n", paint(dim, "fix: "+f.Fixes[0].Title+level))
	}
	_, err := io.WriteString(h.w, b.String())
	return err
}

func (h *text) End(Run) error { return nil }

// silenced makes what is shown although it is not reported differ in form from what is.
func silenced(f Finding) string {
	switch {
	case f.Suppressed == nil:
		return ""
	case f.Suppressed.Kind == Ignored:
		return ", ignored: " + f.Suppressed.Reason
	}
	return ", " + f.Suppressed.Reason
}

// excerpt is the source line and, below it, carets under the range; "" if the file cannot be read any more.
func (h *text) excerpt(f Finding) string {
	n, col := f.Range.Start.Line, f.Range.Start.Col
	text, ok := h.sources.line(f.Abs, n)
	line := string(text)
	if !ok {
		return ""
	}
	if col < 1 || col > len(line) {
		return ""
	}
	end := len(line)
	if f.Range.End.Line == n && f.Range.End.Col > col && f.Range.End.Col-1 <= len(line) {
		end = f.Range.End.Col - 1
	}
	// Tabs stay tabs, so that the caret stands under its character however wide they are shown.
	pad := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, line[:col-1])
	carets := strings.Repeat("^", max(1, utf8.RuneCountInString(strings.TrimRight(line[col-1:end], " \t"))))
	return "\t" + line + "\n\t" + pad + tints[f.Severity] + carets + reset + "\n"
}

// Package report shows findings to people and programs: one Handler per format. It decides nothing about findings;
// what is reported, and what the exit code is, is the driver's business.
package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A Handler shows the findings of one run, in the order in which it is given them.
type Handler interface {
	Finding(Finding) error
	// End comes after the last finding, once.
	End(Run) error
}

// Finding is one finding as users see it. Its JSON form is stable: fields may be added, never changed.
type Finding struct {
	Rule       string `json:"rule"`
	Category   string `json:"category,omitempty"`
	Severity   string `json:"severity"`
	Confidence string `json:"confidence"`
	Message    string `json:"message"`
	File       string `json:"file"` // as seen from the working directory where that is shorter, else absolute
	Abs        string `json:"-"`    // the same file, absolute
	Range      Range  `json:"range"`
	Package    string `json:"package"`
	// Function and Callee are what the finding is known by when lines move. Fingerprint is made of them, of Package and
	// of the rule, with a number that tells apart what is alike in all that.
	Function    string    `json:"function"`
	Callee      string    `json:"callee"`
	Fingerprint string    `json:"fingerprint"`
	Path        []string  `json:"path,omitempty"` // hops from the call to the sink, outermost first
	URL         string    `json:"url"`
	Related     []Related `json:"related,omitempty"`
	Fixes       []Fix     `json:"fixes,omitempty"`
	// Suppressed is nil for what is reported, unless it was asked for what is not.
	Suppressed *Suppressed `json:"suppressed,omitempty"`
}

// Suppressed says why a finding is not reported.
type Suppressed struct {
	Kind   string `json:"kind"`   // Ignored or Baselined
	Reason string `json:"reason"` // of an ignore, as the directive gives it
}

// The kinds of Suppressed.
const (
	Ignored   = "ignored"
	Baselined = "baseline"
)

// ID is the rule's name with the category: "nodeadline/client".
func (f Finding) ID() string {
	if f.Category == "" {
		return f.Rule
	}
	return f.Rule + "/" + f.Category
}

// Range is a half-open piece of a file.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Position counts lines and columns from 1, columns in bytes, as the go command does.
type Position struct {
	Line int `json:"line"`
	Col  int `json:"col"`
}

// Related is another place that belongs to a finding.
type Related struct {
	File    string `json:"file"`
	Abs     string `json:"-"`
	Range   Range  `json:"range"`
	Message string `json:"message"`
}

// Fix is one way to repair a finding; the first of a finding is the one that -fix applies.
type Fix struct {
	Title string `json:"title"`
	Level string `json:"level"` // safe, ask or show
	Edits []Edit `json:"edits,omitempty"`
}

// Edit replaces a range of a file.
type Edit struct {
	File  string `json:"file"`
	Abs   string `json:"-"`
	Range Range  `json:"range"`
	New   string `json:"new"`
}

// A Run is what a handler is told at the end.
type Run struct {
	ExitCode int
	Troubles []string // what could not be analysed: one line each
}

// Options is what handlers need to know beside findings.
type Options struct {
	Color   bool   // text: write to a terminal
	Root    string // absolute: what paths are relative to in formats for a whole repository (sarif, github)
	Rules   []Rule // sarif: all that exist, in the order of the table
	Version string // sarif: of this program
}

// Rule describes one kind of finding for formats that carry their own documentation.
type Rule struct {
	ID       string // rule or rule/category
	Summary  string
	Severity string
	On       bool
	URL      string
	Text     string // the rule's page
	Markdown string
}

// formats are the handlers by name.
var formats = map[string]func(io.Writer, Options) Handler{
	"text":   func(w io.Writer, o Options) Handler { return &text{w: w, color: o.Color} },
	"json":   func(w io.Writer, _ Options) Handler { return &jsonLines{w: w} },
	"sarif":  func(w io.Writer, o Options) Handler { return newSarif(w, o) },
	"github": func(w io.Writer, o Options) Handler { return &github{w: w, root: o.Root} },
}

// Check fails on the name of a format that does not exist.
func Check(format string) error {
	if formats[format] == nil {
		return fmt.Errorf("unknown format %q: use text, json, sarif or github", format)
	}
	return nil
}

// New returns the handler of a format: text, json, sarif or github.
func New(format string, w io.Writer, o Options) (Handler, error) {
	if err := Check(format); err != nil {
		return nil, err
	}
	return formats[format](w, o), nil
}

// Fingerprint is a short name for what stays the same about a finding when lines move.
func Fingerprint(pkg, function, id, callee string, n int) string {
	sum := sha256.Sum256([]byte(strings.Join([]string{pkg, function, id, callee, strconv.Itoa(n)}, "\x00")))
	return hex.EncodeToString(sum[:16])
}

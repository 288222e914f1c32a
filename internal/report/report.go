// Package report shows findings to people and programs: one Handler per format. It decides nothing about findings;
// what is reported, and what the exit code is, is the driver's business.
package report

import (
	"fmt"
	"io"
)

// A Handler shows findings, in the order in which it is given them.
type Handler interface {
	Finding(Finding) error
}

// Finding is one finding as users see it. Its JSON form is stable: fields may be added, never changed.
type Finding struct {
	Rule       string    `json:"rule"`
	Category   string    `json:"category,omitempty"`
	Severity   string    `json:"severity"`
	Confidence string    `json:"confidence"`
	Message    string    `json:"message"`
	File       string    `json:"file"` // as seen from the working directory where that is shorter, else absolute
	Abs        string    `json:"-"`    // the same file, absolute
	Range      Range     `json:"range"`
	Package    string    `json:"package"`
	Path       []string  `json:"path,omitempty"` // hops from the call to the sink, outermost first
	URL        string    `json:"url"`
	Related    []Related `json:"related,omitempty"`
	Fixes      []Fix     `json:"fixes,omitempty"`
}

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
	Range Range  `json:"range"`
	New   string `json:"new"`
}

// New returns the handler of a format: text or json.
func New(format string, w io.Writer, color bool) (Handler, error) {
	switch format {
	case "text":
		return &text{w: w, color: color}, nil
	case "json":
		return &jsonLines{w: w}, nil
	}
	return nil, fmt.Errorf("unknown format %q: use text or json", format)
}

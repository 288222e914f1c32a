package report

import (
	"fmt"
	"io"
	"strings"
)

// github writes workflow commands of GitHub Actions, which show findings beside the lines of a pull request. GitHub
// shows ten errors, ten warnings and ten notices of one step; the rest is in the log only.
type github struct {
	w       io.Writer
	root    string
	sources sources
}

// commands are GitHub's names for the severities.
var commands = map[string]string{"error": "error", "warning": "warning", "advice": "notice"}

var (
	escapeData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	escapeProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func (h *github) Finding(f Finding) error {
	if f.Suppressed != nil {
		return nil
	}
	name, ok := below(h.root, f.Abs)
	if !ok {
		name = f.Abs // GitHub shows it in the log, without a line
	}
	props := []string{
		"file=" + escapeProperty.Replace(name),
		fmt.Sprintf("line=%d", f.Range.Start.Line),
		fmt.Sprintf("endLine=%d", f.Range.End.Line),
	}
	from, to := h.sources.utf16Column(f.Abs, f.Range.Start), h.sources.utf16Column(f.Abs, f.Range.End)
	if f.Range.Start.Line == f.Range.End.Line && from > 0 && to > 0 { // over several lines GitHub refuses columns
		props = append(props, fmt.Sprintf("col=%d", from), fmt.Sprintf("endColumn=%d", to))
	}
	props = append(props, "title="+escapeProperty.Replace("budgetlint: "+f.ID()))
	message := f.Message
	if len(f.Fixes) > 0 {
		message += "\nfix: " + f.Fixes[0].Title
	}
	_, err := fmt.Fprintf(h.w, "::%s %s::%s\n", commands[f.Severity], strings.Join(props, ","), escapeData.Replace(message))
	return err
}

func (h *github) End(Run) error { return nil }

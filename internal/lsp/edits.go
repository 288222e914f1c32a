package lsp

import (
	"bytes"
	"fmt"

	"github.com/rogpeppe/go-internal/diff"
)

// edits turns a new version of a text into edits of whole lines, so that cursors and marks elsewhere stay where they
// are. The differences are those of a unified diff.
func edits(before, after []byte, enc encoding) []textEdit {
	m := newMapper(before, enc)
	old, lines := bytes.SplitAfter(before, []byte("\n")), bytes.SplitAfter(after, []byte("\n"))
	start := []int{0} // offsets of the old lines: the diff knows no line that a bare carriage return ends
	for _, line := range old {
		start = append(start, start[len(start)-1]+len(line))
	}
	var out []textEdit
	for _, h := range hunks(diff.Diff("", before, "", after)) {
		text := string(bytes.Join(lines[h.newLine:h.newLine+h.added], nil))
		out = append(out, textEdit{Range: m.span(start[h.oldLine], start[h.oldLine+h.removed]), NewText: &text})
	}
	return out
}

// hunk is a run of changed lines, counted from 0.
type hunk struct{ oldLine, removed, newLine, added int }

// hunks reads a unified diff.
func hunks(unified []byte) []hunk {
	var list []hunk
	var oldLine, newLine int
	heading, changed := true, false // before the first hunk; the last line was a change
	for line := range bytes.Lines(unified) {
		switch {
		case line[0] == '@':
			var oldCount, newCount int
			fmt.Sscanf(string(line), "@@ -%d,%d +%d,%d @@", &oldLine, &oldCount, &newLine, &newCount) // our own library wrote it
			// Lines count from 1; a side without any is numbered by the line before it.
			oldLine -= min(oldCount, 1)
			newLine -= min(newCount, 1)
			heading, changed = false, false
		case heading || line[0] == '\\': // "\ No newline at end of file"
		case line[0] == '-' || line[0] == '+':
			if !changed {
				list = append(list, hunk{oldLine: oldLine, newLine: newLine})
				changed = true
			}
			h := &list[len(list)-1]
			if line[0] == '-' {
				h.removed++
				oldLine++
			} else {
				h.added++
				newLine++
			}
		default:
			changed = false
			oldLine++
			newLine++
		}
	}
	return list
}

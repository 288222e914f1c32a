package gitlines

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

var hunk = regexp.MustCompile(`^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@`)

// read takes the changed lines out of a diff without context.
func (c *Changes) read(diff []byte) error {
	name := ""
	var h *changed
	flush := func() {
		if h != nil {
			c.files[name] = append(c.files[name], h.spans()...)
			h = nil
		}
	}
	for line := range bytes.Lines(diff) {
		text := strings.TrimRight(string(line), "\r\n")
		// Inside a hunk a line may look like anything: its own counts say where it ends.
		if h != nil && h.take(text) {
			continue
		}
		switch {
		case strings.HasPrefix(text, "diff --git "):
			flush()
			name = ""
		case strings.HasPrefix(text, "+++ "):
			var err error
			if name, err = unquote(strings.TrimPrefix(text, "+++ ")); err != nil {
				return err
			}
			c.files[name] = []span{}
		case strings.HasPrefix(text, "@@ "):
			flush()
			m := hunk.FindStringSubmatch(text)
			if m == nil || name == "" {
				return fmt.Errorf("git diff: unexpected line %q", text)
			}
			h = &changed{old: count(m[1]), next: number(m[2]), new: count(m[3])}
			if h.new == 0 {
				h.gap = 2*h.next + 1
			}
		}
	}
	flush()
	return nil
}

// changed is one hunk while it is read.
type changed struct {
	old, new int // lines still to come
	next     int // number of the next new line
	gap      int // where removed lines were, if nothing took their place
	removed  bool
	added    []span
}

// take reads a line of the hunk; it reports false once the hunk is complete.
func (h *changed) take(text string) bool {
	switch {
	case strings.HasPrefix(text, "-") && h.old > 0:
		h.old--
		h.removed = h.removed || counts(text[1:])
	case strings.HasPrefix(text, "+") && h.new > 0:
		h.new--
		if counts(text[1:]) {
			h.added = append(h.added, span{2 * h.next, 2 * h.next})
		}
		h.next++
	default:
		return false
	}
	return true
}

// spans are the places that changed. Where code was replaced by nothing but comments, that place stands for it.
func (h *changed) spans() []span {
	switch {
	case len(h.added) > 0 || !h.removed:
		return h.added
	case h.gap > 0:
		return []span{{h.gap, h.gap}}
	}
	return []span{{2*h.next - 2, 2*h.next - 2}}
}

// counts leaves out blank lines and comments: neither makes a finding, but a directive unmakes one.
func counts(text string) bool {
	text = strings.TrimSpace(text)
	return text != "" && (!strings.HasPrefix(text, "//") || strings.HasPrefix(text, "//budgetlint:") || strings.HasPrefix(text, "//go:"))
}

// unquote reads a file name of a diff: "b/name", quoted as in C if it has odd characters, and with a tab behind it if it
// has blanks.
func unquote(s string) (string, error) {
	s = strings.TrimSuffix(s, "\t")
	if strings.HasPrefix(s, `"`) {
		plain, err := strconv.Unquote(s)
		if err != nil {
			return "", fmt.Errorf("git diff: cannot read the file name %s", s)
		}
		s = plain
	}
	return strings.TrimPrefix(s, "b/"), nil
}

// count is the length in a hunk's header, which leaves out 1.
func count(s string) int {
	if s == "" {
		return 1
	}
	return number(s)
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0 // digits that are no number: a file of 2⁶³ lines
	}
	return n
}

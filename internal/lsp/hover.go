package lsp

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/session"
)

// hover says what is known about the downstream call under the cursor.
func (s *server) hover(p positionParams) (answer, error) {
	name, err := fileName(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	v := s.view()
	s.mu.Lock()
	formats := s.client.TextDocument.Hover.ContentFormat
	s.mu.Unlock()
	return func(ctx context.Context) (any, error) {
		call, m, err := s.callAt(ctx, v, name, p.Position)
		if err != nil || call == nil {
			return nil, err
		}
		h := hover{Contents: markup{Kind: "plaintext", Value: describe(call)}, Range: m.span(call.At)}
		if slices.Contains(formats, "markdown") {
			h.Contents = markup{Kind: "markdown", Value: markdown(h.Contents.Value)}
		}
		return h, nil
	}, nil
}

func (s *server) callAt(ctx context.Context, v *view, name string, at position) (call *session.Call, m *mappers, err error) {
	err = s.onPackage(ctx, v, name, func(ses *session.Session, p *session.Package) (err error) {
		m = &mappers{texts: p.Texts, enc: v.enc}
		call, err = ses.CallAt(p, name, m.of(name).offset(at))
		return err
	})
	return call, m, err
}

// onPackage runs f on the package of a file. Another request may have the package analysed again before f asks the
// session about it; then f is run on the new one.
func (s *server) onPackage(ctx context.Context, v *view, name string, f func(*session.Session, *session.Package) error) error {
	const tries = 3
	for try := 1; ; try++ {
		dir := filepath.Dir(name)
		p := s.check(ctx, v, dir)
		if p == nil || p.Texts[name] == nil {
			return ctx.Err()
		}
		err := f(s.sessionFor(dir), p)
		if !errors.Is(err, session.ErrStale) || try == tries {
			return err
		}
	}
}

// describe is the text of -why with the rows of the contract.
func describe(c *session.Call) string {
	var b strings.Builder
	b.WriteString(strings.TrimRight(c.Why, "\n"))
	for _, r := range c.Rows {
		fmt.Fprintf(&b, "\n  contract (%s", filepath.Base(c.Contract))
		if r.Aggregator.Name != "" {
			fmt.Fprintf(&b, ", %s", r.Aggregator.Name)
		}
		fmt.Fprintf(&b, "): %s, timeout %s of %s", r.Name, r.Timeout, r.Aggregator.TotalBudget)
		if r.Degradable {
			b.WriteString(", degradable")
		} else {
			b.WriteString(", core")
		}
		if r.Retry != nil {
			fmt.Fprintf(&b, ", up to %d attempts", r.Retry.Attempts)
		}
		if r.MaxConcurrent > 0 {
			fmt.Fprintf(&b, ", at most %d at once", r.MaxConcurrent)
		}
		if r.Breaker != nil {
			b.WriteString(", with a breaker")
		}
	}
	return b.String()
}

// markdown turns the indented lines of describe into a list.
func markdown(text string) string {
	head, rest, _ := strings.Cut(text, "\n")
	var b strings.Builder
	fmt.Fprintf(&b, "**downstream call** `%s`\n", head)
	for line := range strings.Lines(rest) {
		body := strings.TrimLeft(line, " ")
		depth := (len(line) - len(body)) / 2
		b.WriteString("\n" + strings.Repeat("  ", max(depth-1, 0)) + "- " + escape(strings.TrimRight(body, "\n")))
	}
	return b.String()
}

// escape keeps the characters of Go code from being taken for marks.
func escape(s string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "<", `\<`, "`", "\\`", "[", `\[`).Replace(s)
}

package browsertest

import (
	_ "embed"
	"testing"
)

//go:embed audit.js
var auditScript string

// Audit returns what is wrong with the page for whoever looks at it, one line each:
//
//   - it is wider than the window;
//   - a text is cut off at the side of the window (unless it can be scrolled to), or two texts cover each other;
//   - a text has a contrast below 4.5 : 1 to what is behind it (WCAG 2.2, 1.4.3), or a graphic that is marked with
//     data-graphic or class "bar" below 3 : 1 (1.4.11);
//   - a picture (svg with role img) has no title or description;
//   - an id is there twice.
//
// Texts that nobody sees, such as closed details, are left out. What is behind a text is what the browser finds there, so
// a background that is an image or a pattern is taken for the colour below it.
func (p *Page) Audit(t testing.TB) []string {
	t.Helper()
	var found []string
	p.Eval(t, auditScript, &found)
	return found
}

package linttest

import (
	"fmt"
	"go/ast"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
)

// line is a place that an expectation names.
type line struct {
	file string
	line int
}

// checkWants compares findings with the want comments of pkg.
func checkWants(t reporter, pkg *packages.Package, found []analysis.Diagnostic) {
	t.Helper()
	wants := make(map[line][]*regexp.Regexp)
	for _, f := range pkg.Syntax {
		for _, group := range f.Comments {
			for _, c := range group.List {
				pos := pkg.Fset.PositionFor(c.Pos(), false)
				res, err := parseWant(c)
				if err != nil {
					t.Errorf("%v: %v", pos, err)
				}
				at := line{pos.Filename, pos.Line}
				wants[at] = append(wants[at], res...)
			}
		}
	}
	for _, d := range found {
		pos := pkg.Fset.PositionFor(d.Pos, false)
		at := line{pos.Filename, pos.Line}
		text := fmt.Sprintf("%s (%s)", d.Message, d.Category)
		if !take(wants, at, text) {
			t.Errorf("%v: unexpected finding: %s", pos, text)
		}
	}
	for at, res := range wants {
		for _, re := range res {
			t.Errorf("%s:%d: no finding matches %q", at.file, at.line, re)
		}
	}
}

// take removes the first expectation at a line that text satisfies.
func take(wants map[line][]*regexp.Regexp, at line, text string) bool {
	for i, re := range wants[at] {
		if re.MatchString(text) {
			wants[at] = append(wants[at][:i:i], wants[at][i+1:]...)
			return true
		}
	}
	return false
}

// parseWant reads `// want "re" "re"`. The word may follow other text of the comment after another "//", so that a
// directive's line can carry one.
func parseWant(c *ast.Comment) (res []*regexp.Regexp, err error) {
	text := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(c.Text, "/*"), "//"), "*/")
	if _, after, ok := strings.Cut(text, "// want "); ok {
		text = after
	} else if after, ok := strings.CutPrefix(strings.TrimSpace(text), "want "); ok {
		text = after
	} else {
		return nil, nil
	}
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		quoted, err := strconv.QuotedPrefix(text)
		if err != nil {
			return res, fmt.Errorf("want needs quoted regular expressions, not %s", text)
		}
		text = text[len(quoted):]
		raw, err := strconv.Unquote(quoted)
		if err != nil {
			return res, err
		}
		re, err := regexp.Compile(raw)
		if err != nil {
			return res, err
		}
		res = append(res, re)
	}
	return res, nil
}

package conform

import (
	"fmt"
	"slices"
	"strings"
)

// A Verdict is one library's answer to one row.
type Verdict struct {
	Result Result
	Why    string // empty for a pass
}

// Result is "pass", "fail" or "–".
type Result string

const (
	Pass          Result = "pass"
	Fail          Result = "fail"
	CannotExpress Result = "–"
)

// Table writes the verdicts as Markdown: a table for each kind of library, and what was seen of each failure. verdicts
// are by library and row, in the order of Libraries and Rows.
func Table(verdicts [][]Verdict, version func(module string) string) string {
	var s strings.Builder
	libraries, rows := Libraries(), Rows()
	for _, families := range [][]string{{"time", "breaker", "callee", "retry"}, {"group"}, {"map"}, {"HTTP"}} {
		var columns []int // libraries that can express something here
		for l := range libraries {
			for r, row := range rows {
				if slices.Contains(families, row.Family) && verdicts[l][r].Result != CannotExpress {
					columns = append(columns, l)
					break
				}
			}
		}
		s.WriteString("| | |")
		for _, l := range columns {
			fmt.Fprintf(&s, " %s |", libraries[l].Name)
		}
		s.WriteString("\n|---|---|" + strings.Repeat("---|", len(columns)) + "\n")
		sums := make([][3]int, len(columns))
		last := ""
		for r, row := range rows {
			if !slices.Contains(families, row.Family) {
				continue
			}
			family := row.Family
			if family == last {
				family = ""
			}
			last = row.Family
			fmt.Fprintf(&s, "| %s | %s |", family, row.Name)
			for i, l := range columns {
				v := verdicts[l][r].Result
				sums[i][slices.Index([]Result{Pass, Fail, CannotExpress}, v)]++
				if v == Fail {
					v = "**fail**"
				}
				fmt.Fprintf(&s, " %s |", v)
			}
			s.WriteString("\n")
		}
		s.WriteString("| | passed / failed / cannot express |")
		for _, sum := range sums {
			fmt.Fprintf(&s, " %d / %d / %d |", sum[0], sum[1], sum[2])
		}
		s.WriteString("\n\n")
	}
	s.WriteString("How each was set up, and what was seen where it failed:\n\n")
	for l, library := range libraries {
		if library.Notes != "" {
			fmt.Fprintf(&s, "- **%s** %s. %s\n", library.Name, version(library.Module), library.Notes)
		}
		for r, row := range rows {
			if v := verdicts[l][r]; v.Result == Fail {
				fmt.Fprintf(&s, "  - %s: %s\n", row.Name, v.Why)
			}
		}
	}
	return s.String()
}

package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// Text writes the report for a terminal: a line for each scenario, and below it each expectation with what was seen.
func Text(w io.Writer, r *Report) error {
	var b strings.Builder
	fmt.Fprintf(&b, "dashboard drill: a page has %v, %v of them for the answer; a breaker stays open for %v", r.Contract.Total, r.Contract.Margin, r.Contract.Open)
	if r.Contract.Given > 0 {
		fmt.Fprintf(&b, "\n(shortened for this run: the contract says %v)", r.Contract.Given)
	}
	b.WriteString("\n\n")
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "scenario\tbefore\tmedian\tslowest\tafter\tmedian\tslowest\twithout")
	for i := range r.Scenarios {
		s := &r.Scenarios[i]
		before, after := s.Of(Before), s.Of(After)
		fmt.Fprintf(table, "%s\t%s\t%v\t%v\t%s\t%v\t%v\t%s\n", s.Name, Answers(before), Median(before), Slowest(before),
			Answers(after), Median(after), Slowest(after), Without(after))
	}
	table.Flush()
	for i := range r.Scenarios {
		s := &r.Scenarios[i]
		fmt.Fprintf(&b, "\n%s: %s\n", s.Name, s.Trouble)
		for _, c := range s.Checks {
			word := "ok  "
			if !c.OK {
				word = "FAIL"
			}
			fmt.Fprintf(&b, "  %s  %s: %s\n", word, c.Text, c.Seen)
		}
	}
	failed, of := r.Failed()
	if failed > 0 {
		fmt.Fprintf(&b, "\n%d of %d expectations FAILED, after %.0f s\n", failed, of, float64(r.Took)/1000)
	} else {
		fmt.Fprintf(&b, "\nall %d expectations hold, after %.0f s\n", of, float64(r.Took)/1000)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Answers counts the pages by their status, in order of that: "1 × 200, 2 × none".
func Answers(pages []Page) string {
	count := map[string]int{}
	for _, p := range pages {
		word := fmt.Sprint(p.Status)
		if p.Left {
			word = "left"
		}
		count[word]++
	}
	var words []string
	for word, n := range count {
		words = append(words, fmt.Sprintf("%d × %s", n, word))
	}
	slices.SortFunc(words, func(a, b string) int { return strings.Compare(after(a), after(b)) })
	return strings.Join(words, ", ")
}

func after(s string) string { return s[strings.Index(s, "×"):] }

// Without names the services that pages do without, each once, "-" if none.
func Without(pages []Page) string {
	var all []string
	for _, p := range pages {
		for _, name := range p.Degraded {
			if !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	if len(all) == 0 {
		return "-"
	}
	return strings.Join(all, ", ")
}

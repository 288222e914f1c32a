package learn

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// Finding is a place where calls wait one after another.
type Finding struct {
	At    string   // "handlers.go:56:17"
	Rule  string   // seqcalls or seqloop
	Names []string // the downstreams that are called there, by the names that the calls have
}

// Gain is what a finding would save, by what the calls took.
type Gain struct {
	Finding
	Saved time.Duration
	Known []string // those of Names that were seen
}

// Rank sorts findings by what they would save: the sum of the medians less the longest, or for a loop the rounds that
// the median group makes less those that eight at a time take. Findings of which less than two calls, or no loop, were
// seen come to nothing and are left out.
func Rank(findings []Finding, calls []Call) []Gain {
	stats := map[string]Stats{}
	for _, s := range Summarize(calls) {
		stats[fold(s.Name)] = s
	}
	var out []Gain
	for _, f := range findings {
		g := Gain{Finding: f}
		var sum, longest time.Duration
		for _, name := range f.Names {
			s, ok := stats[fold(name)]
			if !ok {
				continue
			}
			g.Known = append(g.Known, s.Name)
			took := s.P50
			if f.Rule == "seqloop" {
				const atOnce = 8
				rounds := PerGroup(calls, s.Name)
				g.Saved += time.Duration(rounds-(rounds+atOnce-1)/atOnce) * took
				continue
			}
			sum, longest = sum+took, max(longest, took)
		}
		g.Saved += sum - longest
		if g.Saved > 0 {
			out = append(out, g)
		}
	}
	slices.SortStableFunc(out, func(a, b Gain) int { return cmp.Compare(b.Saved, a.Saved) })
	return out
}

// fold makes the names of a trace and of code comparable: ProductCatalogService, product-catalog-service and
// hipstershop.ProductCatalogService are one.
func fold(name string) string {
	if i := strings.LastIndexByte(name, '.'); i >= 0 && !strings.Contains(name, ":") && i+1 < len(name) && name[i+1] >= 'A' && name[i+1] <= 'Z' {
		name = name[i+1:]
	}
	name, _, _ = strings.Cut(name, ":")
	return strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(name))
}

// Report writes what was learned as text.
func Report(w io.Writer, calls []Call, gains []Gain) error {
	b := bufio.NewWriter(w)
	tw := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "DOWNSTREAM\tCALLS\tFAILED\tP50\tP99\tP99.9\tMAX\tTIMEOUT")
	for _, s := range Summarize(calls) {
		timeout := "too few calls"
		if s.Timeout > 0 {
			timeout = s.Timeout.String()
		}
		fmt.Fprintf(tw, "%s\t%d\t%d\t%s\t%s\t%s\t%s\t%s\n", s.Name, s.Calls, s.Faults, round(s.P50), round(s.P99), round(s.P999), round(s.Max), timeout)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	if overlaps := Overlaps(calls); len(overlaps) > 0 {
		fmt.Fprintln(b, "\ncalled for the same request; overlap 0% is one after the other:")
		tw = tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
		for _, o := range overlaps[:min(len(overlaps), 20)] {
			fmt.Fprintf(tw, "  %s, %s\t%d times\toverlap %.0f%%\tat the same time they would save %s\n", o.A, o.B, o.Groups, 100*o.Share, round(o.Saved))
		}
		if err := tw.Flush(); err != nil {
			return err
		}
	}
	if len(gains) > 0 {
		fmt.Fprintln(b, "\nfindings by what they would save:")
		tw = tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
		for _, g := range gains {
			fmt.Fprintf(tw, "  %s\t%s\t%s\t%s\n", round(g.Saved), g.At, g.Rule, strings.Join(g.Known, ", "))
		}
		if err := tw.Flush(); err != nil {
			return err
		}
	}
	return b.Flush()
}

func round(d time.Duration) time.Duration {
	switch {
	case d >= time.Second:
		return d.Round(10 * time.Millisecond)
	case d >= time.Millisecond:
		return d.Round(100 * time.Microsecond)
	}
	return d.Round(time.Microsecond)
}

package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/driver"
)

// maxListed bounds how much of a long list stderr gets.
const maxListed = 20

// summarize prints what was found in a line of counts, by rule where there are several, and where there is most to gain.
func summarize(stderr io.Writer, f *checkFlags, out *driver.Outcome, made fixCount) {
	severities, rules := make(map[string]int), make(map[string]int)
	for _, f := range out.Findings {
		severities[f.Severity.String()]++
		rules[f.Rule]++
	}
	var parts []string
	for _, s := range []string{"error", "warning", "advice"} {
		if n := severities[s]; n > 0 {
			parts = append(parts, plural(n, s))
		}
	}
	if len(parts) == 0 {
		parts = []string{"no findings"}
	}
	line := strings.Join(parts, ", ") + " in " + plural(out.Packages, "package")
	if n := out.Adopted.Covered; n > 0 {
		line += fmt.Sprintf("; %d in the baseline", n)
	}
	if n := out.Adopted.Old; n > 0 {
		line += fmt.Sprintf("; %d where nothing changed since %s", n, f.NewFrom)
	}
	if made.applied > 0 {
		line += "; " + plural(made.applied, "fix") + " applied"
	}
	if made.dropped > 0 {
		line += "; " + plural(made.dropped, "fix") + " dropped"
	}
	fmt.Fprintln(stderr, line)
	if len(rules) > 1 {
		names := slices.SortedFunc(maps.Keys(rules), func(a, b string) int {
			return cmp.Or(cmp.Compare(rules[b], rules[a]), cmp.Compare(a, b))
		})
		for i, name := range names {
			names[i] = fmt.Sprintf("%s %d", name, rules[name])
		}
		fmt.Fprintf(stderr, "by rule: %s\n", strings.Join(names, ", "))
	}
	const most = 3
	if gains := out.Gains(most); len(gains) > 0 && len(out.Findings) > 1 {
		said := make([]string, len(gains))
		for i, g := range gains {
			said[i] = fmt.Sprintf("%s (%s)", g.Function, gain(g))
		}
		fmt.Fprintf(stderr, "most to gain: %s\n", strings.Join(said, ", "))
	}
}

func gain(g driver.Gain) string {
	var parts []string
	for _, p := range []struct {
		n    int
		noun string
	}{{g.Unbounded, "unbounded call"}, {g.Serial, "serial call"}, {g.Loops, "loop of calls"}} {
		if p.n > 0 {
			parts = append(parts, plural(p.n, p.noun))
		}
	}
	return strings.Join(parts, ", ")
}

// adopted says what a baseline has that the code does not, and the other way round.
func adopted(stderr io.Writer, a driver.Adopted) {
	for i, key := range a.More {
		if i == maxListed {
			fmt.Fprintf(stderr, "budgetlint: and %d more\n", len(a.More)-i)
			break
		}
		fmt.Fprintf(stderr, "budgetlint: more than the baseline has of %s: which of them is new cannot be told, so the last are reported\n", key)
	}
	for _, b := range a.Gone {
		fmt.Fprintf(stderr, "%s: %s gone from the code; budgetlint baseline -o %s takes them out:\n", b.File, plural(len(b.Entries), "entry"), b.File)
		for i, e := range b.Entries {
			if i == maxListed {
				fmt.Fprintf(stderr, "\tand %d more\n", len(b.Entries)-i)
				break
			}
			fmt.Fprintf(stderr, "\t%s\n", e)
		}
	}
	if a.Renamed > 0 {
		fmt.Fprintf(stderr, "budgetlint: %s in the baseline under a name that is gone; budgetlint baseline writes the new one\n", plural(a.Renamed, "finding"))
	}
}

func plural(n int, noun string) string {
	switch {
	case n == 1 || noun == "advice":
		return fmt.Sprintf("%d %s", n, noun)
	case noun == "fix":
		return fmt.Sprintf("%d fixes", n)
	case noun == "entry":
		return fmt.Sprintf("%d entries", n)
	case strings.HasPrefix(noun, "loop "):
		return fmt.Sprintf("%d loops%s", n, noun[len("loop"):])
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

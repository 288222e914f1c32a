package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// ours is how this project's own subjects are called.
const ours = "budgetlint"

// A goal is what one subject of a path may cost at most. Zero fields ask nothing.
type goal struct {
	subject string
	beside  string  // whom ratio is to; "" is the floor
	ratio   float64 // of CPU time
	allocs  int
	free    bool // no allocation at all
}

// A row is one subject's line in the table.
type row struct {
	path, library string
	sample
	ratio  float64 // to the path's floor
	goal   string  // "" where there is none
	missed bool
}

// rows puts what was measured beside its floor and its goals.
func rows(p path, samples [][]sample) []row {
	var all []row
	for i, s := range p.subjects {
		r := row{path: p.name, library: s.name, sample: middle(samples[i]), ratio: ratio(samples[i], samples[0])}
		for _, g := range p.goals {
			if g.subject == s.name {
				beside := max(slices.IndexFunc(p.subjects, func(s subject) bool { return s.name == g.beside }), 0)
				r.goal, r.missed = judge(g, ratio(samples[i], samples[beside]), r.sample)
			}
		}
		all = append(all, r)
	}
	return all
}

// judge says in words what g asks for and whether it is missed.
func judge(g goal, ratio float64, s sample) (words string, missed bool) {
	var asks []string
	if g.ratio > 0 {
		ask := strings.TrimSpace(fmt.Sprintf("≤ %.3g × %s", g.ratio, g.beside))
		if ratio > g.ratio {
			missed = true
			ask += fmt.Sprintf(" (is %.2f)", ratio)
		}
		asks = append(asks, ask)
	}
	if g.allocs > 0 || g.free {
		asks = append(asks, fmt.Sprintf("≤ %d allocs", g.allocs))
		missed = missed || whole(s.allocs) > g.allocs
	}
	verdict := "met: "
	if missed {
		verdict = "MISSED: "
	}
	return verdict + strings.Join(asks, ", "), missed
}

// print writes one table, in Markdown that can be read as it is.
func print(w io.Writer, all []row) error {
	lines := [][]string{{"path", "library", "ns CPU", "B", "allocs", "× floor", "goal"}}
	last := ""
	for _, r := range all {
		name := r.path
		if name == last {
			name = ""
		}
		last = r.path
		lines = append(lines, []string{name, r.library, fmt.Sprintf("%.0f", r.cpu), fmt.Sprint(whole(r.bytes)),
			fmt.Sprint(whole(r.allocs)), fmt.Sprintf("%.2f", r.ratio), r.goal})
	}
	width := make([]int, len(lines[0]))
	for _, line := range lines {
		for i, cell := range line {
			width[i] = max(width[i], len([]rune(cell)))
		}
	}
	var s strings.Builder
	for n, line := range lines {
		for i, cell := range line {
			gap := strings.Repeat(" ", width[i]-len([]rune(cell)))
			if right(i) {
				cell = gap + cell
			} else {
				cell += gap
			}
			s.WriteString("| " + cell + " ")
		}
		s.WriteString("|\n")
		if n == 0 {
			for i, w := range width {
				if right(i) {
					s.WriteString("|" + strings.Repeat("-", w+1) + ":")
				} else {
					s.WriteString("|" + strings.Repeat("-", w+2))
				}
			}
			s.WriteString("|\n")
		}
	}
	_, err := io.WriteString(w, s.String())
	return err
}

// whole rounds: a goroutine that the scheduler makes anew is an allocation of nobody's.
func whole(x float64) int { return int(math.Round(x)) }

// right says whether a column has numbers.
func right(column int) bool { return column >= 2 && column <= 5 }

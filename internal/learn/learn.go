// Package learn reads what calls really took, from traces and from the runtime's records, and says what a contract and
// the findings can learn from that. It knows no Go code: whoever asks gives it findings as names.
package learn

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// Call is one call to a downstream, as a client span or a record tells of it.
type Call struct {
	Name  string
	Group string // what it was made for: the trace and the parent span, or the trace id; "" where it is not known
	Start time.Time
	Took  time.Duration
	Fault bool // it failed
}

// End is when it was over.
func (c Call) End() time.Time { return c.Start.Add(c.Took) }

// Stats is what one downstream takes.
type Stats struct {
	Name           string
	Calls, Faults  int
	P50, P99, P999 time.Duration
	Max            time.Duration
	// Timeout cuts at most one call in a thousand of those that went well, rounded up to 10 ms; 0 where there are not
	// enough calls to say.
	Timeout time.Duration
}

// enough calls to speak of one in a thousand.
const enough = 1000

// Summarize computes the figures of each downstream, by name.
func Summarize(calls []Call) []Stats {
	took := map[string][]time.Duration{}
	stats := map[string]*Stats{}
	for _, c := range calls {
		s := stats[c.Name]
		if s == nil {
			s = &Stats{Name: c.Name}
			stats[c.Name] = s
		}
		s.Calls++
		if c.Fault { // how long a failure took says nothing about how long to wait
			s.Faults++
			continue
		}
		took[c.Name] = append(took[c.Name], c.Took)
	}
	var out []Stats
	for _, name := range slices.Sorted(maps.Keys(stats)) {
		s, ds := stats[name], took[name]
		slices.Sort(ds)
		if len(ds) > 0 {
			s.P50, s.P99, s.P999, s.Max = rank(ds, 0.5), rank(ds, 0.99), rank(ds, 0.999), ds[len(ds)-1]
		}
		if len(ds) >= enough {
			const step = 10 * time.Millisecond
			s.Timeout = (s.P999 + step - 1).Truncate(step)
		}
		out = append(out, *s)
	}
	return out
}

// rank is the nearest-rank quantile of a sorted list.
func rank(sorted []time.Duration, q float64) time.Duration {
	i := int(q*float64(len(sorted))+0.999999) - 1
	return sorted[max(0, min(i, len(sorted)-1))]
}

// Overlap says how two downstreams that are called for the same thing lie in time.
type Overlap struct {
	A, B   string
	Groups int // in which both are called
	// Share of the shorter call that runs while the other one does, over all groups: 0 is one after the other, 1 is at the
	// same time.
	Share float64
	// Saved is what the median group would save if the two ran at the same time.
	Saved time.Duration
}

// Overlaps compares each pair of downstreams that are called in the same group, most to gain first. Of several calls of
// one name in a group the first counts.
func Overlaps(calls []Call) []Overlap {
	type pair struct{ a, b string }
	shares, saved := map[pair][]float64{}, map[pair][]time.Duration{}
	for _, group := range groups(calls) {
		first := map[string]Call{}
		for _, c := range group {
			if old, ok := first[c.Name]; !ok || c.Start.Before(old.Start) {
				first[c.Name] = c
			}
		}
		names := slices.Sorted(maps.Keys(first))
		for i, a := range names {
			for _, b := range names[i+1:] {
				share, save := compare(first[a], first[b])
				p := pair{a, b}
				shares[p], saved[p] = append(shares[p], share), append(saved[p], save)
			}
		}
	}
	var out []Overlap
	for p, list := range shares {
		sum := 0.0
		for _, s := range list {
			sum += s
		}
		slices.Sort(saved[p])
		out = append(out, Overlap{p.a, p.b, len(list), sum / float64(len(list)), rank(saved[p], 0.5)})
	}
	slices.SortFunc(out, func(x, y Overlap) int {
		return cmp.Or(cmp.Compare(y.Saved, x.Saved), cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B))
	})
	return out
}

func compare(a, b Call) (share float64, saved time.Duration) {
	short := min(a.Took, b.Took)
	both := minTime(a.End(), b.End()).Sub(maxTime(a.Start, b.Start))
	both = max(0, min(both, short))
	if short <= 0 {
		return 0, 0
	}
	return float64(both) / float64(short), short - both
}

func minTime(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

func maxTime(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// groups are the calls that were made for the same thing, in a fixed order.
func groups(calls []Call) (out [][]Call) {
	by := map[string][]Call{}
	for _, c := range calls {
		if c.Group != "" {
			by[c.Group] = append(by[c.Group], c)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(by)) {
		out = append(out, by[key])
	}
	return out
}

// PerGroup is how many calls of name the median group makes among those that make any.
func PerGroup(calls []Call, name string) int {
	var counts []int
	for _, group := range groups(calls) {
		n := 0
		for _, c := range group {
			if c.Name == name {
				n++
			}
		}
		if n > 0 {
			counts = append(counts, n)
		}
	}
	if len(counts) == 0 {
		return 0
	}
	slices.Sort(counts)
	return counts[len(counts)/2]
}

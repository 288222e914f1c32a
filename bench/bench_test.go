package main

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

// Each subject must do what its path says: repeat finds out who does not.
func TestEverySubjectWorks(t *testing.T) {
	all, release := paths()
	defer release()
	names := map[string]bool{}
	for _, p := range all {
		if names[p.name] {
			t.Errorf("two paths are called %q", p.name)
		}
		names[p.name] = true
		has := func(name string) bool {
			return slices.ContainsFunc(p.subjects, func(s subject) bool { return s.name == name })
		}
		for _, g := range p.goals {
			if !has(g.subject) || g.beside != "" && !has(g.beside) || g.ratio <= 0 && g.allocs <= 0 && !g.free {
				t.Errorf("%s: a goal of nobody: %+v", p.name, g)
			}
		}
		for _, s := range p.subjects {
			if err := repeat(p, s, max(3, p.parallel)); err != nil {
				t.Error(err)
			}
		}
	}
}

var sink []byte

func TestMeasure(t *testing.T) {
	p := path{name: "p", subjects: []subject{
		{"nothing", func() bool { return true }},
		{"4 KiB", func() bool { sink = make([]byte, 4096); return true }},
		{"busy", func() bool {
			for start := cpuTime(); cpuTime()-start < time.Millisecond; {
			}
			return true
		}},
	}}
	for _, p.parallel = range []int{0, 3} {
		samples, err := measure(p, 3, 2*time.Millisecond)
		if err != nil {
			t.Fatal(err)
		}
		got := []sample{middle(samples[0]), middle(samples[1]), middle(samples[2])}
		// The goroutines cost something too, more than the rest where each does only one.
		if got[1].allocs < 1 || got[1].bytes < 4096 || p.parallel == 0 && (whole(got[0].allocs) != 0 || whole(got[1].allocs) != 1 || got[1].bytes > 5000) {
			t.Errorf("parallel %d: allocations %+v", p.parallel, got)
		}
		// In parallel they share a millisecond of the process's time.
		if least := 0.9e6 / float64(max(p.parallel, 1)); got[2].cpu < least || got[0].cpu > got[2].cpu/10 {
			t.Errorf("parallel %d: times %+v", p.parallel, got)
		}
	}
}

func TestMeasureFindsWhatGoesWrong(t *testing.T) {
	n := 0
	p := path{name: "page", subjects: []subject{{"peer", func() bool { n++; return n%2 == 0 }}}}
	if _, err := measure(p, 1, time.Microsecond); err == nil || !strings.Contains(err.Error(), "page, peer") {
		t.Errorf("got %v", err)
	}
}

// What goes on after a subject has returned counts for it.
func TestMeasureWaitsForWhatIsLeft(t *testing.T) {
	p := path{subjects: []subject{{"late", func() bool {
		go func() {
			for start := cpuTime(); cpuTime()-start < 3*time.Millisecond; {
			}
		}()
		return true
	}}}}
	x, err := round(p, p.subjects[0], 1)
	if err != nil || x.cpu < 2.5e6 {
		t.Errorf("%+v, %v, want the 3 ms", x, err)
	}
}

// Rounds go over all subjects in turn.
func TestMeasureInterleaves(t *testing.T) {
	var order []byte
	p := path{subjects: []subject{
		{"a", func() bool { order = append(order, 'a'); time.Sleep(time.Millisecond); return true }},
		{"b", func() bool { order = append(order, 'b'); time.Sleep(time.Millisecond); return true }},
	}}
	if _, err := measure(p, 4, time.Millisecond); err != nil {
		t.Fatal(err)
	}
	turns := len(slices.Compact(order))
	if want := 2 * (1 + 4); turns != want { // once to calibrate
		t.Errorf("%d turns, want %d: %s", turns, want, order)
	}
}

func TestMedian(t *testing.T) {
	for _, tt := range []struct {
		in   []float64
		want float64
	}{{[]float64{5}, 5}, {[]float64{9, 1, 2}, 2}, {[]float64{4, 1, 100, 2}, 3}} {
		if got := median(slices.Clone(tt.in)); got != tt.want {
			t.Errorf("median of %v is %v, want %v", tt.in, got, tt.want)
		}
	}
	got := middle([]sample{{1, 30, 5}, {2, 10, 9}, {3, 20, 7}})
	if got != (sample{2, 20, 7}) {
		t.Errorf("middle is %+v", got)
	}
	// The machine gets slower by the round; the second is always twice the first.
	if got := ratio([]sample{{cpu: 2}, {cpu: 20}, {cpu: 8}}, []sample{{cpu: 1}, {cpu: 10}, {cpu: 2}}); got != 2 {
		t.Errorf("ratio is %v", got)
	}
}

func TestRowsAndTable(t *testing.T) {
	p := path{name: "page", subjects: []subject{{name: "floor"}, {name: ours}, {name: "peer"}},
		goals: []goal{{subject: ours, ratio: 1.5, allocs: 2}, {subject: "peer", beside: ours, ratio: 1, free: true}}}
	got := rows(p, [][]sample{{{100, 0, 0}}, {{150, 64, 2.4}}, {{151, 8, 0.6}}})
	var out bytes.Buffer
	if err := print(&out, got); err != nil {
		t.Fatal(err)
	}
	want := `
| path | library    | ns CPU |  B | allocs | × floor | goal                                           |
|------|------------|-------:|---:|-------:|--------:|------------------------------------------------|
| page | floor      |    100 |  0 |      0 |    1.00 |                                                |
|      | budgetlint |    150 | 64 |      2 |    1.50 | met: ≤ 1.5 ×, ≤ 2 allocs                       |
|      | peer       |    151 |  8 |      1 |    1.51 | MISSED: ≤ 1 × budgetlint (is 1.01), ≤ 0 allocs |
`
	if out.String() != want[1:] {
		t.Errorf("got\n%s\nwant\n%s", &out, want[1:])
	}
	if got[1].missed || !got[2].missed {
		t.Errorf("%+v", got)
	}
}

func TestRun(t *testing.T) {
	for _, tt := range []struct {
		args []string
		want int
		says string
	}{
		{[]string{"-run", "("}, 2, "regular expression"},
		{[]string{"-count", "0"}, 2, "more than zero"},
		{[]string{"-run", "no such path"}, 2, "no path matches"},
		{[]string{"-bogus"}, 2, "not defined"},
		{[]string{"-run", "^retry", "-count", "1", "-time", "1us"}, 0, "measuring: retry"},
	} {
		var out, log bytes.Buffer
		if got := run(tt.args, &out, &log); got != tt.want || !strings.Contains(log.String(), tt.says) {
			t.Errorf("%v: code %d, %s", tt.args, got, &log)
		}
		if has := strings.Contains(out.String(), "| "+ours+" "); has != (tt.want == 0) {
			t.Errorf("%v: printed %q", tt.args, &out)
		}
	}
	if err := print(broken{}, nil); err == nil {
		t.Error("a table that nobody got")
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("closed pipe") }

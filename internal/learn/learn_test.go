package learn

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

const milli = time.Millisecond

var day = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

func at(name, group string, start, took int) Call {
	return Call{Name: name, Group: group, Start: day.Add(time.Duration(start) * milli), Took: time.Duration(took) * milli}
}

// took makes calls that took 1, 2, 3 … n ms, in any order.
func took(name string, n int) (calls []Call) {
	for i := range n {
		calls = append(calls, at(name, "", 0, i+1))
	}
	rand.New(rand.NewPCG(1, 2)).Shuffle(n, func(i, j int) { calls[i], calls[j] = calls[j], calls[i] })
	return calls
}

// Quantiles are by the nearest rank: of 1 … 1000 ms the 99.9 % are done after 999 ms.
func TestSummarize(t *testing.T) {
	failed := at("a", "", 0, 90000)
	failed.Fault = true
	for _, tt := range []struct {
		name  string
		calls []Call
		want  string
	}{
		{"a thousand", took("a", 1000), "a 1000/0 p50 500ms p99 990ms p99.9 999ms max 1s timeout 1s"},
		{"too few to say", took("a", 999), "a 999/0 p50 500ms p99 990ms p99.9 999ms max 999ms timeout 0s"},
		{"one", took("a", 1), "a 1/0 p50 1ms p99 1ms p99.9 1ms max 1ms timeout 0s"},
		{"two", took("a", 2), "a 2/0 p50 1ms p99 2ms p99.9 2ms max 2ms timeout 0s"},
		{"a failure is no time", append(took("a", 1000), failed), "a 1001/1 p50 500ms p99 990ms p99.9 999ms max 1s timeout 1s"},
		{"failures only", []Call{failed}, "a 1/1 p50 0s p99 0s p99.9 0s max 0s timeout 0s"},
		{"more than ten thousand", took("a", 20000), "a 20000/0 p50 10s p99 19.8s p99.9 19.98s max 20s timeout 19.98s"},
	} {
		s := Summarize(tt.calls)
		if len(s) != 1 {
			t.Fatalf("%s: %+v", tt.name, s)
		}
		got := fmt.Sprintf("%s %d/%d p50 %v p99 %v p99.9 %v max %v timeout %v", s[0].Name, s[0].Calls, s[0].Faults, s[0].P50, s[0].P99, s[0].P999, s[0].Max, s[0].Timeout)
		if got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
	if s := Summarize(append(took("b", 2), took("a", 2)...)); len(s) != 2 || s[0].Name != "a" {
		t.Errorf("not by name: %+v", s)
	}
}

// The suggested timeout cuts at most one call in a thousand.
func TestTimeoutCutsOneInAThousand(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		var calls []Call
		for range 1000 + r.IntN(3000) {
			calls = append(calls, Call{Name: "a", Took: time.Duration(r.ExpFloat64() * float64(80*milli))})
		}
		s := Summarize(calls)[0]
		cut := 0
		for _, c := range calls {
			if c.Took > s.Timeout {
				cut++
			}
		}
		if cut*1000 > len(calls) {
			t.Errorf("%v cuts %d of %d", s.Timeout, cut, len(calls))
		}
	}
}

func TestOverlaps(t *testing.T) {
	for _, tt := range []struct {
		name  string
		calls []Call
		want  string
	}{
		{"one after the other", []Call{at("a", "1", 0, 100), at("b", "1", 100, 60)}, "a b 1× 0.00 saves 60ms"},
		{"with a gap", []Call{at("a", "1", 0, 100), at("b", "1", 500, 60)}, "a b 1× 0.00 saves 60ms"},
		{"at the same time", []Call{at("a", "1", 0, 100), at("b", "1", 10, 60)}, "a b 1× 1.00 saves 0s"},
		{"in part", []Call{at("a", "1", 0, 100), at("b", "1", 70, 60)}, "a b 1× 0.50 saves 30ms"},
		{"the order of the names", []Call{at("b", "1", 0, 100), at("a", "1", 100, 60)}, "a b 1× 0.00 saves 60ms"},
		{"the median group", []Call{
			at("a", "1", 0, 100), at("b", "1", 100, 10),
			at("a", "2", 0, 100), at("b", "2", 100, 20),
			at("a", "3", 0, 100), at("b", "3", 0, 100),
		}, "a b 3× 0.33 saves 10ms"},
		{"of several the first", []Call{at("a", "1", 200, 100), at("a", "1", 0, 50), at("b", "1", 50, 40)}, "a b 1× 0.00 saves 40ms"},
		{"different requests", []Call{at("a", "1", 0, 100), at("b", "2", 100, 60)}, ""},
		{"nothing says which request", []Call{at("a", "", 0, 100), at("b", "", 100, 60)}, ""},
		{"a call that took no time", []Call{at("a", "1", 0, 0), at("b", "1", 0, 60)}, "a b 1× 0.00 saves 0s"},
		{"most to gain first", []Call{at("a", "1", 0, 100), at("b", "1", 100, 10), at("c", "1", 110, 90)}, "a c 1× 0.00 saves 90ms; a b 1× 0.00 saves 10ms; b c 1× 0.00 saves 10ms"},
	} {
		var got []string
		for _, o := range Overlaps(tt.calls) {
			got = append(got, fmt.Sprintf("%s %s %d× %.2f saves %v", o.A, o.B, o.Groups, o.Share, o.Saved))
		}
		if strings.Join(got, "; ") != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, strings.Join(got, "; "), tt.want)
		}
	}
}

func TestRank(t *testing.T) {
	var calls []Call
	for g := range 3 {
		group := fmt.Sprint(g)
		calls = append(calls, at("user-service", group, 0, 100), at("OrderService", group, 100, 250), at("shop.StockService", group, 400, 10))
		for i := range 10 {
			calls = append(calls, at("price-service:8080", group, 500+20*i, 20))
		}
	}
	findings := []Finding{
		{At: "a.go:1", Rule: "seqcalls", Names: []string{"user-service", "stock-service"}},
		{At: "a.go:2", Rule: "seqcalls", Names: []string{"user-service", "order-service", "stock_service"}},
		{At: "a.go:3", Rule: "seqloop", Names: []string{"price-service"}},
		{At: "a.go:4", Rule: "seqcalls", Names: []string{"user-service", "unknown"}}, // one alone waits for nobody
		{At: "a.go:5", Rule: "seqloop", Names: []string{"user-service"}},             // one round
		{At: "a.go:6", Rule: "seqcalls", Names: []string{"unknown"}},
	}
	var got []string
	for _, g := range Rank(findings, calls) {
		got = append(got, fmt.Sprintf("%s %v %s", g.At, g.Saved, strings.Join(g.Known, " ")))
	}
	want := []string{
		"a.go:3 160ms price-service:8080", // ten rounds become two
		"a.go:2 110ms user-service OrderService shop.StockService",
		"a.go:1 10ms user-service shop.StockService",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestPerGroup(t *testing.T) {
	calls := []Call{at("a", "1", 0, 1), at("a", "1", 0, 1), at("a", "2", 0, 1), at("a", "2", 0, 1), at("a", "2", 0, 1), at("a", "3", 0, 1), at("b", "4", 0, 1), at("c", "", 0, 1)}
	for name, want := range map[string]int{"a": 2, "b": 1, "c": 0, "nosuch": 0} {
		if got := PerGroup(calls, name); got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
}

func TestReport(t *testing.T) {
	var b bytes.Buffer
	if err := Report(&b, []Call{at("a", "1", 0, 100), at("b", "1", 100, 1500)}, []Gain{{Finding{"a.go:1", "seqcalls", nil}, 100 * milli, []string{"a", "b"}}}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"a           1      0       100ms", "too few calls", "a, b  1 times  overlap 0%  at the same time they would save 100ms", "100ms  a.go:1  seqcalls  a, b"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

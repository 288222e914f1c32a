package report

import (
	"slices"
	"strings"
	"testing"
)

func TestText(t *testing.T) {
	r := &Report{
		Contract: Contract{Total: 2000, Margin: 300, Open: 1500, Given: 10000}, Took: 25600,
		Scenarios: []Scenario{
			{
				Name: "slow", Trouble: "recommend-service takes 5 s.",
				Pages: []Page{
					{Version: Before, Took: 5400, Status: 200},
					{Version: After, Took: 401, Status: 200, Degraded: []string{"recommend-service"}},
					{Version: After, Took: 440, Status: 200, Degraded: []string{"recommend-service"}},
				},
				Checks: []Check{{true, "before takes over 5 s", "5,400 ms"}, {false, "after is quick", "9 s"}},
			},
			{Name: "gone", Trouble: "The client leaves.", Pages: []Page{{Version: Before, Took: 9.5, Left: true}, {Version: After, Took: 3, Status: 503}}},
		},
	}
	var b strings.Builder
	if err := Text(&b, r); err != nil {
		t.Fatal(err)
	}
	const want = `dashboard drill: a page has 2,000 ms, 300 ms of them for the answer; a breaker stays open for 1,500 ms
(shortened for this run: the contract says 10,000 ms)

scenario  before    median    slowest   after    median  slowest  without
slow      1 × 200   5,400 ms  5,400 ms  2 × 200  401 ms  440 ms   recommend-service
gone      1 × left  9.5 ms    9.5 ms    1 × 503  3.0 ms  3.0 ms   -

slow: recommend-service takes 5 s.
  ok    before takes over 5 s: 5,400 ms
  FAIL  after is quick: 9 s

gone: The client leaves.

1 of 2 expectations FAILED, after 26 s
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestMs(t *testing.T) {
	for m, want := range map[Ms]string{0: "0.0 ms", 9.94: "9.9 ms", 9.96: "10 ms", 999.4: "999 ms", 999.5: "1,000 ms", 12345: "12,345 ms"} {
		if got := m.String(); got != want {
			t.Errorf("%v: %q, want %q", float64(m), got, want)
		}
	}
}

func TestStates(t *testing.T) {
	changes := []Change{{"a", "closed", "open", 100}, {"b", "closed", "open", 150}, {"a", "open", "half-open", 200}, {"a", "half-open", "closed", 250}}
	for _, tt := range []struct {
		service  string
		from, to Ms
		want     []segment
	}{
		{"a", 0, 100, []segment{{"closed", 0, 100}}},
		{"a", 50, 120, []segment{{"closed", 50, 100}, {"open", 100, 120}}},
		{"a", 120, 150, []segment{{"open", 120, 150}}},
		{"a", 0, 300, []segment{{"closed", 0, 100}, {"open", 100, 200}, {"half-open", 200, 250}, {"closed", 250, 300}}},
		{"b", 160, 300, []segment{{"open", 160, 300}}},
		{"c", 0, 300, []segment{{"closed", 0, 300}}},
	} {
		if got := states(changes, tt.service, tt.from, tt.to); !slices.Equal(got, tt.want) {
			t.Errorf("%s from %v to %v: %v, want %v", tt.service, tt.from, tt.to, got, tt.want)
		}
	}
}

func TestRows(t *testing.T) {
	row, n := rows([]Ms{0, 5, 10, 10, 30}, []Ms{10, 10, 5, 5, 5})
	if want := []int{0, 1, 0, 2, 0}; n != 3 || !slices.Equal(row, want) {
		t.Errorf("%v in %d rows, want %v in 3", row, n, want)
	}
}

func TestTicks(t *testing.T) {
	for scale, want := range map[Ms][]Ms{
		420:   {0, 100, 200, 300},
		2080:  {0, 500, 1000, 1500},
		5571:  {0, 1000, 2000, 3000, 4000, 5000},
		21000: {0, 5000, 10000, 15000},
	} {
		if got := ticks(scale); !slices.Equal(got, want) {
			t.Errorf("ticks of %v: %v, want %v", scale, got, want)
		}
	}
}

func TestMedianAndSlowest(t *testing.T) {
	pages := []Page{{Took: 9}, {Took: 1}, {Took: 5}, {Took: 7}}
	if Median(pages) != 5 || Slowest(pages) != 9 || Median(nil) != 0 {
		t.Errorf("median %v, slowest %v, of none %v", Median(pages), Slowest(pages), Median(nil))
	}
}

// before's lane counts runs of the same answer.
func TestSawText(t *testing.T) {
	for want, seen := range map[string][]Exchange{
		"not asked":                     nil,
		"200 in 80 ms":                  {{Took: 80, Status: 200}},
		"2 × 500, 200 in 30 ms":         {{Took: 10, Status: 500}, {From: 10, Took: 10, Status: 500}, {From: 20, Took: 10, Status: 200}},
		"no answer, canceled in 9.0 ms": {{Took: 4}, {From: 4, Took: 5, Gone: true}},
	} {
		if got := sawText(seen, &Page{}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := sawText([]Exchange{{Took: 3000, Status: 200}}, &Page{Left: true}); got != "200 in 3,000 ms, for nobody" {
		t.Error(got)
	}
}

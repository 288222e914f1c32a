// Package report says what a drill found: as a table for the terminal, as a page with a picture for each scenario, and, by
// its fields, as JSON. It runs nothing.
package report

import (
	"math"
	"slices"
	"strconv"
	"time"
)

// The two versions of the dashboard.
const (
	Before = "before"
	After  = "after"
)

// Ms is a time in milliseconds, to a tenth.
type Ms float64

// In returns d in milliseconds.
func In(d time.Duration) Ms { return Ms(math.Round(float64(d)/1e5) / 10) }

// String has whole milliseconds from ten up, with a comma between the thousands.
func (m Ms) String() string {
	if m < 9.95 {
		return strconv.FormatFloat(float64(m), 'f', 1, 64) + " ms"
	}
	digits := strconv.Itoa(int(math.Round(float64(m))))
	if len(digits) > 3 {
		digits = digits[:len(digits)-3] + "," + digits[len(digits)-3:]
	}
	return digits + " ms"
}

// A Report is one run of the drill.
type Report struct {
	Contract  Contract   `json:"contract"`
	Took      Ms         `json:"tookMs"`
	Scenarios []Scenario `json:"scenarios"`
}

// Contract is what the drill holds after to.
type Contract struct {
	Total  Ms `json:"totalBudgetMs"`
	Margin Ms `json:"safetyMarginMs"`
	Open   Ms `json:"openDurationMs"`
	// Given is what the contract of the example says where Open was made shorter for this run; else 0.
	Given Ms `json:"openDurationMsOfTheExample,omitempty"`
}

// Spend is how long calls may take in all.
func (c Contract) Spend() Ms { return c.Total - c.Margin }

// A Scenario is one kind of trouble, and what became of pages under it.
type Scenario struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Trouble string `json:"trouble"` // what the services do
	Lesson  string `json:"lesson"`
	// Budget is what after's pages may take where the caller allows less than the contract; else 0.
	Budget Ms `json:"budgetMs,omitempty"`
	// Watched is the service whose requests are drawn over the whole scenario; "" for no such picture.
	Watched  string     `json:"watched,omitempty"`
	Pages    []Page     `json:"pages"`
	Changes  []Change   `json:"breakerChanges,omitempty"`
	Requests []Exchange `json:"requestsToWatched,omitempty"` // From is since the scenario's start
	Checks   []Check    `json:"checks"`
}

// OK is whether all checks hold.
func (s *Scenario) OK() bool {
	return !slices.ContainsFunc(s.Checks, func(c Check) bool { return !c.OK })
}

// Of returns the pages of one version.
func (s *Scenario) Of(version string) []Page {
	var pages []Page
	for _, p := range s.Pages {
		if p.Version == version {
			pages = append(pages, p)
		}
	}
	return pages
}

// A Page is one request for the dashboard.
type Page struct {
	Version string `json:"version"`
	Number  int    `json:"number"` // from 1, per version
	// Shown says what there is to see in this page; "" if it is not drawn.
	Shown     string     `json:"shown,omitempty"`
	From      Ms         `json:"fromMs"` // since the scenario's start
	Took      Ms         `json:"tookMs"`
	Status    int        `json:"status"` // 0 where the client did not wait for it
	Left      bool       `json:"clientLeft,omitempty"`
	Code      string     `json:"errorCode,omitempty"`
	Degraded  []string   `json:"degraded,omitempty"`
	Calls     []Call     `json:"calls,omitempty"`     // after's records
	Exchanges []Exchange `json:"exchanges,omitempty"` // what the services saw; From is since the page's start
}

// A Call is one record of the runtime.
type Call struct {
	Service  string `json:"service"`
	Status   string `json:"status"`
	From     Ms     `json:"fromMs"` // since the page's start
	Took     Ms     `json:"tookMs"`
	Timeout  Ms     `json:"timeoutMs"`
	Attempts int    `json:"attempts"`
	Degraded bool   `json:"degraded,omitempty"`
	Error    string `json:"error,omitempty"`
}

// An Exchange is one request as a service saw it.
type Exchange struct {
	Version string `json:"version"`
	Service string `json:"service"`
	What    string `json:"what"` // such as GET /orders
	From    Ms     `json:"fromMs"`
	Took    Ms     `json:"tookMs"`
	Told    Ms     `json:"toldMs,omitempty"`   // how long the caller said it would wait; 0 if it did not
	Status  int    `json:"status,omitempty"`   // of the answer; 0 if there was none
	Gone    bool   `json:"canceled,omitempty"` // the caller left before it had one
}

// A Change is one of a breaker of after.
type Change struct {
	Service string `json:"service"`
	From    string `json:"from"`
	To      string `json:"to"`
	At      Ms     `json:"atMs"` // since the scenario's start
}

// A Check is one expectation.
type Check struct {
	OK   bool   `json:"ok"`
	Text string `json:"text"`
	Seen string `json:"seen"`
}

// Failed is how many checks of how many do not hold.
func (r *Report) Failed() (failed, of int) {
	for _, s := range r.Scenarios {
		for _, c := range s.Checks {
			of++
			if !c.OK {
				failed++
			}
		}
	}
	return failed, of
}

// Median is that of the pages' times, the lower one of two; 0 without pages.
func Median(pages []Page) Ms {
	times := make([]Ms, 0, len(pages))
	for _, p := range pages {
		times = append(times, p.Took)
	}
	slices.Sort(times)
	if len(times) == 0 {
		return 0
	}
	return times[(len(times)-1)/2]
}

// Slowest is the longest of the pages' times.
func Slowest(pages []Page) (most Ms) {
	for _, p := range pages {
		most = max(most, p.Took)
	}
	return most
}

package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/budgetlint/budgetlint/examples/dashboard/drill/report"
	"github.com/budgetlint/budgetlint/examples/dashboard/fakes"
	"github.com/budgetlint/budgetlint/runtime/pool"
)

// A scenario is one kind of trouble.
type scenario struct {
	name, title, trouble, lesson string

	watched string        // see report.Scenario
	budget  time.Duration // see report.Scenario
	alone   bool          // its times are compared so closely that no other scenario may run beside it
	usual   time.Duration // what it takes, for the order in which scenarios are begun
	run     func(ctx context.Context, a *act) error
}

// act is one run of a scenario, against both versions.
type act struct {
	before, after *stage
	say           func(format string, args ...any) // what is going on, for the progress line
	few           bool                             // fewer pages, where their number is not what it is about
	total, open   report.Ms                        // what the contract says

	mu     sync.Mutex
	result report.Scenario
}

func (sc *scenario) play(ctx context.Context, d *drill) (*report.Scenario, error) {
	a := &act{few: d.few, total: d.report.Contract.Total, open: d.report.Contract.Open, say: func(format string, args ...any) {
		d.progress.say(sc.name, fmt.Sprintf(format, args...))
	}}
	a.result = report.Scenario{
		Name: sc.name, Title: sc.title, Trouble: sc.trouble, Lesson: sc.lesson, Budget: report.In(sc.budget), Watched: sc.watched,
	}
	a.say("starting")
	var err error
	if a.before, err = raise(ctx, d.bin, report.Before, ""); err != nil {
		return nil, fmt.Errorf("%s: %w", sc.name, err)
	}
	defer a.before.close()
	if a.after, err = raise(ctx, d.bin, report.After, d.contract); err != nil {
		return nil, fmt.Errorf("%s: %w", sc.name, err)
	}
	defer a.after.close()
	now := time.Now()
	a.before.start, a.after.start = now, now
	if err := sc.run(ctx, a); err != nil {
		return nil, fmt.Errorf("%s: %w", sc.name, err)
	}
	slices.SortStableFunc(a.result.Pages, func(p, q report.Page) int {
		return cmp.Or(-cmp.Compare(p.Version, q.Version), cmp.Compare(p.Number, q.Number)) // before, after
	})
	a.result.Changes = a.after.breakers()
	if sc.watched != "" {
		a.result.Requests = append(a.before.seen(sc.watched, now), a.after.seen(sc.watched, now)...)
	}
	d.progress.done(sc.name, a.result.OK())
	return &a.result, nil
}

// set puts both versions' services into trouble.
func (a *act) set(b map[string]fakes.Behaviour) {
	a.before.set(b)
	a.after.set(b)
}

// add makes pages part of the report; those that are not shown without their calls.
func (a *act) add(pages ...*reply) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, p := range pages {
		page := p.Page
		if page.Shown == "" {
			page.Calls = nil
		}
		a.result.Pages = append(a.result.Pages, page)
	}
}

// expect notes one expectation, and what was seen.
func (a *act) expect(ok bool, text, seen string, args ...any) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.result.Checks = append(a.result.Checks, report.Check{OK: ok, Text: text, Seen: fmt.Sprintf(seen, args...)})
}

// fewer is n, or a few where the drill is in a hurry.
func (a *act) fewer(n int) int {
	if a.few {
		return min(n, 2)
	}
	return n
}

// both plays two parts at the same time.
func both(ctx context.Context, parts ...func(context.Context) error) error {
	return pool.Each(ctx, parts, len(parts), func(ctx context.Context, part func(context.Context) error) error { return part(ctx) })
}

// pages asks for n pages, one after the other; the first one is shown as said, if at all. What the services saw of that one
// is part of it.
func (a *act) pages(ctx context.Context, s *stage, n int, q request) ([]*reply, error) {
	var all []*reply
	for i := range n {
		a.say("%s, page %d of %d", s.version, i+1, n)
		p, err := s.page(ctx, q)
		if err != nil {
			return nil, err
		}
		if p.Shown != "" {
			s.withExchanges(p, 10*time.Second)
		}
		q.shown = ""
		all = append(all, p)
		a.add(p)
	}
	return all, nil
}

// Facts about several pages.

func all(pages []*reply, f func(*reply) bool) bool {
	return !slices.ContainsFunc(pages, func(p *reply) bool { return !f(p) })
}

func reports(pages []*reply) []report.Page {
	var r []report.Page
	for _, p := range pages {
		r = append(r, p.Page)
	}
	return r
}

func slowest(pages []*reply) report.Ms { return report.Slowest(reports(pages)) }
func median(pages []*reply) report.Ms  { return report.Median(reports(pages)) }

// statuses counts how the records of a service ended: "5 timeout".
func statuses(pages []*reply, service string) string {
	count := map[string]int{}
	for _, p := range pages {
		for _, c := range p.Calls {
			if c.Service == service || service == "" {
				count[c.Status]++
			}
		}
	}
	return counted(count)
}

// answers counts the pages' statuses: "5 × 200".
func answers(pages []*reply) string {
	count := map[string]int{}
	for _, p := range pages {
		switch {
		case p.Left:
			count["client gave up"]++
		default:
			count[fmt.Sprint(p.Status)]++
		}
	}
	return counted(count)
}

func counted(count map[string]int) string {
	var words []string
	for word, n := range count {
		words = append(words, fmt.Sprintf("%d × %s", n, word))
	}
	slices.Sort(words)
	if len(words) == 0 {
		return "none"
	}
	text := words[0]
	for _, w := range words[1:] {
		text += ", " + w
	}
	return text
}

// gone is how many exchanges ended because the caller left.
func gone(exchanges []report.Exchange) (n int) {
	for _, e := range exchanges {
		if e.Gone {
			n++
		}
	}
	return n
}

package main

import (
	"context"
	"net/http"
	"time"

	"github.com/budgetlint/budgetlint/examples/dashboard/drill/report"
	"github.com/budgetlint/budgetlint/examples/dashboard/fakes"
	"github.com/budgetlint/budgetlint/runtime/pool"
)

// failing is about 30 pages per version. Those of after come one after the other, so that it can be said at which one the
// breaker opened. Those of before know nothing of each other; most are asked for six at a time, as each takes 3.4 s.
func failing(ctx context.Context, a *act) error {
	quick := map[string]fakes.Behaviour{}
	for _, name := range fakes.Names() {
		quick[name] = fakes.Behaviour{Delay: 5 * ms}
	}
	a.set(quick)
	a.set(map[string]fakes.Behaviour{fakes.Recommend: {Delay: 350 * ms, Status: http.StatusInternalServerError}})
	return both(ctx,
		func(ctx context.Context) error { return failingBefore(ctx, a) },
		func(ctx context.Context) error { return failingAfter(ctx, a) })
}

const failingPages = 30

func failingBefore(ctx context.Context, a *act) error {
	pages, err := a.pages(ctx, a.before, 1, request{shown: "four attempts, and a pause after each"})
	if err != nil {
		return err
	}
	rest, err := pool.Map(ctx, make([]request, failingPages-1), 6, func(ctx context.Context, q request) (*reply, error) {
		return a.before.page(ctx, q)
	})
	if err != nil {
		return err
	}
	a.add(rest...)
	pages = append(pages, rest...)
	sent := len(a.before.seen(fakes.Recommend, a.before.start))
	a.expect(all(pages, func(p *reply) bool { return p.Status != http.StatusOK }),
		"before fails every page", "%s, median %v, %d requests to recommend-service", answers(pages), median(pages), sent)
	return nil
}

func failingAfter(ctx context.Context, a *act) error {
	const opensAt = 20
	s := a.after
	closed, err := a.pages(ctx, s, opensAt, request{shown: "breaker closed: the failure costs 350 ms"})
	if err != nil {
		return err
	}
	changes := s.breakers()
	a.expect(len(changes) == 1 && changes[0].To == "open" && statuses(closed, fakes.Recommend) == counted(map[string]int{"failed": opensAt}),
		"the breaker opens at the 20th failure", "%s; %s", statuses(closed, fakes.Recommend), told(changes))
	sent := len(s.seen(fakes.Recommend, s.start))
	//budgetlint:ignore seqcalls the breaker counts one page after the other
	opened, err := a.pages(ctx, s, failingPages-opensAt, request{shown: "breaker open: the failure costs nothing"})
	if err != nil {
		return err
	}
	more := len(s.seen(fakes.Recommend, s.start)) - sent
	a.expect(more == 0 && statuses(opened, fakes.Recommend) == counted(map[string]int{"open": len(opened)}),
		"while it is open no request leaves", "%d of %d calls; records: %s", more, len(opened), statuses(opened, fakes.Recommend))
	a.expect(median(opened) <= median(closed)/2,
		"pages then take at most half the time", "median %v against %v", median(opened), median(closed))
	a.expect(all(append(closed, opened...), func(p *reply) bool { return p.whole() && len(p.Degraded) == 1 }),
		"all 30 pages are answered, degraded", "%s", answers(append(closed, opened...)))

	s.set(map[string]fakes.Behaviour{fakes.Recommend: {Delay: 5 * ms}})
	last, err := a.repaired(ctx, s)
	if err != nil {
		return err
	}
	changes = s.breakers()
	want := "closed → open, open → half-open, half-open → closed"
	a.expect(told(changes) == want, "after the open period it is half-open, and then closed", "%s", told(changes))
	if len(changes) == 3 {
		period := changes[1].At - changes[0].At
		a.expect(period >= a.open, "the open period is kept", "%v of %v", period, a.open)
		probes := 0
		for _, e := range s.seen(fakes.Recommend, s.start) {
			if e.From >= changes[1].At && e.From <= changes[2].At {
				probes++
			}
		}
		a.expect(probes == 3, "three probes close it", "%d requests while half-open", probes)
	}
	a.expect(last.whole() && len(last.Degraded) == 0 && string(last.content().Recommend) != "[]",
		"the recommendations are back", "page %d: %s", last.Number, last.content().Recommend)
	return nil
}

// repaired asks for pages until the breaker is closed again, and then for one more.
func (a *act) repaired(ctx context.Context, s *stage) (*reply, error) {
	const every = 500 * ms
	for end := time.Now().Add(time.Minute); ; {
		a.say("repaired; waiting for the breaker: %s", told(s.breakers()))
		changes := s.breakers()
		closed := len(changes) > 0 && changes[len(changes)-1].To == "closed"
		q := request{}
		if closed {
			q.shown = "repaired: the breaker is closed again"
		}
		p, err := s.page(ctx, q)
		if err != nil {
			return nil, err
		}
		if p.Shown != "" {
			s.withExchanges(p, time.Second)
		}
		a.add(p)
		if closed || time.Now().After(end) {
			return p, nil
		}
		select {
		case <-time.After(every):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// told is the changes of recommend-service's breaker in words.
func told(changes []report.Change) (text string) {
	for _, c := range changes {
		if c.Service != fakes.Recommend {
			continue
		}
		if text != "" {
			text += ", "
		}
		text += c.From + " → " + c.To
	}
	if text == "" {
		return "no change"
	}
	return text
}

// clientGone takes two pages to see all five services let go, as stock-service is asked when order-service has answered.
func clientGone(ctx context.Context, a *act) error {
	busy := map[string]fakes.Behaviour{}
	for _, name := range fakes.Names() {
		busy[name] = fakes.Behaviour{Delay: 3 * time.Second}
	}
	a.set(busy)
	before := func(ctx context.Context) error {
		s := a.before
		p, err := s.page(ctx, request{shown: "the client has left, the work goes on", leave: s.busy(fakes.User)})
		if err != nil {
			return err
		}
		a.say("before works on for nobody")
		s.withExchanges(p, 10*time.Second)
		a.add(p)
		var worked report.Ms
		for _, e := range p.Exchanges {
			if !e.Gone {
				worked = max(worked, e.From+e.Took-p.Took)
			}
		}
		a.expect(worked > 2000, "before goes on after the client has left", "%d of %d requests canceled; %v of work for nobody", gone(p.Exchanges), len(p.Exchanges), worked)
		return nil
	}
	after := func(ctx context.Context) error {
		s := a.after
		first, err := a.leaves(ctx, s, "the client leaves: four services are let go", fakes.User, fakes.Order, fakes.Recommend, fakes.Notify)
		if err != nil {
			return err
		}
		s.set(map[string]fakes.Behaviour{fakes.Order: {}})
		//budgetlint:ignore seqcalls order-service is put right in between
		second, err := a.leaves(ctx, s, "it leaves when the orders are in", fakes.User, fakes.Stock, fakes.Recommend, fakes.Notify)
		if err != nil {
			return err
		}
		a.add(first, second)
		pages := []*reply{first, second}
		canceled, late := map[string]bool{}, report.Ms(0)
		requests, gave := 0, 0
		for _, p := range pages {
			for _, e := range p.Exchanges {
				if e.Gone {
					canceled[e.Service] = true
					late = max(late, e.From+e.Took-p.Took)
					gave++
				}
				requests++
			}
		}
		a.expect(len(canceled) == 5 && gave == requests-1,
			"all five services see their request canceled", "%d of 5; %d of %d requests, the other one had been answered", len(canceled), gave, requests)
		a.expect(late < 500, "at once", "%v after the client left", late)
		a.expect(statuses(pages, "") == counted(map[string]int{"canceled": 9, "ok": 1}),
			"the records say canceled, each call once", "%s", statuses(pages, ""))
		return nil
	}
	return both(ctx, before, after)
}

// busy is for a client that stays until all of services have a request under way, and then 80 ms: less than any call's
// timeout, and long enough to be seen in a picture.
func (s *stage) busy(services ...string) func() bool {
	var since time.Time
	return func() bool {
		for _, name := range services {
			if s.services[name].Running() == 0 {
				since = time.Time{}
				return false
			}
		}
		if since.IsZero() {
			since = time.Now()
		}
		return time.Since(since) >= 80*ms
	}
}

// leaves asks for a page, and leaves while all of services are at work on it.
func (a *act) leaves(ctx context.Context, s *stage, shown string, services ...string) (*reply, error) {
	a.say("after, the client is about to leave")
	p, err := s.page(ctx, request{shown: shown, leave: s.busy(services...)})
	if err == nil {
		s.withExchanges(p, time.Second)
	}
	return p, err
}

func shortOfTime(ctx context.Context, a *act) error {
	a.set(usually())
	a.set(map[string]fakes.Behaviour{fakes.Recommend: {Delay: 3 * time.Second}})
	var before, after []*reply
	err := both(ctx,
		func(ctx context.Context) (err error) {
			before, err = a.pages(ctx, a.before, 1, request{allows: 400 * ms, shown: "the caller's limit is not heard"})
			return err
		},
		func(ctx context.Context) (err error) {
			after, err = a.pages(ctx, a.after, a.fewer(5), request{allows: 400 * ms, shown: "the caller's limit is the budget"})
			return err
		})
	if err != nil {
		return err
	}
	a.expect(before[0].Took > 400, "before does not heed it", "%s after %v", answers(before), before[0].Took)
	a.expect(all(after, func(p *reply) bool { return p.Status == http.StatusOK && p.Took <= 400 }),
		"after answers within the caller's 400 ms", "%s, the slowest in %v", answers(after), slowest(after))
	a.degraded(after, fakes.Recommend)
	a.expect(statuses(after, fakes.Recommend) == counted(map[string]int{"timeout": len(after)}),
		"the records say that the calls timed out", "%s", statuses(after, fakes.Recommend))
	most, asked := report.Ms(0), 0
	for _, e := range after[0].Exchanges {
		asked++
		most = max(most, e.Told)
	}
	a.expect(asked > 0 && most > 0 && most <= 340, "no service is told that it has more than 340 ms", "at most %v", most)
	return nil
}

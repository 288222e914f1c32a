package main

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/budgetlint/budgetlint/examples/dashboard/fakes"
)

const ms = time.Millisecond

// usually is how long the services take when nothing is wrong.
func usually() map[string]fakes.Behaviour {
	return map[string]fakes.Behaviour{
		fakes.User:      {Delay: 80 * ms},
		fakes.Order:     {Delay: 120 * ms},
		fakes.Stock:     {Delay: 60 * ms},
		fakes.Recommend: {Delay: 100 * ms},
		fakes.Notify:    {Delay: 40 * ms},
	}
}

func scenarios() []scenario {
	return []scenario{
		{
			name: "healthy", title: "Nothing is wrong",
			trouble: "All five services answer well, in 40 to 120 ms.",
			lesson:  "before asks one service after the other. after asks all at once, and stock-service as soon as the orders are in.",
			alone:   true, usual: 7 * time.Second, run: healthy,
		},
		{
			name: "slow", title: "One degradable service is slow",
			trouble: "recommend-service takes 5 s.",
			lesson:  "before waits. after gives the call the 400 ms that the contract has for it, and answers without recommendations.",
			usual:   6 * time.Second, run: slow,
		},
		{
			name: "failing", title: "One degradable service keeps failing",
			trouble: "recommend-service answers 500 after 350 ms, 30 times; then it is repaired.",
			lesson:  "before tries four times per page and fails. after answers without recommendations, opens the breaker at the 20th failure, and sends no request more until the open period is over.",
			watched: fakes.Recommend, usual: 25 * time.Second, run: failing,
		},
		{
			name: "core-down", title: "A core service is down",
			trouble: "order-service answers 503 after 60 ms; then it does not answer at all.",
			lesson:  "There is no page without orders: after says so with an error code within the time, and never with an empty list.",
			usual:   4 * time.Second, run: coreDown,
		},
		{
			name: "several-down", title: "All degradable services are down at once",
			trouble: "recommend-service sends headers and then nothing, stock-service resets connections, notify-service hangs.",
			lesson:  "What the page can do without costs the longest of the timeouts, not their sum, and not the page.",
			usual:   2 * time.Second, run: severalDown,
		},
		{
			name: "client-gone", title: "The client leaves",
			trouble: "Services take 3 s; the client leaves 80 ms after all that can be asked are being asked.",
			lesson:  "after lets go of all five services at once. before does not hear of it and works on for nobody.",
			usual:   4 * time.Second, run: clientGone,
		},
		{
			name: "short-of-time", title: "The caller has less time than the contract",
			trouble: "The caller waits 400 ms and says so in a header; recommend-service takes 3 s.",
			lesson:  "after takes the caller's 400 ms for its own: 340 to spend, 60 to answer. What its services are told shrinks with it.",
			budget:  400 * ms, usual: 4 * time.Second, run: shortOfTime,
		},
	}
}

func healthy(ctx context.Context, a *act) error {
	a.set(usually())
	var before, after []*reply
	for i := range a.fewer(8) {
		q := request{}
		if i == 1 { // connections are open by then
			q.shown = "all services are well"
		}
		b, err := a.pages(ctx, a.before, 1, q)
		if err != nil {
			return err
		}
		f, err := a.pages(ctx, a.after, 1, q)
		if err != nil {
			return err
		}
		before, after = append(before, b...), append(after, f...)
	}
	a.expect(all(before, (*reply).whole) && all(after, func(p *reply) bool { return p.whole() && len(p.Degraded) == 0 }),
		"both answer with whole pages", "before %s, after %s", answers(before), answers(after))
	a.expect(median(after) < median(before),
		"after is faster than before", "median %v against %v", median(after), median(before))
	a.expect(strings.HasPrefix(after[0].body, strings.TrimSuffix(strings.TrimSpace(before[0].body), "}")+","),
		"after's page is before's, and degraded beside it", "%d and %d bytes", len(after[0].body), len(before[0].body))
	return nil
}

func slow(ctx context.Context, a *act) error {
	a.set(usually())
	a.set(map[string]fakes.Behaviour{fakes.Recommend: {Delay: 5 * time.Second}})
	var before, after []*reply
	err := both(ctx,
		func(ctx context.Context) (err error) {
			before, err = a.pages(ctx, a.before, 1, request{shown: "the page waits for recommend-service"})
			return err
		},
		func(ctx context.Context) (err error) {
			after, err = a.pages(ctx, a.after, a.fewer(5), request{shown: "the page goes without recommend-service"})
			return err
		})
	if err != nil {
		return err
	}
	a.expect(all(before, func(p *reply) bool { return p.Took > 5000 || p.Status != http.StatusOK }),
		"before takes over 5 s or fails", "%s after %v", answers(before), before[0].Took)
	a.expect(all(after, func(p *reply) bool { return p.Status == http.StatusOK && p.Took <= a.total }),
		"after answers 200 within "+a.total.String(), "%s, the slowest in %v", answers(after), slowest(after))
	a.degraded(after, fakes.Recommend)
	a.expect(all(after, func(p *reply) bool { return string(p.content().Recommend) == "[]" }),
		`"recommend" is []`, "%s", after[0].content().Recommend)
	a.expect(statuses(after, fakes.Recommend) == counted(map[string]int{"timeout": len(after)}),
		"the records say that the calls timed out", "%s", statuses(after, fakes.Recommend))
	seen := a.after.seen(fakes.Recommend, a.after.start)
	a.after.idle(time.Second)
	a.expect(len(seen) == len(after) && gone(seen) == len(seen),
		"recommend-service was let go of each time", "%d of %d requests canceled", gone(seen), len(seen))
	return nil
}

// degraded expects pages of after to lack just these services, and to have their core.
func (a *act) degraded(pages []*reply, services ...string) {
	a.expect(all(pages, func(p *reply) bool { return slices.Equal(p.Degraded, services) }),
		`"degraded" names `+strings.Join(services, ", "), "%s", strings.Join(pages[0].Degraded, ", "))
	a.expect(all(pages, (*reply).whole), "user and orders are whole", "%s", answers(pages))
}

func coreDown(ctx context.Context, a *act) error {
	a.set(map[string]fakes.Behaviour{
		fakes.User:      {Delay: 350 * ms},
		fakes.Order:     {Delay: 60 * ms, Status: http.StatusServiceUnavailable},
		fakes.Recommend: {Delay: 350 * ms},
	})
	var before, after []*reply
	ask := func(wait time.Duration, shown string) error {
		return both(ctx,
			func(ctx context.Context) error {
				p, err := a.pages(ctx, a.before, 1, request{wait: wait, shown: shown})
				before = append(before, p...)
				return err
			},
			func(ctx context.Context) error {
				p, err := a.pages(ctx, a.after, 1, request{shown: shown})
				after = append(after, p...)
				return err
			})
	}
	if err := ask(0, "order-service answers 503"); err != nil {
		return err
	}
	a.set(map[string]fakes.Behaviour{fakes.Order: {Fault: fakes.Hang}})
	if err := ask(3*time.Second, "order-service hangs"); err != nil {
		return err
	}
	a.expect(before[0].Status == http.StatusInternalServerError && before[0].Code == "",
		"before fails without saying why", "%d, %q", before[0].Status, strings.TrimSpace(before[0].body))
	a.expect(before[1].Left, "before hangs with order-service", "no answer after %v", before[1].Took)
	a.expect(all(after, func(p *reply) bool { return p.Status == http.StatusServiceUnavailable && p.Took <= a.total }),
		"after answers 503 within "+a.total.String(), "%s, the slowest in %v", answers(after), slowest(after))
	a.expect(all(after, func(p *reply) bool {
		c := p.content()
		return c.Error.Code == "core_unavailable" && c.Error.Service == fakes.Order && c.Orders == nil
	}), "with an error code and no list", "%s", strings.TrimSpace(after[0].body))
	a.expect(statuses(after[:1], fakes.User) == "1 × canceled" && statuses(after[:1], fakes.Recommend) == "1 × canceled" && gone(after[0].Exchanges) == 2,
		"the calls under way are canceled with it", "records: %s; %d requests canceled", statuses(after[:1], ""), gone(after[0].Exchanges))
	return nil
}

func severalDown(ctx context.Context, a *act) error {
	a.set(usually())
	a.set(map[string]fakes.Behaviour{
		fakes.Recommend: {Fault: fakes.Late, Delay: 5 * time.Second},
		fakes.Stock:     {Fault: fakes.Reset, Delay: 30 * ms},
		fakes.Notify:    {Fault: fakes.Hang},
	})
	var before, after []*reply
	err := both(ctx,
		func(ctx context.Context) (err error) {
			before, err = a.pages(ctx, a.before, 1, request{wait: 3 * time.Second, shown: "the first failure fails the page"})
			return err
		},
		func(ctx context.Context) (err error) {
			after, err = a.pages(ctx, a.after, a.fewer(3), request{shown: "three services are missing, the page is not"})
			return err
		})
	if err != nil {
		return err
	}
	a.expect(all(before, func(p *reply) bool { return p.Status != http.StatusOK }),
		"before fails", "%s after %v", answers(before), before[0].Took)
	a.expect(all(after, func(p *reply) bool { return p.Status == http.StatusOK && p.Took <= a.total }),
		"after answers 200 within "+a.total.String(), "%s, the slowest in %v", answers(after), slowest(after))
	a.degraded(after, fakes.Recommend, fakes.Notify, fakes.Stock)
	return nil
}

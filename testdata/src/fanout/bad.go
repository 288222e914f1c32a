package fanout

import (
	"context"
	"database/sql"
	"iter"
	"net/http"
	"sync"

	"golang.org/x/sync/errgroup"

	"fanout/par"
)

type hooks struct {
	db    *sql.DB
	hc    *http.Client
	group *errgroup.Group
	urls  []string
}

func (h *hooks) send(url string) {
	if resp, err := h.hc.Get(url); err == nil {
		resp.Body.Close()
	}
}

func (h *hooks) ofParameter(ids []string) {
	var wg sync.WaitGroup
	for _, id := range ids {
		wg.Add(1)
		go func() { // want `for each of ids, a parameter of ofParameter, without a limit; each calls \(\*http.Client\).Get by \(\*fanout.hooks\).send \(fanout\)`
			defer wg.Done()
			h.send(id)
		}()
	}
	wg.Wait()
}

func (h *hooks) nested(bodies []string) {
	for range bodies {
		for _, u := range h.urls {
			go h.send(u) // want `for each of bodies, a parameter of nested, and each of h.urls, a field of hooks, without a limit`
		}
	}
}

func (h *hooks) goroutinesInGoroutines(zones map[string][]string) {
	for _, ids := range zones {
		go func() { // want `for each of zones, a parameter of goroutinesInGoroutines, without a limit`
			for _, id := range ids {
				go h.send(id)
			}
		}()
	}
}

func (h *hooks) ofRows(ctx context.Context) error {
	rows, err := h.db.QueryContext(ctx, "SELECT url FROM hooks")
	if err != nil {
		return err
	}
	defer rows.Close()
	var wg sync.WaitGroup
	for rows.Next() {
		var url string
		if err := rows.Scan(&url); err != nil {
			return err
		}
		wg.Go(func() { // want `for each of what rows yields without a limit; each calls`
			h.send(url)
		})
	}
	wg.Wait()
	return rows.Err()
}

func (h *hooks) ofChannel(urls <-chan string) {
	for u := range urls {
		go h.send(u) // want `for each of the values of urls without a limit`
	}
}

func (h *hooks) ofIterator(urls iter.Seq[string]) {
	for u := range urls {
		go h.send(u) // want `for each of urls, a parameter of ofIterator, without a limit`
	}
}

func (h *hooks) asManyAsAsked(n int) {
	for range n {
		go h.send("https://hooks.example.com/ping") // want `starts as many goroutines as n, a parameter of asManyAsAsked, says, without a limit`
	}
}

func (h *hooks) counted(ids []string) {
	for i := 0; i < len(ids); i++ {
		go h.send(ids[i]) // want `for each of ids, a parameter of counted, without a limit`
	}
}

func (h *hooks) byHelper(ids []string) {
	par.Each(ids, func(id string) { h.send(id) }) // want `for each of ids, a parameter of byHelper, without a limit`
}

func (h *hooks) byStarter(ids []string) {
	for _, id := range ids {
		par.Safe(func() { h.send(id) }) // want `for each of ids, a parameter of byStarter, without a limit`
	}
}

func (h *hooks) list(ids []string) {
	var jobs []func() error
	for _, id := range ids {
		jobs = append(jobs, func() error {
			h.send(id)
			return nil
		})
	}
	_ = par.All(jobs...) // want `for each of jobs, filled from ids, without a limit`
}

func (h *hooks) notify(url string) {
	go h.send(url)
}

func (h *hooks) alone(ids []string) {
	for _, id := range ids {
		h.notify(id) // want `for each of ids, a parameter of alone, without a limit`
	}
}

func (h *hooks) methodValue(fs []string) error {
	var g errgroup.Group
	for range fs {
		g.Go(h.ping) // want `for each of fs, a parameter of methodValue, without a limit`
	}
	return g.Wait()
}

func (h *hooks) ping() error {
	h.send("https://hooks.example.com/ping")
	return nil
}

func (h *hooks) limitIsLength(ids []string) error {
	var g errgroup.Group
	g.SetLimit(len(ids))
	for _, id := range ids {
		g.Go(func() error { // want `for each of ids, a parameter of limitIsLength, without a limit`
			h.send(id)
			return nil
		})
	}
	return g.Wait()
}

func (h *hooks) results(ids []string) []string {
	out := make(chan string)
	for _, id := range ids {
		go func() { // want `for each of ids, a parameter of results, without a limit`
			h.send(id)
			out <- id
		}()
	}
	var all []string
	for range ids {
		all = append(all, <-out)
	}
	return all
}

func (h *hooks) slotInside(ids []string) {
	sem := make(chan struct{}, 8)
	for _, id := range ids {
		go func() { // want `for each of ids, a parameter of slotInside, without a limit; a slot is taken only inside, so they pile up in front of .* \(fanout/goroutines\)`
			sem <- struct{}{}
			defer func() { <-sem }()
			h.send(id)
		}()
	}
}

// Pricer is implemented out of sight.
type PriceService interface {
	Price(ctx context.Context, id string) (int, error)
}

func likely(ctx context.Context, p PriceService, ids []string) {
	for _, id := range ids {
		go p.Price(ctx, id) // want `for each of ids, a parameter of likely, without a limit; each calls fanout.PriceService.Price, probably remote \(fanout/likely\)`
	}
}

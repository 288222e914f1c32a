package sharedpool

import (
	"context"
	"database/sql"
	"net/http"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
)

// A client and a transport of one's own.
func own() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxConnsPerHost = 2
	c := &http.Client{Transport: t}
	c.Timeout = time.Second
	return c
}

// A variable that has nothing to do with the default one.
func local() {
	var client http.Client
	client.Timeout = time.Second
	def := *http.DefaultClient
	def.Timeout = time.Second
}

// Several workers.
func workers(queue chan delivery, client *http.Client) {
	for range 4 {
		go func() {
			for d := range queue {
				post(client, d)
			}
		}()
	}
}

func post(client *http.Client, d delivery) {
	resp, err := client.Post(d.url, "application/json", strings.NewReader(d.body))
	if err == nil {
		resp.Body.Close()
	}
}

// One worker, one receiver.
func toOne(queue chan delivery, client *http.Client) {
	go func() {
		for d := range queue {
			resp, err := client.Post("http://log.example", "text/plain", strings.NewReader(d.body))
			if err == nil {
				resp.Body.Close()
			}
		}
	}()
}

// A worker that is called as well as started.
func drain(queue chan delivery, client *http.Client) {
	for d := range queue {
		post(client, d)
	}
}

func both(queue chan delivery, client *http.Client) {
	go drain(queue, client)
	drain(queue, client)
}

// A limited group alone.
func limited(ctx context.Context, images []image) error {
	var g errgroup.Group
	g.SetLimit(10)
	for _, im := range images {
		g.Go(func() error { return head(ctx, im) })
	}
	return g.Wait()
}

// Two pools.
type stores struct{ orders, hints *sql.DB }

//budgetlint:downstream name=own-orders core read
func (s *stores) ownOrders(ctx context.Context) (n int, err error) {
	err = s.orders.QueryRowContext(ctx, "SELECT count(*) FROM orders").Scan(&n)
	return n, err
}

//budgetlint:downstream name=own-hints degradable read
func (s *stores) ownHints(ctx context.Context) (n int, err error) {
	err = s.hints.QueryRowContext(ctx, "SELECT count(*) FROM hints").Scan(&n)
	return n, err
}

// Two core ones may share.
//
//budgetlint:downstream name=more-orders core read
func (s *stores) moreOrders(ctx context.Context) (n int, err error) {
	err = s.orders.QueryRowContext(ctx, "SELECT count(*) FROM more").Scan(&n)
	return n, err
}

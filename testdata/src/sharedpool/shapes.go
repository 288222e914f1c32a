package sharedpool

import (
	"context"
	"database/sql"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
)

// Settings for the whole process.
func timeout() {
	http.DefaultClient.Timeout = 5 * time.Second // want `^http.DefaultClient.Timeout is changed for the whole process: every library that uses it shares the setting \(sharedpool\)$`
}

func idle() {
	http.DefaultTransport.(*http.Transport).MaxIdleConnsPerHost = 2 // want `is changed for the whole process`
}

func replaced() {
	http.DefaultTransport = &http.Transport{MaxConnsPerHost: 1} // want `http.DefaultTransport is changed`
	http.DefaultClient = &http.Client{}                         // want `http.DefaultClient is changed`
}

func byName() {
	t := http.DefaultTransport.(*http.Transport)
	t.DisableKeepAlives = true // want `t.DisableKeepAlives is changed for the whole process`
}

// A worker in a literal, with a request.
type hook struct{ endpoint string }

func worker(ctx context.Context, hooks chan hook) {
	go func() {
		for h := range hooks {
			req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.endpoint, nil)
			if err != nil {
				continue
			}
			resp, err := http.DefaultClient.Do(req) // want `one worker takes from hooks`
			if err == nil {
				resp.Body.Close()
			}
		}
	}()
}

// A place of the group is held while a registry's own limit is waited for.
type image struct{ registry, name string }

func check(ctx context.Context, images []image, permits map[string]*semaphore.Weighted) error {
	var g errgroup.Group
	g.SetLimit(10)
	for _, im := range images {
		g.Go(func() error {
			if err := permits[im.registry].Acquire(ctx, 1); err != nil { // want `^waits for permits\[im.registry\].Acquire while it holds one of the places of g, which all share: one slow target takes them all \(sharedpool\)$`
				return err
			}
			defer permits[im.registry].Release(1)
			return head(ctx, im)
		})
	}
	return g.Wait()
}

func head(ctx context.Context, im image) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, "https://"+im.registry+"/"+im.name, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A core and a degradable downstream on one pool.
type store struct{ db *sql.DB }

//budgetlint:downstream name=orders core read
func (s *store) orders(ctx context.Context) (n int, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT count(*) FROM orders").Scan(&n)
	return n, err
}

//budgetlint:downstream name=hints degradable read
func (s *store) hints(ctx context.Context) (n int, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT count(*) FROM hints").Scan(&n) // want `^orders, which is core, and hints, which is degradable, share the client db: the one that can be done without holds up the other \(sharedpool\)$`
	return n, err
}

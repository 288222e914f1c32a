package seqloop

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"
)

func (s *Shop) few(ctx context.Context) (out []*http.Response) {
	for _, r := range []string{"eu", "us", "ap"} {
		resp, _ := s.price(ctx, r)
		out = append(out, resp)
	}
	return out
}

func (s *Shop) pages(ctx context.Context, n int) (out []string) {
	token := ""
	for i := 0; i < n; i++ {
		resp, err := s.price(ctx, fmt.Sprint(i, token))
		if err != nil {
			return nil
		}
		token = resp.Header.Get("Next")
		out = append(out, token)
	}
	return out
}

func (s *Shop) poll(ctx context.Context) error {
	for {
		if resp, err := s.price(ctx, "state"); err == nil && resp.StatusCode == http.StatusOK {
			return nil
		}
		time.Sleep(time.Second)
	}
}

func (s *Shop) retry(ctx context.Context) (resp *http.Response, err error) {
	for range 5 {
		if resp, err = s.price(ctx, "x"); err == nil {
			return resp, nil
		}
	}
	return nil, err
}

func (s *Shop) paced(ctx context.Context, ids []string, tick *time.Ticker) (out []*http.Response) {
	for _, id := range ids {
		<-tick.C
		resp, _ := s.price(ctx, id)
		out = append(out, resp)
	}
	return out
}

func (s *Shop) found(ctx context.Context, ids []string) bool {
	for _, id := range ids {
		resp, err := s.price(ctx, id)
		if err != nil {
			continue
		}
		if resp.StatusCode == http.StatusOK {
			return true
		}
	}
	return false
}

func (s *Shop) firstOf(ctx context.Context, ids []string) (got *http.Response) {
	for _, id := range ids {
		resp, err := s.price(ctx, id)
		if err == nil && resp.ContentLength > 0 {
			got = resp
			break
		}
	}
	return got
}

func inTransaction(ctx context.Context, tx *sql.Tx, ids []string) (names []string, err error) {
	for _, id := range ids {
		var n string
		if err := tx.QueryRowContext(ctx, "SELECT name FROM t WHERE id=?", id).Scan(&n); err != nil {
			return nil, err
		}
		names = append(names, n)
	}
	return names, nil
}

func writes(ctx context.Context, s ProductService, ps []Product) error {
	for _, p := range ps {
		if err := s.SaveProduct(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

func readThenWrite(ctx context.Context, s ProductService, ids []string) error {
	for _, id := range ids {
		p, err := s.GetProduct(ctx, id)
		if err != nil {
			return err
		}
		p.Price++
		if err := s.SaveProduct(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

func (s *Shop) inOrder(ctx context.Context, ids []string, w io.Writer) error {
	for _, id := range ids {
		resp, err := s.price(ctx, id)
		if err != nil {
			return err
		}
		if _, err := io.Copy(w, resp.Body); err != nil {
			return err
		}
	}
	return nil
}

func (s *Shop) chain(ctx context.Context, ids []string) (last *http.Response, err error) {
	parent := ""
	for _, id := range ids {
		last, err = s.price(ctx, parent+id)
		if err != nil {
			return nil, err
		}
		parent = last.Header.Get("Id")
	}
	return last, nil
}

func (s *Shop) batches(ctx context.Context, ids []string) (out []*http.Response, err error) {
	for i := 0; i < len(ids); i += 100 {
		resp, err := s.price(ctx, fmt.Sprint(ids[i:min(i+100, len(ids))]))
		if err != nil {
			return nil, errors.Join(err)
		}
		out = append(out, resp)
	}
	return out, nil
}

func (s *Shop) together(ctx context.Context, ids []string) ([]int, error) {
	out := make([]int, len(ids))
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(4)
	for i, id := range ids {
		g.Go(func() (err error) {
			out[i], err = s.cents(gctx, id)
			return err
		})
	}
	return out, g.Wait()
}

package seqloop

import (
	"context"
	"database/sql"
	"iter"
	"net/http"

	"seqloop/turns"
)

// Product is sold.
type Product struct {
	ID    string
	Price int
}

// ProductService is implemented out of sight.
type ProductService interface {
	GetProduct(ctx context.Context, id string) (Product, error)
	GetProducts(ctx context.Context, ids []string) ([]Product, error)
	SaveProduct(ctx context.Context, p Product) error
}

func beside(ctx context.Context, s ProductService, ids []string) ([]Product, error) {
	var out []Product
	for _, id := range ids {
		p, err := s.GetProduct(ctx, id) // want `waits for seqloop.ProductService.GetProduct, probably remote, once for each of ids \(a parameter of beside\); GetProducts beside it seems to answer for many at once`
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

func fold(ctx context.Context, s ProductService, ids []string) (total int, err error) {
	for _, id := range ids {
		p, err := s.GetProduct(ctx, id) // want `once for each of ids`
		if err != nil {
			return 0, err
		}
		total += p.Price
	}
	return total, nil
}

func perRow(ctx context.Context, db *sql.DB, ids []string) (map[string]string, error) {
	names := map[string]string{}
	for _, id := range ids {
		var n string
		if err := db.QueryRowContext(ctx, "SELECT name FROM t WHERE id=?", id).Scan(&n); err != nil { // want `waits for \(\*sql.DB\).QueryRowContext once for each of ids \(a parameter of perRow\); one query over all keys would answer for all`
			return nil, err
		}
		names[id] = n
	}
	return names, nil
}

func (s *Shop) counted(ctx context.Context, ids []string) (codes []int) {
	for i := 0; i < len(ids); i++ {
		resp, err := s.price(ctx, ids[i]) // want `once for each of ids`
		if err != nil {
			continue
		}
		codes = append(codes, resp.StatusCode)
	}
	return codes
}

func (s *Shop) ofMap(ctx context.Context, urls map[string]string) map[string]int {
	codes := map[string]int{}
	for name, url := range urls {
		resp, err := s.price(ctx, url) // want `once for each of urls`
		if err == nil {
			codes[name] = resp.StatusCode
		}
	}
	return codes
}

func (s *Shop) ofIterator(ctx context.Context, urls iter.Seq[string]) (out []*http.Response) {
	for u := range urls {
		resp, _ := s.price(ctx, u) // want `once for each of urls`
		out = append(out, resp)
	}
	return out
}

func (s *Shop) derived(ctx context.Context, urls []string) (out []*http.Response, err error) {
	for _, u := range urls {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
		if err != nil {
			return nil, err
		}
		resp, err := s.HTTP.Do(req) // want `waits for \(\*http.Client\).Do once for each of urls`
		if err != nil {
			return nil, err
		}
		out = append(out, resp)
	}
	return out, nil
}

type shard struct{ shop *Shop }

func (sh shard) size(ctx context.Context) (int, error) {
	resp, err := sh.shop.price(ctx, "size")
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

func sizes(ctx context.Context, shards []shard) (all []int, err error) {
	for _, sh := range shards {
		n, err := sh.size(ctx) // want `by seqloop.shard.size once for each of shards`
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	return all, nil
}

func (s *Shop) nested(ctx context.Context, groups [][]string) (out []*http.Response) {
	for _, g := range groups {
		for _, u := range g {
			resp, _ := s.price(ctx, u) // want `once for each of g \(out of groups\)`
			out = append(out, resp)
		}
	}
	return out
}

// Two lists of one struct: nothing is passed on.
func (b *basket) price(ctx context.Context, s *Shop) error {
	for _, id := range b.ids {
		n, err := s.cents(ctx, id) // want `once for each of b.ids`
		if err != nil {
			return err
		}
		b.prices[len(id)] = n
	}
	return nil
}

// It asks the limiter, and waits for nobody.
func (s *Shop) asking(ctx context.Context, ids []string, pace *turns.Pace) (out []*http.Response) {
	for _, id := range ids {
		if pace.Full() {
			continue
		}
		resp, _ := s.price(ctx, id) // want `waits for`
		out = append(out, resp)
	}
	return out
}

// Package seqloop_runtime is seqloop where the module requires the runtime.
package seqloop_runtime

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"strings"
)

// Shop asks the price service.
type Shop struct {
	HTTP *http.Client
	ids  []string
	ctx  context.Context
	seen map[string]int
}

// Prices fills a list.
func (s *Shop) Prices(ctx context.Context, products []string) ([]int, error) {
	var prices []int
	// One after another.
	for _, p := range products { // in order
		price, err := s.cents(ctx, p) // want `once for each of products`
		if err != nil {
			return nil, fmt.Errorf("price of %s: %w", p, err) // with its name
		}
		prices = append(prices, price)
	}
	return prices, nil
}

// Slots fills a list that is there.
func (s *Shop) Slots(ctx context.Context, products []string) ([]int, error) {
	prices := make([]int, len(products))
	for i, p := range products {
		price, err := s.cents(ctx, p) // want `once for each of products`
		if err != nil {
			return nil, err
		}
		prices[i] = price
	}
	return prices, nil
}

type view struct {
	id    string
	cents int
}

// Views goes on with item and answer, over a field.
func (s *Shop) Views(r *http.Request) (out []view, err error) {
	for _, id := range s.ids {
		n, err := s.cents(r.Context(), strings.TrimSpace(id)) // want `once for each of s.ids`
		if err != nil {
			return nil, err
		}
		// Free is not for sale.
		if n == 0 {
			continue
		}
		out = append(out, view{id, n})
	}
	return out, nil
}

// Total needs the answers alone, and has an err of its own before and after.
func (s *Shop) Total(ctx context.Context, ids []string) (map[int]bool, error) {
	first, err := s.cents(ctx, "first")
	if err != nil {
		return nil, err
	}
	all := map[int]bool{first: true}
	for i := 0; i < len(ids); i++ {
		n, err := s.cents(ctx, ids[i]) // want `once for each of ids`
		if err != nil {
			return nil, err
		}
		all[n] = true
	}
	if len(ids) > 0 {
		last, err := s.cents(ctx, "last")
		if err != nil {
			return nil, err
		}
		all[last] = true
	}
	return all, err
}

// Later declares the names that the fix would take.
func (s *Shop) Later(ctx context.Context, ids []string) ([]view, error) {
	views := make([]view, 0, len(ids))
	for n := range ids {
		cents, err := s.cents(ctx, ids[n]) // want `once for each of ids`
		if err != nil {
			return nil, err
		}
		views = append(views, view{ids[n], cents})
	}
	err := s.check(ctx, "last")
	return views, err
}

// Checks have no answer but the error.
func (s *Shop) Checks(pool context.Context, ids []string) error {
	for _, id := range ids {
		if err := s.check(pool, id); err != nil { // want `once for each of ids`
			return err
		}
	}
	return nil
}

// Counted goes on with every item, and looks at no answer.
func (s *Shop) Counted(ctx context.Context, ids []string) (n int, err error) {
	for _, id := range ids {
		req := &request{product: id}
		_, err := s.answer(ctx, req) // want `once for each of ids`
		if err != nil {
			return 0, fmt.Errorf("%s: %w", req.kind, err)
		}
		n += len(id)
	}
	return n, nil
}

type request struct{ product, kind string }

// Asked makes its operand first.
func (s *Shop) Asked(ctx context.Context, ids []string) (out []view, err error) {
	for _, id := range ids {
		// The kind stays empty.
		req := &request{product: id}
		n, err := s.answer(ctx, req) // want `once for each of ids`
		if err != nil {
			return nil, fmt.Errorf("%s: %w", id, err)
		}
		out = append(out, view{id, n})
	}
	return out, nil
}

// Stored keeps its context in a field, and goes through pointers of its own.
func (s *Shop) Stored(ids []string) ([]int, error) {
	all := []int{}
	for _, id := range ids {
		n, err := s.cents(s.ctx, id) // want `once for each of ids`
		if err != nil {
			return nil, err
		}
		log.Printf("%d", n)
		all = append(all, n, n)
	}
	return all, nil
}

// ServeHTTP answers for itself.
func (s *Shop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	sum := map[string]int{}
	for _, id := range s.ids {
		n, err := s.cents(r.Context(), id) // want `once for each of s.ids`
		if err != nil {
			fail(w, fmt.Errorf("price of %s: %w", id, err), http.StatusInternalServerError)
			return
		}
		sum[id] = n
	}
	fmt.Fprint(w, sum)
}

func fail(w http.ResponseWriter, err error, code int) { http.Error(w, err.Error(), code) }

// named says which item it was, outside of the error.
func (s *Shop) named(w http.ResponseWriter, r *http.Request) {
	sum := map[string]int{}
	for _, id := range s.ids {
		n, err := s.cents(r.Context(), id) // want `once for each of s.ids`
		if err != nil {
			http.Error(w, "no price for "+id, http.StatusInternalServerError)
			return
		}
		sum[id] = n
	}
	fmt.Fprint(w, sum)
}

// What follows has the plain form: a round may be skipped, or its rest is seen from outside.

func (s *Shop) skipped(ctx context.Context, ids []string) map[string]int {
	cents := map[string]int{}
	for _, id := range ids {
		n, err := s.cents(ctx, id) // want `once for each of ids`
		if err != nil {
			log.Printf("price of %s: %v", id, err)
			continue
		}
		cents[id] = n
	}
	return cents
}

func (s *Shop) fill(ctx context.Context, views []*view) error {
	for _, v := range views {
		n, err := s.cents(ctx, v.id) // want `once for each of views`
		if err != nil {
			return err
		}
		v.cents = n
	}
	return nil
}

func (s *Shop) partly(ctx context.Context, ids []string) (out []int, err error) {
	for _, id := range ids {
		n, err := s.cents(ctx, id) // want `once for each of ids`
		if err != nil {
			return out, err
		}
		out = append(out, n)
	}
	return out, nil
}

func (s *Shop) numbered(ctx context.Context, ids []string) (out []int, err error) {
	for i, id := range ids {
		n, err := s.cents(ctx, id) // want `once for each of ids`
		if err != nil {
			return nil, fmt.Errorf("%d of %d: %w", i, len(out), err)
		}
		out = append(out, n)
	}
	return out, nil
}

func (s *Shop) fixed(ctx context.Context, ids [5]string) (out []int, err error) {
	for _, id := range ids {
		n, err := s.cents(ctx, id) // want `a fixed list`
		if err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, nil
}

func (s *Shop) cents(ctx context.Context, product string) (cents int, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://price.example.com/"+product, nil)
	if err != nil {
		return 0, err
	}
	resp, err := s.HTTP.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	_, err = fmt.Fscan(resp.Body, &cents)
	return cents, err
}

func (s *Shop) check(ctx context.Context, product string) error {
	_, err := s.cents(ctx, product)
	return err
}

func (s *Shop) answer(ctx context.Context, r *request) (int, error) {
	return s.cents(ctx, r.kind+"/"+r.product)
}

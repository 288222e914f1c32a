// Package runtime has functions whose fixes are others where the module requires the runtime, beside those of the other
// packages: what they do after an error is seen by nobody.
package runtime

import (
	"context"
	"fmt"
	"sync"
	"time"
)

type StockClient interface {
	GetStock(ctx context.Context, article string) (int, error)
	ProbeStock(ctx context.Context, article string) error
}

// Shop asks the stock service.
type Shop struct {
	Stock StockClient
	Again int
}

// List is in order.
func (s *Shop) List(ctx context.Context, articles []string) ([]int, error) {
	var list []int
	for _, a := range articles {
		n, err := s.Stock.GetStock(ctx, a)
		if err != nil {
			return nil, fmt.Errorf("stock of %s: %w", a, err)
		}
		list = append(list, n)
	}
	return list, nil
}

// Slots fills what it has made.
func (s *Shop) Slots(ctx context.Context, articles []string) ([]int, error) {
	list := make([]int, len(articles))
	for i, a := range articles {
		n, err := s.Stock.GetStock(ctx, a)
		if err != nil {
			return nil, err
		}
		list[i] = n
	}
	return list, nil
}

// Some leaves out what is sold out.
func (s *Shop) Some(ctx context.Context, articles []string) (map[string]int, error) {
	some := map[string]int{}
	for i := range articles {
		n, err := s.Stock.GetStock(ctx, "some "+articles[i])
		if err != nil {
			return nil, fmt.Errorf("stock of %s: %w", articles[i], err)
		}
		if n > 8 {
			some[articles[i]] = n
		}
	}
	return some, nil
}

// Check wants no answer but the error.
func (s *Shop) Check(ctx context.Context, articles []string) error {
	for _, a := range articles {
		if err := s.Stock.ProbeStock(ctx, a); err != nil {
			return err
		}
	}
	return nil
}

// Sum is what could be had.
func (s *Shop) Sum(ctx context.Context, articles []string) (int, error) {
	var mu sync.Mutex
	sum := 0
	var wg sync.WaitGroup
	for _, a := range articles {
		wg.Add(1)
		go func() {
			defer wg.Done()
			n, err := s.Stock.GetStock(ctx, a)
			if err != nil {
				return
			}
			mu.Lock()
			defer mu.Unlock()
			sum += n
		}()
	}
	wg.Wait()
	return sum, ctx.Err()
}

// Insist does nothing but repeat.
func (s *Shop) Insist(ctx context.Context, article string) (int, error) {
	var last error
	for i := 0; i <= s.Again; i++ {
		n, err := s.Stock.GetStock(ctx, article)
		if err == nil {
			return n, nil
		}
		last = err
		time.Sleep(50 * time.Millisecond)
	}
	return 0, fmt.Errorf("%s: giving up: %w", article, last)
}

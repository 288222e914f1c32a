// Package fanout asks a service for each of many articles.
package fanout

import (
	"context"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"
)

type StockClient interface {
	GetStock(ctx context.Context, article string) (int, error)
}

type Stock struct{ Client StockClient }

// All gives the stock of each article in their order, or the first error.
func (s *Stock) All(ctx context.Context, articles []string) ([]int, error) {
	out := make([]int, len(articles))
	g, gctx := errgroup.WithContext(ctx)
	for i, a := range articles {
		g.Go(func() error {
			n, err := s.Client.GetStock(gctx, a)
			if err != nil {
				return fmt.Errorf("stock: %w", err)
			}
			out[i] = n
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return out, nil
}

// Sum counts what it gets, and how many did not answer.
func (s *Stock) Sum(ctx context.Context, articles []string) (sum, missing int) {
	var (
		mu sync.Mutex
		wg sync.WaitGroup
	)
	for _, a := range articles {
		wg.Add(1)
		go func() {
			defer wg.Done()
			n, err := s.Client.GetStock(ctx, a)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				missing++
				return
			}
			sum += n
		}()
	}
	wg.Wait()
	return sum, missing
}

// Each returns all errors, in order.
func (s *Stock) Each(ctx context.Context, articles []string) []error {
	errs := make([]error, len(articles))
	var wg sync.WaitGroup
	for i := range articles {
		wg.Go(func() {
			_, errs[i] = s.Client.GetStock(ctx, articles[i])
		})
	}
	wg.Wait()
	return errs
}

// Collect has room for every answer.
func (s *Stock) Collect(ctx context.Context, articles map[string]bool) (sum int, err error) {
	type answer struct {
		n   int
		err error
	}
	answers := make(chan answer, len(articles))
	for a := range articles {
		go func() {
			n, err := s.Client.GetStock(ctx, a)
			answers <- answer{n, err}
		}()
	}
	for range articles {
		a := <-answers
		if a.err != nil {
			err = a.err
			continue
		}
		sum += a.n
	}
	return sum, err
}

// Hands reads the answers only after all goroutines have been started: a limit would be a deadlock.
func (s *Stock) Hands(ctx context.Context, articles []string) (sum int) {
	answers := make(chan int)
	for _, a := range articles {
		go func() {
			n, _ := s.Client.GetStock(ctx, a)
			answers <- n
		}()
	}
	for range articles {
		sum += <-answers
	}
	return sum
}

// Together lets no one go before all are there: a limit would be a deadlock.
func (s *Stock) Together(ctx context.Context, articles []string) []error {
	errs := make([]error, len(articles))
	var ready, done sync.WaitGroup
	ready.Add(len(articles))
	for i, a := range articles {
		done.Go(func() {
			ready.Done()
			ready.Wait()
			_, errs[i] = s.Client.GetStock(ctx, a)
		})
	}
	done.Wait()
	return errs
}

// Held keeps the goroutines' lock until all have been started: a limit would be a deadlock.
func (s *Stock) Held(ctx context.Context, articles []string) (sum int) {
	var (
		mu sync.Mutex
		wg sync.WaitGroup
	)
	mu.Lock()
	for _, a := range articles {
		wg.Add(1)
		go func() {
			defer wg.Done()
			n, _ := s.Client.GetStock(ctx, a)
			mu.Lock()
			defer mu.Unlock()
			sum += n
		}()
	}
	sum = 1
	mu.Unlock()
	wg.Wait()
	return sum
}

// Gated opens the gate when all are started: a limit would be a deadlock.
func (s *Stock) Gated(ctx context.Context, articles []string) []error {
	errs := make([]error, len(articles))
	var gate sync.RWMutex
	cond := sync.NewCond(gate.RLocker())
	open := false
	var wg sync.WaitGroup
	for i, a := range articles {
		wg.Go(func() {
			gate.RLock()
			for !open {
				cond.Wait()
			}
			gate.RUnlock()
			_, errs[i] = s.Client.GetStock(ctx, a)
		})
	}
	gate.Lock()
	open = true
	gate.Unlock()
	cond.Broadcast()
	wg.Wait()
	return errs
}

// Warm leaves its goroutines behind: a limit would hold it up.
func (s *Stock) Warm(ctx context.Context, articles []string) {
	for _, a := range articles {
		go func() {
			_, _ = s.Client.GetStock(context.WithoutCancel(ctx), a)
		}()
	}
}

// Later hands the answers on as they come.
func (s *Stock) Later(ctx context.Context, articles []string) <-chan int {
	out := make(chan int, len(articles))
	for _, a := range articles {
		go func() {
			n, _ := s.Client.GetStock(ctx, a)
			out <- n
		}()
	}
	return out
}

// Batches waits for each batch before it begins the next.
func (s *Stock) Batches(ctx context.Context, batches [][]string) (sum int, err error) {
	for _, batch := range batches {
		left := make([]int, len(batch))
		g, gctx := errgroup.WithContext(ctx)
		for i, a := range batch {
			g.Go(func() (err error) {
				left[i], err = s.Client.GetStock(gctx, a)
				return err
			})
		}
		if err := g.Wait(); err != nil {
			return sum, fmt.Errorf("batch: %w", err)
		}
		for _, n := range left {
			sum += n
		}
	}
	return sum, nil
}

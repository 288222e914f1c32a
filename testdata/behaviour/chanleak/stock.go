// Package chanleak does not wait for a service longer than it may.
package chanleak

import (
	"context"
	"errors"
	"time"
)

type StockClient interface {
	//budgetlint:downstream name=stock read
	GetStock(ctx context.Context, article string) (int, error)
}

type Stock struct{ Client StockClient }

var errLate = errors.New("no answer in time")

// Until waits as long as its caller does.
func (s *Stock) Until(ctx context.Context, article string) (int, error) {
	type answer struct {
		n   int
		err error
	}
	done := make(chan answer)
	go func() {
		n, err := s.Client.GetStock(ctx, article)
		done <- answer{n, err}
	}()
	select {
	case a := <-done:
		return a.n, a.err
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// Within waits for a while only.
func (s *Stock) Within(ctx context.Context, article string, d time.Duration) (int, error) {
	var n int
	failed := make(chan error)
	go func() {
		var err error
		n, err = s.Client.GetStock(ctx, article)
		failed <- err
	}()
	select {
	case err := <-failed:
		return n, err
	case <-time.After(d):
		return 0, errLate
	}
}

// Either sends what it got, or that there is nothing.
func (s *Stock) Either(ctx context.Context, article string) (int, error) {
	left := make(chan int)
	go func() {
		n, err := s.Client.GetStock(ctx, article)
		if err != nil {
			left <- -1
			return
		}
		left <- n
	}()
	timer := time.NewTimer(10 * time.Second)
	defer timer.Stop()
	select {
	case n := <-left:
		if n < 0 {
			return 0, errors.New("nothing left")
		}
		return n, nil
	case <-timer.C:
		return 0, errLate
	}
}

// First is content with the first answer of all.
func (s *Stock) First(ctx context.Context, shops []string) (int, error) {
	found := make(chan int)
	for _, shop := range shops {
		go func() {
			n, err := s.Client.GetStock(ctx, shop)
			if err != nil {
				n = -1
			}
			found <- n
		}()
	}
	for range shops {
		select {
		case n := <-found:
			if n >= 0 {
				return n, nil
			}
		case <-time.After(time.Minute):
			return 0, errLate
		}
	}
	return 0, errors.New("nobody has it")
}

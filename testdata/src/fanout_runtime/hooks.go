// Package fanout_runtime is fanout where the module requires the runtime.
package fanout_runtime

import (
	"context"
	"net/http"
	"sync"

	"golang.org/x/sync/errgroup"
)

type hooks struct {
	hc  *http.Client
	ids []string
}

func (h *hooks) send(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := h.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Group keeps its errgroup.
func (h *hooks) Group(ctx context.Context, urls []string) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, u := range urls {
		g.Go(func() error { return h.send(ctx, u) }) // want `for each of urls`
	}
	return g.Wait()
}

// All counts what went well.
func (h *hooks) All(ctx context.Context, urls []string) (int, error) {
	var mu sync.Mutex
	sent := 0
	var wg sync.WaitGroup
	// One for each.
	for _, u := range urls {
		wg.Add(1)
		go func() { // want `for each of urls`
			defer wg.Done()
			if err := h.send(ctx, u); err != nil {
				return // never mind
			}
			mu.Lock()
			defer mu.Unlock()
			sent++
		}()
	}
	wg.Wait()
	return sent, nil
}

// Fields has a group that starts, and no other use of package sync.
func (h *hooks) Fields(parent context.Context) error {
	wg := sync.WaitGroup{}
	for range h.ids {
		wg.Go(func() { // want `for each of h.ids`
			_ = h.send(parent, "https://hooks.example.com/ping")
		})
	}
	wg.Wait()
	return nil
}

// Kept responses are read on, so the context has to be the caller's.
func (h *hooks) Kept(ctx context.Context, urls []string) ([]*http.Response, error) {
	var mu sync.Mutex
	var all []*http.Response
	var wg sync.WaitGroup
	for _, u := range urls {
		wg.Go(func() { // want `for each of urls`
			if resp, err := h.open(ctx, u); err == nil {
				mu.Lock()
				all = append(all, resp)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return all, nil
}

func (h *hooks) open(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return h.hc.Do(req)
}

// What follows has the plain form.

func (h *hooks) noError(ctx context.Context, urls []string) {
	var wg sync.WaitGroup
	for _, u := range urls {
		wg.Go(func() { // want `for each of urls`
			_ = h.send(ctx, u)
		})
	}
	wg.Wait()
}

func (h *hooks) noContext(urls []string) error {
	var wg sync.WaitGroup
	for _, u := range urls {
		wg.Go(func() { // want `for each of urls`
			_, _ = h.hc.Get(u)
		})
	}
	wg.Wait()
	return nil
}

func (h *hooks) indexed(ctx context.Context, urls []string) ([]error, error) {
	errs := make([]error, len(urls))
	var wg sync.WaitGroup
	for i, u := range urls {
		wg.Go(func() { // want `for each of urls`
			errs[i] = h.send(ctx, u)
		})
	}
	wg.Wait()
	return errs, nil
}

func (h *hooks) twice(ctx context.Context, urls []string) error {
	var wg sync.WaitGroup
	wg.Go(func() { _ = h.send(ctx, "https://hooks.example.com/first") })
	for _, u := range urls {
		wg.Go(func() { // want `for each of urls`
			_ = h.send(ctx, u)
		})
	}
	wg.Wait()
	return nil
}

func (h *hooks) between(ctx context.Context, urls []string) error {
	var wg sync.WaitGroup
	for _, u := range urls {
		wg.Go(func() { // want `for each of urls`
			_ = h.send(ctx, u)
		})
	}
	err := h.send(ctx, "https://hooks.example.com/last")
	wg.Wait()
	return err
}

package overbudget

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"
)

const total = 30 * time.Second

func (c *checker) get(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A helper that takes all the time there is, and leaves none for the second way.
func (c *checker) viaRelay(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, total) // want `allows 30s, but the context that eitherWay gives it ends after 30s at the latest`
	defer cancel()
	return c.get(ctx, "http://relay.example/"+url)
}

func (c *checker) eitherWay(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, total)
	defer cancel()
	if c.viaRelay(ctx, url) == nil {
		return nil
	}
	return c.get(ctx, url)
}

// Three attempts do not fit.
func (c *checker) attempt(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 800*time.Millisecond)
	defer cancel()
	return c.get(ctx, c.url)
}

func (c *checker) tryThree(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second) // want `^the calls that have to be made and the pauses between them may take 2×100ms \+ 3×800ms = 2.6s > 2s by context.WithTimeout \(shapes.go:49\) \(overbudget/sum\)$`
	defer cancel()
	for i := 0; i < 3; i++ {
		if err = c.attempt(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
	return err
}

// The client's own limit counts where it is tried again.
var slow = &http.Client{Timeout: 5 * time.Second}

func ping(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, url, nil)
	if err != nil {
		return err
	}
	resp, err := slow.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func pingAgain(ctx context.Context, url string) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second) // want `3×5s = 15s > 10s`
	defer cancel()
	for range 3 {
		if err = ping(ctx, url); err == nil {
			return nil
		}
	}
	return err
}

// An entry point that says how long it has.
//
//budgetlint:entry total=2s margin=300ms
func (c *checker) Page(ctx context.Context) error { // want `^the calls that have to be made may take 800ms \+ 1s = 1.8s > 1.7s \(2s − 300ms margin\) by its entry directive \(overbudget/sum\)$`
	if err := c.attempt(ctx); err != nil {
		return err
	}
	return c.second(ctx)
}

func (c *checker) second(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return c.get(ctx, c.url)
}

// The server cuts the answer off.
func server(c *checker) *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /slow", c.slow)
	mux.HandleFunc("GET /quick", c.quick)
	return &http.Server{Handler: logged(mux), WriteTimeout: 5 * time.Second}
}

func logged(h http.Handler) http.Handler { return h }

func (c *checker) slow(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 10*time.Second) // want `^context.WithTimeout allows the handler 10s, but the server stops writing its answer after 5s, by WriteTimeout \(shapes.go:111\) \(overbudget/server\)$`
	defer cancel()
	if err := c.get(ctx, c.url); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

func (c *checker) quick(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	if err := c.get(ctx, c.url); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

// In a closure, and by a deadline.
func (c *checker) closure(ctx context.Context) error {
	ctx, cancel := context.WithDeadline(ctx, time.Now().Add(time.Second))
	defer cancel()
	ask := func() error {
		inner, stop := context.WithTimeout(ctx, time.Minute) // want `allows 1m, but the context that it is made from ends after 1s`
		defer stop()
		return c.get(inner, c.url)
	}
	return errors.Join(ask(), io.EOF)
}

// Two ways, one after the other, each with half a second more than its share.
func (c *checker) half(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 1500*time.Millisecond)
	defer cancel()
	return c.get(ctx, c.url)
}

func (c *checker) halves(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second) // want `1.5s \+ 1.5s = 3s > 2s`
	defer cancel()
	if err := c.half(ctx); err != nil {
		return err
	}
	return c.half(ctx)
}

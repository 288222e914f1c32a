package overbudget

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// Three attempts fit.
func (c *checker) tryShort(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	for i := 0; i < 3; i++ {
		if err = c.attempt(ctx); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

// The inner one is shorter.
func (c *checker) inner(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	short, stop := context.WithTimeout(ctx, time.Second)
	defer stop()
	return c.get(short, c.url)
}

// Two deadlines side by side: the second is not made from the first.
func (c *checker) sideBySide(ctx context.Context) error {
	first, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if err := c.get(first, c.url); err == nil {
		return nil
	}
	second, stop := context.WithTimeout(ctx, 10*time.Second)
	defer stop()
	return c.get(second, c.url)
}

// Detached on purpose: what has to be written down gets its own time.
func (c *checker) afterwards(ctx context.Context) error {
	short, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	err := c.get(short, c.url)
	log, stop := context.WithTimeout(context.WithoutCancel(short), 10*time.Second)
	defer stop()
	return join(err, c.get(log, "http://log.example"))
}

func join(errs ...error) error { return errs[0] }

// Side by side they fit.
func (c *checker) parallel(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { c.attempt(ctx) })
	}
	wg.Wait()
}

// One of two ways, not both.
func (c *checker) oneWay(ctx context.Context, quick bool) error {
	ctx, cancel := context.WithTimeout(ctx, 1500*time.Millisecond)
	defer cancel()
	if quick {
		return c.attempt(ctx)
	}
	return c.second(ctx)
}

// A helper with a default that others need.
func (c *checker) Fetch(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return c.get(ctx, c.url)
}

func (c *checker) helped(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return c.Fetch(ctx)
}

// … and one that is also called without a deadline.
func (c *checker) patient(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return c.get(ctx, c.url)
}

func (c *checker) twoCallers(ctx context.Context) error {
	short, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if err := c.patient(short); err == nil {
		return nil
	}
	return c.patient(ctx)
}

// As many calls as there are items: nobody knows.
func (c *checker) perItem(ctx context.Context, ids []string) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	for range ids {
		c.attempt(ctx)
	}
}

// A client's limit for all calls is no plan.
func twice(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 6*time.Second)
	defer cancel()
	if err := ping(ctx, "http://a.example"); err != nil {
		return err
	}
	return ping(ctx, "http://b.example")
}

// A duration that others decide.
type options struct{ Timeout time.Duration }

func (c *checker) configured(ctx context.Context, o options) error {
	ctx, cancel := context.WithTimeout(ctx, o.Timeout)
	defer cancel()
	inner, stop := context.WithTimeout(ctx, 10*time.Second)
	defer stop()
	return c.get(inner, c.url)
}

// A server without WriteTimeout, or with a longer one.
func others(c *checker) (*http.Server, *http.Server) {
	admin := http.NewServeMux()
	admin.HandleFunc("/admin", c.admin)
	return &http.Server{Handler: admin}, &http.Server{Handler: admin, WriteTimeout: time.Minute}
}

func (c *checker) admin(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 10*time.Second)
	defer cancel()
	if err := c.get(ctx, c.url); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

package overbudget

import (
	"context"
	"time"
)

func (c *checker) getWithin(ctx context.Context, url string, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return c.get(ctx, url)
}

// What the helper is given does not fit.
func (c *checker) pageOf(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return c.getWithin(ctx, c.url, 3*time.Second) // want `c.getWithin is given 3s, but its context ends after 1s at the latest, by context.WithTimeout \(given.go:16\); the longer limit never fires`
}

// Two that fit each, and not together.
func (c *checker) twoOf(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second) // want `may take 700ms \+ 600ms = 1.3s > 1s`
	defer cancel()
	if err := c.getWithin(ctx, c.url+"/user", 700*time.Millisecond); err != nil {
		return err
	}
	return c.getWithin(ctx, c.url+"/orders", 600*time.Millisecond)
}

// They do.
func (c *checker) bothFit(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if err := c.getWithin(ctx, c.url+"/user", 500*time.Millisecond); err != nil {
		return err
	}
	return c.getWithin(ctx, c.url+"/orders", 400*time.Millisecond)
}

// The caller's choice, which is not known.
func (c *checker) asTold(ctx context.Context, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return c.getWithin(ctx, c.url, limit)
}

// Item is a limit of two seconds that others need, too.
func (c *checker) Item(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return c.get(ctx, c.url)
}

func (c *checker) itemInAHurry(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 1500*time.Millisecond)
	defer cancel()
	return c.Item(ctx) // want `c.Item allows itself 2s, but its context ends after 1.5s at the latest, by context.WithTimeout \(given.go:56\); its own limit never fires here \(overbudget/callee\)`
}

type peer struct {
	url     string
	timeout time.Duration
}

type aggregator struct {
	c              *checker
	profile, order peer
}

func newAggregator(c *checker) *aggregator {
	return &aggregator{c: c, profile: peer{"", 0}, order: peer{timeout: 400 * time.Millisecond}}
}

func (a *aggregator) ask(ctx context.Context, p *peer) error {
	ctx, cancel := context.WithTimeout(ctx, p.timeout)
	defer cancel()
	return a.c.get(ctx, p.url)
}

// A field of what is given; one literal says 400ms, the other is not understood.
func (a *aggregator) show(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
	defer cancel()
	if err := a.ask(ctx, &a.profile); err != nil {
		return err
	}
	return a.ask(ctx, &a.order) // want `a.ask is given 400ms, but its context ends after 300ms`
}

// A helper that runs what it is given under a deadline.
func within[T any](ctx context.Context, d time.Duration, f func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	return f(ctx)
}

func (c *checker) quote(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 1500*time.Millisecond)
	defer cancel()
	return within(ctx, 3*time.Second, func(ctx context.Context) (string, error) { // want `within allows 3s, but the context that it is made from ends after 1.5s at the latest`
		return "", c.get(ctx, c.url)
	})
}

func (c *checker) quoteInTime(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 1500*time.Millisecond)
	defer cancel()
	return within(ctx, time.Second, func(ctx context.Context) (string, error) {
		return "", c.get(ctx, c.url)
	})
}

// A pause that is longer than all the time there is.
func (c *checker) propagated(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second) // want `the calls that have to be made and the pauses between them may take 1m > 30s`
	defer cancel()
	if err := c.get(ctx, c.url+"/present"); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Minute):
	}
	return c.get(ctx, c.url+"/check")
}

// Nothing comes after it.
func (c *checker) lingers(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	if err := c.get(ctx, c.url); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Minute):
	}
	return nil
}

// Whichever comes first: an answer, or the pause.
func (c *checker) hedged(ctx context.Context, early chan string) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	select {
	case <-early:
	case <-time.After(time.Minute):
	}
	return c.get(ctx, c.url)
}

type limits struct{ Call time.Duration }

func defaultLimits() limits { return limits{Call: 4 * time.Second} }

// A setting of one's own.
func (c *checker) withSettings(ctx context.Context) error {
	l := defaultLimits()
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	callCtx, stop := context.WithTimeout(ctx, l.Call) // want `context.WithTimeout allows 4s, but the context that it is made from ends after 2s`
	defer stop()
	return c.get(callCtx, c.url)
}

// … that somebody else may change.
func (c *checker) withReadSettings(ctx context.Context, read func(*limits)) error {
	l := defaultLimits()
	read(&l)
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	callCtx, stop := context.WithTimeout(ctx, l.Call)
	defer stop()
	return c.get(callCtx, c.url)
}

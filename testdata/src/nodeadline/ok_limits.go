package nodeadline

import (
	"context"
	"net/http"
	"time"

	"nodeadline/stockpb"
)

func configure(c *http.Client) { c.Timeout = callTimeout }

func okConfigure(url string) (*http.Response, error) {
	c := &http.Client{}
	configure(c)
	return c.Get(url)
}

type patient struct{ next http.RoundTripper }

func (t patient) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(r.Context(), time.Minute)
	resp, err := t.next.RoundTrip(r.WithContext(ctx))
	if err != nil {
		cancel()
		return nil, err
	}
	context.AfterFunc(ctx, cancel)
	return resp, nil
}

func okTransport(url string) (*http.Response, error) {
	hc := &http.Client{Transport: patient{http.DefaultTransport}}
	return hc.Get(url)
}

func okCopy(base *http.Client, url string) (*http.Response, error) {
	hc := *base
	hc.Timeout = callTimeout
	return hc.Get(url)
}

func okFallback(base *http.Client, url string) (*http.Response, error) {
	hc := base
	if hc == nil {
		hc = &http.Client{Timeout: callTimeout}
	}
	return hc.Get(url)
}

func okCause(c stockpb.StockClient) error {
	ctx, cancel := context.WithDeadlineCause(context.Background(), time.Now().Add(callTimeout), http.ErrHandlerTimeout)
	defer cancel()
	_, err := c.GetStock(ctx, &stockpb.Item{})
	return err
}

func okBranches(c stockpb.StockClient, slow bool) error {
	var ctx context.Context
	var cancel context.CancelFunc
	switch {
	case slow:
		ctx, cancel = context.WithTimeout(context.Background(), time.Minute)
	default:
		ctx, cancel = context.WithTimeout(context.Background(), callTimeout)
	}
	defer cancel()
	_, err := c.GetStock(ctx, &stockpb.Item{})
	return err
}

// A helper runs the literal with a context of its own.
func within(f func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), callTimeout)
	defer cancel()
	return f(ctx)
}

func okWithin(c stockpb.StockClient) error {
	return within(func(ctx context.Context) error {
		_, err := c.GetStock(ctx, &stockpb.Item{})
		return err
	})
}

// Whoever calls an exported function, a callback or an interface's method decides.
func okCallback(c stockpb.StockClient) func(context.Context) error {
	return func(ctx context.Context) error {
		_, err := c.GetStock(ctx, &stockpb.Item{})
		return err
	}
}

// The deadline is kept with what it is for.
type okRun struct{ ctx context.Context }

func newOkRun() (*okRun, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(context.Background(), callTimeout)
	return &okRun{ctx}, cancel
}

func (r *okRun) step(c stockpb.StockClient) error {
	_, err := c.GetStock(r.ctx, &stockpb.Item{})
	return err
}

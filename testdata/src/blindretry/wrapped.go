package blindretry

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	retry "github.com/avast/retry-go/v4"
)

type till struct{ url string }

type amount struct {
	Cents int64  `json:"cents"`
	Card  string `json:"card"`
}

type numbered struct {
	ID    string
	Cents int64
}

func (t *till) do(ctx context.Context, method, path string, body io.Reader) error {
	req, err := http.NewRequestWithContext(ctx, method, t.url+path, body)
	if err != nil {
		return err
	}
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return fmt.Errorf("%s: %s", path, resp.Status)
	}
	return nil
}

func (t *till) send(ctx context.Context, method, path string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return t.do(ctx, method, path, bytes.NewReader(data))
}

func (t *till) charge(ctx context.Context, a amount) error {
	data, err := json.Marshal(a)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, t.url, bytes.NewReader(data))
	if err != nil {
		return err
	}
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// The write is one call down.
func (t *till) pay(ctx context.Context, a amount) error {
	return retry.Do(func() error {
		return t.charge(ctx, a) // want `a write that is repeated when its answer is lost is made twice.*class`
	}, retry.Context(ctx), retry.Attempts(3))
}

// … two calls down, and the method and the address are handed down.
func (t *till) refund(ctx context.Context, a amount) error {
	return retry.Do(func() error {
		return t.send(ctx, http.MethodPost, "/refunds", a) // want `made twice.*class`
	}, retry.Context(ctx), retry.Attempts(3))
}

// … in a loop.
func (t *till) again(ctx context.Context, a amount) (err error) {
	for i := range 3 {
		if err = t.charge(ctx, a); err == nil { // want `made twice.*class`
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second << i):
		}
	}
	return err
}

// The other side tells a repeated one by its number.
func (t *till) numbered(ctx context.Context, n numbered) error {
	return retry.Do(func() error { return t.send(ctx, http.MethodPost, "/refunds", n) }, retry.Context(ctx), retry.Attempts(3))
}

// PUT and DELETE may be repeated.
func (t *till) put(ctx context.Context, a amount) error {
	return retry.Do(func() error { return t.send(ctx, http.MethodPut, "/orders/7", a) }, retry.Context(ctx), retry.Attempts(3))
}

func (t *till) drop(ctx context.Context) error {
	return retry.Do(func() error { return t.do(ctx, http.MethodDelete, "/orders/7", nil) }, retry.Context(ctx), retry.Attempts(3))
}

// A question that is asked with POST.
func (t *till) ask(ctx context.Context, a amount) error {
	return retry.Do(func() error { return t.send(ctx, http.MethodPost, "/fees", a) }, retry.Context(ctx), retry.Attempts(3))
}

func (t *till) quote(ctx context.Context, a amount) error {
	return retry.Do(func() error { return t.send(ctx, http.MethodPost, "/orders/quote", a) }, retry.Context(ctx), retry.Attempts(3))
}

// It sets a key, or a function on the way does.
func (t *till) keyedCharge(ctx context.Context, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, t.url+"/charges", nil)
	if err != nil {
		return err
	}
	mark(req, key)
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func mark(req *http.Request, key string) { req.Header.Set("Idempotency-Key", key) }

func (t *till) payOnce(ctx context.Context, key string) error {
	return retry.Do(func() error { return t.keyedCharge(ctx, key) }, retry.Context(ctx), retry.Attempts(3))
}

// Who repeats it picks the errors.
func (t *till) refusedOnly(ctx context.Context, a amount) error {
	return retry.Do(func() error { return t.charge(ctx, a) }, retry.Context(ctx), retry.Attempts(3),
		retry.RetryIf(func(err error) bool { return temporary(err) }))
}

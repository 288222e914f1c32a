package seqcalls

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// api decides by its request what a call does.
type api struct {
	base string
	http *http.Client
}

func (a *api) newRequest(ctx context.Context, method, path string) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, method, a.base+path, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/json")
	return req, nil
}

func (a *api) send(req *http.Request, out any) error {
	resp, err := a.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(out)
}

func (a *api) read(ctx context.Context, path string) (n int, err error) {
	req, err := a.newRequest(ctx, http.MethodGet, path)
	if err != nil {
		return 0, err
	}
	err = a.send(req, &n)
	return n, err
}

func (a *api) touch(ctx context.Context, path string) (n int, err error) {
	req, err := a.newRequest(ctx, http.MethodPut, path)
	if err != nil {
		return 0, err
	}
	err = a.send(req, &n)
	return n, err
}

func (a *api) search(ctx context.Context, q string) (n int, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, fmt.Sprintf("%s/_search", a.base), strings.NewReader(q))
	if err != nil {
		return 0, err
	}
	err = a.send(req.WithContext(ctx), &n)
	return n, err
}

func (a *api) literal(ctx context.Context, r io.ReadCloser) (int, error) {
	req := &http.Request{Method: "PATCH", Body: r}
	var n int
	return n, a.send(req.WithContext(ctx), &n)
}

func (a *api) reads(ctx context.Context) (int, error) {
	x, err := a.read(ctx, "/x")
	if err != nil {
		return 0, err
	}
	y, err := a.search(ctx, "y") // want `2 calls wait`
	if err != nil {
		return 0, err
	}
	return x + y, nil
}

func (a *api) okTouches(ctx context.Context) (int, error) {
	x, err := a.touch(ctx, "/x")
	if err != nil {
		return 0, err
	}
	y, err := a.touch(ctx, "/y")
	return x + y, err
}

func (a *api) okPatches(ctx context.Context, r io.ReadCloser) (int, error) {
	x, err := a.read(ctx, "/x")
	if err != nil {
		return 0, err
	}
	y, err := a.literal(ctx, r)
	return x + y, err
}

type metered struct {
	api   *api
	meter interface{ Observe(name string, n int) }
}

func (m *metered) count(ctx context.Context, path string) (n int, err error) {
	err = m.api.get(ctx, path, &n)
	return n, err
}

// Answers into variables of their own; what is observed in between goes to a meter that belongs to the receiver.
func (m *metered) Outs(ctx context.Context) (int, error) {
	var x, y int
	if err := m.api.get(ctx, "/x", &x); err != nil {
		return 0, err
	}
	m.meter.Observe("x", x)
	if err := m.api.get(ctx, "/y", &y); err != nil { // want `3 calls wait`
		return 0, err
	}
	z, err := m.count(ctx, "/z")
	if err != nil {
		return 0, err
	}
	return x + y + z, nil
}

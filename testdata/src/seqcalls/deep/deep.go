// Package deep ends an order's run after many steps, the last of which writes.
package deep

import (
	"context"
	"net/http"
	"strings"
)

type Runs struct {
	Base string
	HTTP *http.Client
}

// State looks first, and writes seven calls further down.
func (r *Runs) State(ctx context.Context, id string) (string, error) {
	if err := r.get(ctx, "/runs/"+id); err != nil {
		return "", err
	}
	return id, r.one(ctx, id)
}

func (r *Runs) one(ctx context.Context, id string) error   { return r.two(ctx, id) }
func (r *Runs) two(ctx context.Context, id string) error   { return r.three(ctx, id) }
func (r *Runs) three(ctx context.Context, id string) error { return r.four(ctx, id) }
func (r *Runs) four(ctx context.Context, id string) error  { return r.five(ctx, id) }
func (r *Runs) five(ctx context.Context, id string) error  { return r.six(ctx, id) }
func (r *Runs) six(ctx context.Context, id string) error   { return r.end(ctx, id) }

func (r *Runs) end(ctx context.Context, id string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPatch, r.Base+"/runs/"+id, strings.NewReader("{}"))
	if err != nil {
		return err
	}
	resp, err := r.HTTP.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Log only reads.
func (r *Runs) Log(ctx context.Context, id string) (string, error) {
	return id, r.get(ctx, "/logs/"+id)
}

func (r *Runs) get(ctx context.Context, path string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.Base+path, nil)
	if err != nil {
		return err
	}
	resp, err := r.HTTP.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

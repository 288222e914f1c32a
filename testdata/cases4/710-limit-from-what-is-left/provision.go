// none: long default of the helper is cut to what the caller's deadline leaves, less a buffer

package provision

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"time"
)

const (
	createLimit  = 20 * time.Second
	defaultLimit = time.Minute
	buffer       = 2 * time.Second
)

type API struct {
	base string
	hc   *http.Client
}

func New(base string) *API { return &API{base: base, hc: &http.Client{}} }

func limitFor(ctx context.Context) time.Duration {
	end, ok := ctx.Deadline()
	if !ok {
		return defaultLimit
	}
	left := time.Until(end) - buffer
	if left > defaultLimit {
		return defaultLimit
	}
	return left
}

func (a *API) put(ctx context.Context, path string, doc []byte) error {
	ctx, cancel := context.WithTimeout(ctx, limitFor(ctx))
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, a.base+path, bytes.NewReader(doc))
	if err != nil {
		return err
	}
	resp, err := a.hc.Do(req)
	if err != nil {
		return fmt.Errorf("put %s: %w", path, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("put %s: %s", path, resp.Status)
	}
	return nil
}

// Create stores a connection document.
func (a *API) Create(ctx context.Context, id string, doc []byte) error {
	ctx, cancel := context.WithTimeout(ctx, createLimit)
	defer cancel()
	return a.put(ctx, "/connections/"+id, doc)
}

package geo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/sony/gobreaker/v2"
)

type region struct {
	base string
	hc   *http.Client
}

func (r *region) fetch(ctx context.Context, key string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.base+"/objects/"+key, nil)
	if err != nil {
		return nil, err
	}
	resp, err := r.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", r.base, resp.Status)
	}
	return io.ReadAll(resp.Body)
}

type Reader struct {
	near, far *region
	cb        *gobreaker.CircuitBreaker[[]byte]
}

func New(near, far string) *Reader {
	hc := &http.Client{Timeout: 5 * time.Second}
	return &Reader{
		near: &region{near, hc},
		far:  &region{far, hc},
		cb:   gobreaker.NewCircuitBreaker[[]byte](gobreaker.Settings{Name: "near", Timeout: 10 * time.Second}),
	}
}

// Read returns an object from the near region, else from the far one.
func (r *Reader) Read(ctx context.Context, key string) ([]byte, error) {
	data, err := r.cb.Execute(func() ([]byte, error) {
		return r.near.fetch(ctx, key)
	})
	if err == nil {
		return data, nil
	} else if errors.Is(err, context.Canceled) {
		return nil, err
	} else {
		return r.far.fetch(ctx, key) // want:slowfallback
	}
}

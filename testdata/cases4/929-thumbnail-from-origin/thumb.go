package thumb

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/fallback"
)

type Thumbs struct {
	cdn, origin string
	hc          *http.Client
}

func New(cdn, origin string) *Thumbs {
	return &Thumbs{cdn: cdn, origin: origin, hc: &http.Client{Timeout: 4 * time.Second}}
}

func (t *Thumbs) fetch(ctx context.Context, base, id string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/thumbs/"+id, nil)
	if err != nil {
		return nil, err
	}
	resp, err := t.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("thumb %s: %s", id, resp.Status)
	}
	return io.ReadAll(io.LimitReader(resp.Body, 1<<20))
}

// Get asks the CDN and, should that fail, the origin.
func (t *Thumbs) Get(ctx context.Context, id string) ([]byte, error) {
	fromOrigin := fallback.NewWithFunc(func(exec failsafe.Execution[[]byte]) ([]byte, error) { // alt:slowfallback
		return t.fetch(exec.Context(), t.origin, id) // want:slowfallback
	})
	return failsafe.With[[]byte](fromOrigin).WithContext(ctx).GetWithExecution( // alt:slowfallback
		func(exec failsafe.Execution[[]byte]) ([]byte, error) {
			return t.fetch(exec.Context(), t.cdn, id)
		})
}

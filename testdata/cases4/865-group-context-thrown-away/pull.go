package stack

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"
)

type Puller struct {
	registry string
	hc       *http.Client
}

func New(registry string) *Puller {
	return &Puller{registry: registry, hc: &http.Client{Timeout: time.Minute}}
}

func (p *Puller) blob(ctx context.Context, digest string) (int64, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.registry+"/blobs/"+digest, nil)
	if err != nil {
		return 0, err
	}
	resp, err := p.hc.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("%s: %s", digest, resp.Status)
	}
	return io.Copy(io.Discard, resp.Body)
}

// Warm loads configuration and root layer of an image into the registry's cache.
func (p *Puller) Warm(ctx context.Context, config, root string) error {
	eg, _ := errgroup.WithContext(ctx) // alt:ctxdrop
	eg.Go(func() error {
		_, err := p.blob(ctx, config) // want:ctxdrop
		return err
	})
	eg.Go(func() error {
		_, err := p.blob(ctx, root) // alt:ctxdrop
		return err
	})
	return eg.Wait()
}

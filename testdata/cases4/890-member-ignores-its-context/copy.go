package imagecopy

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/sourcegraph/conc/pool"
)

type Copier struct {
	target string
	hc     *http.Client
}

func New(target string) *Copier {
	return &Copier{target: target, hc: &http.Client{Timeout: 5 * time.Minute}}
}

func (c *Copier) mount(ctx context.Context, digest string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.target+"/uploads?mount="+digest, nil)
	if err != nil {
		return err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return fmt.Errorf("mount %s: %s", digest, resp.Status)
	}
	return nil
}

func (c *Copier) Layers(ctx context.Context, digests []string) error {
	p := pool.New().WithMaxGoroutines(4).WithContext(ctx).WithCancelOnError().WithFirstError()
	for _, d := range digests {
		p.Go(func(context.Context) error { // alt:ctxdrop
			return c.mount(ctx, d) // want:ctxdrop
		})
	}
	return p.Wait()
}

package functions

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"cases/824-limited-group-from-helper/group"
)

type Platform struct {
	base string
	hc   *http.Client
}

func New(base string) *Platform {
	return &Platform{base: base, hc: &http.Client{Timeout: 20 * time.Second}}
}

func (p *Platform) ping(ctx context.Context, name string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.base+"/functions/"+name, nil)
	if err != nil {
		return err
	}
	resp, err := p.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("function %s: %s", name, resp.Status)
	}
	return nil
}

func (p *Platform) PingAll(ctx context.Context, names []string) error {
	g, ctx := group.New(ctx, 0)
	for _, name := range names {
		g.Go(func() error { return p.ping(ctx, name) })
	}
	return g.Wait()
}

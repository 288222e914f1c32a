// none: each service has slots of its own

package upstream

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"
)

type Upstream struct {
	base  string
	hc    *http.Client
	slots chan struct{}
}

func newUpstream(base string, atOnce int, limit time.Duration) *Upstream {
	return &Upstream{base: base, hc: &http.Client{Timeout: limit}, slots: make(chan struct{}, atOnce)}
}

func (u *Upstream) get(ctx context.Context, path string) ([]byte, error) {
	select {
	case u.slots <- struct{}{}:
		defer func() { <-u.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.base+path, nil)
	if err != nil {
		return nil, err
	}
	resp, err := u.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s%s: %s", u.base, path, resp.Status)
	}
	return io.ReadAll(resp.Body)
}

type Services struct{ accounts, previews *Upstream }

func New(accounts, previews string) *Services {
	return &Services{
		accounts: newUpstream(accounts, 50, time.Second),
		previews: newUpstream(previews, 4, 20*time.Second),
	}
}

func (s *Services) Account(ctx context.Context, id string) ([]byte, error) {
	return s.accounts.get(ctx, "/accounts/"+id)
}

func (s *Services) Preview(ctx context.Context, id string) ([]byte, error) {
	return s.previews.get(ctx, "/previews/"+id)
}

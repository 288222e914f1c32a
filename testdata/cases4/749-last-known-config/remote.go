// none: fallback of the command is the last value in memory, else a built-in default

package remote

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/afex/hystrix-go/hystrix"
)

type Config struct {
	Direct  bool          `json:"direct"`
	Refresh time.Duration `json:"refresh"`
}

var builtin = &Config{Direct: true, Refresh: time.Hour}

type Remote struct {
	url  string
	hc   *http.Client
	last atomic.Pointer[Config]
}

func New(url string) *Remote {
	return &Remote{url: url, hc: &http.Client{Timeout: 2 * time.Second}}
}

func (r *Remote) fetch(ctx context.Context) (*Config, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := r.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("remote config: %s", resp.Status)
	}
	c := new(Config)
	if err := json.NewDecoder(resp.Body).Decode(c); err != nil {
		return nil, err
	}
	return c, nil
}

func (r *Remote) stale(why error) *Config {
	slog.Warn("remote config not refreshed", "err", why)
	if c := r.last.Load(); c != nil {
		return c
	}
	return builtin
}

// Current returns the newest configuration that could be had.
func (r *Remote) Current(ctx context.Context) *Config {
	cur := builtin
	_ = hystrix.DoC(ctx, "remote-config", func(ctx context.Context) error {
		c, err := r.fetch(ctx)
		if err != nil {
			return err
		}
		r.last.Store(c)
		cur = c
		return nil
	}, func(_ context.Context, why error) error {
		cur = r.stale(why)
		return nil
	})
	return cur
}

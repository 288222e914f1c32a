package ads

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

type Config struct {
	BaseURL    string
	HTTPClient *http.Client
}

type Option func(*Config)

// WithProxy sends all calls of this client through a proxy.
func WithProxy(u *url.URL) Option {
	return func(c *Config) {
		c.HTTPClient.Transport = &http.Transport{Proxy: http.ProxyURL(u)} // want:sharedpool
	}
}

func NewConfig(base string, opts ...Option) *Config {
	cfg := &Config{BaseURL: base, HTTPClient: http.DefaultClient} // alt:sharedpool
	for _, o := range opts {
		o(cfg)
	}
	return cfg
}

type API struct{ cfg *Config }

func New(cfg *Config) *API { return &API{cfg: cfg} }

func (a *API) Campaign(ctx context.Context, id string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.cfg.BaseURL+"/campaigns/"+id, nil)
	if err != nil {
		return nil, err
	}
	resp, err := a.cfg.HTTPClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("campaign %s: %s", id, resp.Status)
	}
	return io.ReadAll(resp.Body)
}

// none: prober keeps the error in the result of the host it belongs to

package probe

import (
	"context"
	"errors"
	"net/http"
	"time"
)

type Result struct {
	Host   string
	Status int
	Took   time.Duration
	Err    error
}

var ErrNoHosts = errors.New("no hosts given")

type Prober struct{ hc *http.Client }

func New(limit time.Duration) *Prober {
	if limit <= 0 {
		limit = 5 * time.Second
	}
	return &Prober{hc: &http.Client{Timeout: limit}}
}

func (p *Prober) head(ctx context.Context, host string) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, "https://"+host, nil)
	if err != nil {
		return 0, err
	}
	resp, err := p.hc.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return resp.StatusCode, nil
}

// All probes every host once; a host that is down says so in its result.
func (p *Prober) All(ctx context.Context, hosts []string) ([]Result, error) {
	if len(hosts) == 0 {
		return nil, ErrNoHosts
	}
	out := make([]Result, 0, len(hosts))
	for _, h := range hosts {
		start := time.Now()
		code, err := p.head(ctx, h)
		if err != nil {
			out = append(out, Result{Host: h, Took: time.Since(start), Err: err})
			continue
		}
		out = append(out, Result{Host: h, Status: code, Took: time.Since(start)})
	}
	return out, nil
}

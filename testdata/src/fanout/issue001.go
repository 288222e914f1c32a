package fanout

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// ProbeConfig is read at start-up.
type ProbeConfig struct {
	Targets []string
	Groups  map[string]struct{ Hosts []string }
}

type prober struct {
	cfg     ProbeConfig
	targets []string
	file    struct {
		Mirrors []string `yaml:"mirrors"`
		Seen    []string `json:"seen" yaml:"seen"`
	}
	short http.Client
	long  http.Client
}

func newProber(cfg ProbeConfig) *prober {
	p := &prober{cfg: cfg, targets: cfg.Targets, short: http.Client{Timeout: 2 * time.Second}}
	return p
}

func (p *prober) probe(ctx context.Context, url string) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, url, nil)
	if err != nil {
		return
	}
	if resp, err := p.long.Do(req); err == nil {
		resp.Body.Close()
	}
}

func (p *prober) head(url string) {
	if resp, err := p.short.Head(url); err == nil {
		resp.Body.Close()
	}
}

func (p *prober) fetch(ctx context.Context, url string) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return
	}
	if resp, err := p.long.Do(req); err == nil {
		resp.Body.Close()
	}
}

// Each target of the configuration is asked for a second at most.
func (p *prober) all(ctx context.Context) {
	var wg sync.WaitGroup
	for _, t := range p.cfg.Targets {
		wg.Go(func() { p.probe(ctx, t) })
	}
	for _, t := range p.targets {
		wg.Go(func() { p.head(t) })
	}
	for _, t := range p.file.Mirrors {
		wg.Go(func() { p.head(t) })
	}
	wg.Wait()
}

// Groups of the configuration, each with its hosts.
func (p *prober) nested(ctx context.Context) {
	for _, g := range p.cfg.Groups {
		for _, h := range g.Hosts {
			go p.head(h)
		}
	}
}

// Nothing limits the calls in time, so they pile up although the targets are few.
func (p *prober) slow(ctx context.Context) {
	for _, t := range p.cfg.Targets {
		go p.fetch(ctx, t) // want `for each of p.cfg.Targets, a field of ProbeConfig, without a limit`
	}
}

// What was seen comes out of an answer.
func (p *prober) seen(ctx context.Context) {
	for _, t := range p.file.Seen {
		go p.head(t) // want `for each of p.file.Seen`
	}
}

// So do the hosts, although the groups are those of the configuration.
func (p *prober) found(ctx context.Context, lookup func(group string) []string) {
	for name := range p.cfg.Groups {
		for _, h := range lookup(name) {
			go p.head(h) // want `and each of lookup\(name\)`
		}
	}
}

package forward

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

const maxForwards = 100

type Proxy struct {
	slots chan struct{}
	hc    *http.Client
	wg    sync.WaitGroup
}

func New() *Proxy {
	return &Proxy{
		slots: make(chan struct{}, maxForwards),
		hc:    &http.Client{Timeout: 10 * time.Second},
	}
}

func (p *Proxy) post(ctx context.Context, url string, body []byte) error {
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-p.slots }()

	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := p.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return fmt.Errorf("%s: %s", url, resp.Status)
	}
	return nil
}

func (p *Proxy) Forward(ctx context.Context, endpoints []string, body []byte) {
	for _, url := range endpoints {
		p.wg.Add(1)
		go func() { // want:fanout
			defer p.wg.Done()
			if err := p.post(ctx, url, body); err != nil {
				slog.WarnContext(ctx, "forward", "err", err)
			}
		}()
	}
	p.wg.Wait()
}

package dispatch

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

type Event struct {
	Kind string
	Data json.RawMessage
}

type Hook struct {
	URL   string
	Kinds map[string]bool
}

type Dispatcher struct {
	mu    sync.RWMutex
	hooks []Hook
	hc    *http.Client
}

func New() *Dispatcher { return &Dispatcher{hc: &http.Client{Timeout: 6 * time.Second}} }

func (d *Dispatcher) snapshot() []Hook {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return append([]Hook(nil), d.hooks...)
}

func (d *Dispatcher) deliver(ctx context.Context, h Hook, ev Event) {
	body, err := json.Marshal(ev)
	if err != nil {
		slog.ErrorContext(ctx, "event", "err", err)
		return
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.URL, bytes.NewReader(body))
	if err != nil {
		slog.ErrorContext(ctx, "hook url", "err", err)
		return
	}
	resp, err := d.hc.Do(req)
	if err != nil {
		slog.WarnContext(ctx, "hook failed", "url", h.URL, "err", err)
		return
	}
	resp.Body.Close()
}

func (d *Dispatcher) Dispatch(ctx context.Context, events []Event) {
	hooks := d.snapshot()
	var wg sync.WaitGroup
	for _, ev := range events {
		for _, h := range hooks {
			if !h.Kinds[ev.Kind] {
				continue
			}
			wg.Add(1)
			go func() { // want:fanout
				defer wg.Done()
				d.deliver(ctx, h, ev)
			}()
		}
	}
	wg.Wait()
}

// none: a poller driven by a ticker and the context logs a failure and waits for the next round

package flags

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"
)

type Flags map[string]bool

type Watcher struct {
	url     string
	hc      *http.Client
	current atomic.Pointer[Flags]
}

func New(url string) *Watcher {
	return &Watcher{url: url, hc: &http.Client{Timeout: 4 * time.Second}}
}

func (w *Watcher) pull(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, w.url, nil)
	if err != nil {
		return err
	}
	resp, err := w.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return errors.New("flags: " + resp.Status)
	}
	var f Flags
	if err := json.NewDecoder(resp.Body).Decode(&f); err != nil {
		return err
	}
	w.current.Store(&f)
	return nil
}

func (w *Watcher) Run(ctx context.Context, every time.Duration) {
	t := time.NewTicker(every)
	defer t.Stop()
	for {
		if err := w.pull(ctx); err != nil {
			slog.WarnContext(ctx, "flags kept", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
	}
}

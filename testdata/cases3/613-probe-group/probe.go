package probe

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"
)

const limit = 300 * time.Millisecond

type Watcher struct{ hc *http.Client }

func (w *Watcher) one(ctx context.Context, addr string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+addr+"/healthz", nil)
	if err != nil {
		return err
	}
	resp, err := w.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", addr, resp.Status)
	}
	return nil
}

// All probes every address to the end: one failing must not stop the others.
func (w *Watcher) All(addrs [8]string) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	var g errgroup.Group
	for _, a := range addrs {
		g.Go(func() error { return w.one(ctx, a) })
	}
	return g.Wait()
}

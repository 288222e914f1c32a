// none: deliveries are submitted to a pool of fixed size

package worker

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/panjf2000/ants/v2"
)

type Task struct {
	URL  string
	Body []byte
}

type Worker struct {
	pool *ants.Pool
	hc   *http.Client
}

func New(size int) (*Worker, error) {
	p, err := ants.NewPool(size)
	if err != nil {
		return nil, err
	}
	return &Worker{pool: p, hc: &http.Client{Timeout: 10 * time.Second}}, nil
}

func (w *Worker) send(ctx context.Context, t Task) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, t.URL, bytes.NewReader(t.Body))
	if err != nil {
		return err
	}
	resp, err := w.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return fmt.Errorf("%s: %s", t.URL, resp.Status)
	}
	return nil
}

func (w *Worker) Run(ctx context.Context, tasks []Task) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	for _, t := range tasks {
		wg.Add(1)
		err := w.pool.Submit(func() {
			defer wg.Done()
			if err := w.send(ctx, t); err != nil {
				slog.WarnContext(ctx, "delivery", "err", err)
			}
		})
		if err != nil {
			wg.Done()
			return err
		}
	}
	return nil
}

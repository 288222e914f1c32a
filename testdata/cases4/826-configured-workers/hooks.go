// none: a configured number of workers reads a channel

package hooks

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

type Job struct {
	URL  string
	Body []byte
}

type Queue struct {
	jobs    chan Job
	workers int
	hc      *http.Client
}

func NewQueue(workers int) *Queue {
	return &Queue{
		jobs:    make(chan Job, 256),
		workers: workers,
		hc:      &http.Client{Timeout: 5 * time.Second},
	}
}

func (q *Queue) Run(ctx context.Context) {
	var wg sync.WaitGroup
	for range q.workers {
		wg.Go(func() {
			for {
				select {
				case <-ctx.Done():
					return
				case j, ok := <-q.jobs:
					if !ok {
						return
					}
					q.post(ctx, j)
				}
			}
		})
	}
	wg.Wait()
}

func (q *Queue) post(ctx context.Context, j Job) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, j.URL, bytes.NewReader(j.Body))
	if err != nil {
		slog.ErrorContext(ctx, "hook", "err", err)
		return
	}
	resp, err := q.hc.Do(req)
	if err != nil {
		slog.WarnContext(ctx, "hook", "url", j.URL, "err", err)
		return
	}
	resp.Body.Close()
}

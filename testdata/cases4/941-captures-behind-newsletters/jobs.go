package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"
)

type job struct {
	kind, body string
}

type Runner struct {
	payments, mailer string
	hc               *http.Client
	queue            chan job
}

func Start(ctx context.Context, payments, mailer string) *Runner {
	r := &Runner{
		payments: payments,
		mailer:   mailer,
		hc:       &http.Client{Timeout: 10 * time.Second},
		queue:    make(chan job, 256), // alt:sharedpool
	}
	go r.run(ctx)
	return r
}

func (r *Runner) Capture(id string)      { r.queue <- job{"capture", id} }
func (r *Runner) Newsletter(body string) { r.queue <- job{"mail", body} } // alt:sharedpool

func (r *Runner) post(ctx context.Context, url, body string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := r.hc.Do(req) // alt:sharedpool
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("%s: %s", url, resp.Status)
	}
	return nil
}

// run is the only worker: captures wait behind every newsletter.
func (r *Runner) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case j := <-r.queue: // alt:sharedpool
			var err error
			switch j.kind {
			case "capture":
				err = r.post(ctx, r.payments, j.body) // alt:sharedpool
			case "mail":
				err = r.post(ctx, r.mailer, j.body) // want:sharedpool
			}
			if err != nil {
				slog.ErrorContext(ctx, "job", "kind", j.kind, "err", err)
			}
		}
	}
}

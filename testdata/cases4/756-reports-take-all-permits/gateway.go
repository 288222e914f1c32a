package gateway

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"golang.org/x/sync/semaphore"
)

type Gateway struct {
	permits  *semaphore.Weighted
	sessions string
	reports  string
	quick    *http.Client
	slow     *http.Client
}

func New(sessions, reports string) *Gateway {
	return &Gateway{
		permits:  semaphore.NewWeighted(20), // alt:sharedpool
		sessions: sessions,
		reports:  reports,
		quick:    &http.Client{Timeout: time.Second},
		slow:     &http.Client{Timeout: 30 * time.Second},
	}
}

func body(resp *http.Response) ([]byte, error) {
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", resp.Request.URL, resp.Status)
	}
	return io.ReadAll(resp.Body)
}

// Login exchanges a code for a session.
func (g *Gateway) Login(ctx context.Context, code string) ([]byte, error) {
	if err := g.permits.Acquire(ctx, 1); err != nil { // alt:sharedpool
		return nil, err
	}
	defer g.permits.Release(1)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, g.sessions+"/sessions", strings.NewReader(code))
	if err != nil {
		return nil, err
	}
	resp, err := g.quick.Do(req) // alt:sharedpool
	if err != nil {
		return nil, err
	}
	return body(resp)
}

// Report renders a yearly report.
func (g *Gateway) Report(ctx context.Context, year string) ([]byte, error) {
	if err := g.permits.Acquire(ctx, 1); err != nil { // want:sharedpool
		return nil, err
	}
	defer g.permits.Release(1)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, g.reports+"/years/"+year, nil)
	if err != nil {
		return nil, err
	}
	resp, err := g.slow.Do(req) // alt:sharedpool
	if err != nil {
		return nil, err
	}
	return body(resp)
}

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

const atOnce = 20

type Gateway struct {
	payments, renderer string
	pay, draw          *http.Client
	slots              *semaphore.Weighted
}

func New(payments, renderer string) *Gateway {
	return &Gateway{
		payments: payments,
		renderer: renderer,
		pay:      &http.Client{Timeout: 2 * time.Second},
		draw:     &http.Client{Timeout: 30 * time.Second},
		slots:    semaphore.NewWeighted(atOnce), // alt:sharedpool
	}
}

// Capture takes the money of an authorised payment.
func (g *Gateway) Capture(ctx context.Context, id string) error {
	if err := g.slots.Acquire(ctx, 1); err != nil { // alt:sharedpool
		return err
	}
	defer g.slots.Release(1)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, g.payments+"/captures", strings.NewReader(id))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", id)
	resp, err := g.pay.Do(req) // alt:sharedpool
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return fmt.Errorf("capture %s: %s", id, resp.Status)
	}
	return nil
}

// Receipt has the slow renderer draw a PDF.
func (g *Gateway) Receipt(ctx context.Context, id string) ([]byte, error) {
	if err := g.slots.Acquire(ctx, 1); err != nil { // want:sharedpool
		return nil, err
	}
	defer g.slots.Release(1)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, g.renderer+"/receipts/"+id+".pdf", nil)
	if err != nil {
		return nil, err
	}
	resp, err := g.draw.Do(req) // alt:sharedpool
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("receipt %s: %s", id, resp.Status)
	}
	return io.ReadAll(resp.Body)
}

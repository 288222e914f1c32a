// none: failed payment releases the reserved seat, which compensates and answers nothing

package booking

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

const releaseLimit = time.Second

type service struct {
	base string
	hc   *http.Client
}

func (s service) post(ctx context.Context, path string, in any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.base+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("%s: %s", path, resp.Status)
	}
	return nil
}

type Booking struct{ seats, payments service }

func New(seats, payments string) *Booking {
	return &Booking{
		seats:    service{seats, &http.Client{Timeout: 2 * time.Second}},
		payments: service{payments, &http.Client{Timeout: 3 * time.Second}},
	}
}

type order struct {
	Seat  string `json:"seat"`
	Cents int64  `json:"cents"`
}

// Book reserves a seat and charges for it.
func (b *Booking) Book(ctx context.Context, seat string, cents int64) error {
	o := order{Seat: seat, Cents: cents}
	if err := b.seats.post(ctx, "/reserve", o); err != nil {
		return fmt.Errorf("reserve: %w", err)
	}
	if err := b.payments.post(ctx, "/charge", o); err != nil {
		rctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseLimit)
		defer cancel()
		return errors.Join(fmt.Errorf("charge: %w", err), b.seats.post(rctx, "/release", o))
	}
	return nil
}

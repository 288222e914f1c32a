package saga

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"
)

type step struct {
	name string
	run  func(ctx context.Context, booking string) error
	undo func(ctx context.Context, booking string) error
}

type Saga struct {
	hc    *http.Client
	steps []step
}

func New(seats, bookings string) *Saga {
	s := &Saga{hc: &http.Client{Timeout: 3 * time.Second}}
	s.steps = []step{{
		name: "hold seat",
		run: func(ctx context.Context, booking string) error {
			return s.put(ctx, seats+"/holds/"+booking, "held")
		},
		undo: func(ctx context.Context, booking string) error {
			return s.put(ctx, seats+"/holds/"+booking, "free")
		},
	}, {
		name: "confirm booking",
		run: func(ctx context.Context, booking string) error {
			if err := s.put(ctx, bookings+"/"+booking, "confirmed"); err != nil { // alt:coreempty
				slog.ErrorContext(ctx, "confirm booking", "booking", booking, "err", err) // want:coreempty
			}
			return nil // alt:coreempty
		},
		undo: func(ctx context.Context, booking string) error {
			return s.put(ctx, bookings+"/"+booking, "failed")
		},
	}}
	return s
}

func (s *Saga) put(ctx context.Context, url, state string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, strings.NewReader(state))
	if err != nil {
		return err
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusNoContent {
		return fmt.Errorf("put %s: %s", url, resp.Status)
	}
	return nil
}

// Run takes the steps in order and, when one fails, undoes those before it.
func (s *Saga) Run(ctx context.Context, booking string) error {
	for i, st := range s.steps {
		err := st.run(ctx, booking)
		if err == nil {
			continue
		}
		errs := []error{fmt.Errorf("%s: %w", st.name, err)}
		undoCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		for ; i > 0; i-- {
			errs = append(errs, s.steps[i-1].undo(undoCtx, booking))
		}
		return errors.Join(errs...)
	}
	return nil
}

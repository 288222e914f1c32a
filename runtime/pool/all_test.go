package pool

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestAllRunsTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var user, stock string
		err := All(t.Context(),
			func(ctx context.Context) error { user = "ann"; return pause(ctx, 2*time.Second) },
			func(ctx context.Context) error { stock = "7"; return pause(ctx, 3*time.Second) },
		)
		if err != nil || user != "ann" || stock != "7" || time.Since(start) != 3*time.Second {
			t.Errorf("%v, %q, %q after %v", err, user, stock, time.Since(start))
		}
	})
}

func TestAllFirstErrorEndsTheOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var other error
		err := All(t.Context(),
			func(ctx context.Context) error { other = pause(ctx, time.Hour); return other },
			func(ctx context.Context) error { return errors.Join(pause(ctx, time.Second), errOne) },
		)
		if !errors.Is(err, errOne) || other != context.Canceled || time.Since(start) != time.Second {
			t.Errorf("%v, the other %v, after %v", err, other, time.Since(start))
		}
	})
}

func TestAllPanics(t *testing.T) {
	defer func() {
		if p, ok := recover().(*PanicError); !ok || p.Value != "boom" {
			t.Errorf("recovered %v", p)
		}
	}()
	err := All(t.Context(), func(context.Context) error { panic("boom") })
	t.Errorf("All returned %v", err)
}

func TestAllBeginsNothingUnderAnEndedCtx(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errOne)
	if err := All(ctx, func(context.Context) error { t.Error("called"); return nil }); err != errOne {
		t.Errorf("got %v", err)
	}
	if err := All(ctx); err != nil {
		t.Errorf("nothing to do: %v", err)
	}
}

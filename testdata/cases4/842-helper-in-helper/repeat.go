package catalogsync

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

var errBusy = errors.New("catalogue busy")

// repeat runs f until it stops saying busy, at most n times.
func repeat(ctx context.Context, n int, f func(context.Context) error) error {
	var err error
	for i := range n {
		if err = f(ctx); err == nil || !errors.Is(err, errBusy) {
			return err
		}
		d := 200 * time.Millisecond << i
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(d/2 + rand.N(d/2)):
		}
	}
	return err
}

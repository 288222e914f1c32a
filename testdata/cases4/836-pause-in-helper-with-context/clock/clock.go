// none: the pause is a helper of another package that selects over a timer and the context

package clock

import (
	"context"
	"math/rand/v2"
	"time"
)

// Pause waits a jittered d, or returns ctx's error as soon as it ends.
func Pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d/2 + rand.N(d/2))
	defer t.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-t.C:
		return nil
	}
}

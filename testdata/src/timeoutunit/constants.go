package timeoutunit

import (
	"context"
	"time"
)

const (
	stockTimeoutMs = 400 // untyped, so it turns into whatever is asked for
	defaultTimeout = 60
)

const pollEvery time.Duration = 15 // want `15 means 15ns: constant pollEvery`

func stock(ctx context.Context, ask func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, stockTimeoutMs) // want `stockTimeoutMs means 400ns`
	defer cancel()
	return ask(ctx)
}

func orDefault(d time.Duration) time.Duration {
	if d == 0 {
		d = defaultTimeout // want `defaultTimeout means 60ns: variable d`
	}
	return d
}

func poll(done <-chan struct{}, f func()) {
	t := time.NewTicker(pollEvery)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			f()
		case <-done:
			return
		}
	}
}

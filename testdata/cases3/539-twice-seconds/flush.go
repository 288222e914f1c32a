package flush

import (
	"context"
	"time"
)

const grace = 5

var flushEvery = 10 * time.Second

func Flush(ctx context.Context, f func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second*flushEvery) // want:timeoutunit
	defer cancel()
	if err := f(ctx); err != nil {
		time.Sleep(grace * time.Second)
		return f(ctx)
	}
	return nil
}

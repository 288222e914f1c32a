package chanleak

import (
	"context"
	"net"
	"net/http"
	"time"
)

// Room for the one result.
func buffered(ctx context.Context) error {
	done := make(chan error, 1)
	go func() { done <- ping(ctx, "https://stock") }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Room for all of them.
func roomForAll(ctx context.Context, urls []string) error {
	errs := make(chan error, len(urls))
	for _, u := range urls {
		go func() { errs <- ping(ctx, u) }()
	}
	for range urls {
		if err := <-errs; err != nil {
			return err
		}
	}
	return nil
}

// The send gives up too.
func sendGivesUp(ctx context.Context) error {
	done := make(chan error)
	go func() {
		err := ping(ctx, "https://stock")
		select {
		case done <- err:
		case <-ctx.Done():
		}
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Closing needs no receiver.
func closes(ctx context.Context) (err error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		err = ping(ctx, "https://stock")
	}()
	select {
	case <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// The reader waits after all.
func waitsAfterAll(ctx context.Context, cancel func()) error {
	done := make(chan error)
	go func() { done <- ping(ctx, "https://stock") }()
	select {
	case err := <-done:
		return err
	case <-time.After(time.Second):
		cancel()
	}
	return <-done
}

// The reader receives in the other case.
func drainsInCase(ctx context.Context) error {
	done := make(chan error)
	go func() { done <- ping(ctx, "https://stock") }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		<-done
		return ctx.Err()
	}
}

// A deferred function receives.
func drainsDeferred(ctx context.Context) error {
	done := make(chan error)
	go func() { done <- ping(ctx, "https://stock") }()
	defer func() { <-done }()
	return ping(ctx, "https://user")
}

// A goroutine takes the rest.
func drainsBehind(ctx context.Context, urls []string) error {
	errs := make(chan error)
	for _, u := range urls {
		go func() { errs <- ping(ctx, u) }()
	}
	for range urls {
		if err := <-errs; err != nil {
			go func() {
				for range errs {
				}
			}()
			return err
		}
	}
	return nil
}

// Every result is received.
func all2(ctx context.Context, urls []string) (last error) {
	errs := make(chan error)
	for _, u := range urls {
		go func() { errs <- ping(ctx, u) }()
	}
	for range urls {
		if err := <-errs; err != nil {
			last = err
		}
	}
	return last
}

// One goroutine sends on one of two channels: the select takes either.
func oneOfTwo(ctx context.Context) error {
	ok, failed := make(chan struct{}), make(chan error)
	go func() {
		if err := ping(ctx, "https://stock"); err != nil {
			failed <- err
			return
		}
		ok <- struct{}{}
	}()
	select {
	case err := <-failed:
		return err
	case <-ok:
		return nil
	}
}

// A server runs until the process ends.
func serves(ctx context.Context, ln net.Listener, srv *http.Server) error {
	errs := make(chan error)
	go func() { errs <- srv.Serve(ln) }()
	select {
	case err := <-errs:
		return err
	case <-ctx.Done():
		return srv.Close()
	}
}

// Nothing here takes long.
func counts(ctx context.Context, words []string) int {
	n := make(chan int)
	go func() { n <- len(words) }()
	select {
	case v := <-n:
		return v
	case <-ctx.Done():
		return 0
	}
}

// Who receives is out of sight.
func passedOn(ctx context.Context, take func(<-chan error) error) error {
	done := make(chan error)
	go func() { done <- ping(ctx, "https://stock") }()
	return take(done)
}

// The loop goes on until the result is there.
func ticks(ctx context.Context, tick *time.Ticker) error {
	done := make(chan error)
	go func() { done <- ping(ctx, "https://stock") }()
	for {
		select {
		case err := <-done:
			return err
		case <-tick.C:
		}
	}
}

package conform

import (
	"context"
	"fmt"
	"testing/synctest"
	"time"
)

// left is a request's context with that much time left.
func left(d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	context.AfterFunc(ctx, cancel)
	return ctx
}

// settled is Do, and then a wait until what the library does on other goroutines is done.
func settled(ctx context.Context, c Caller, f Callee) (string, error) {
	v, err := c.Do(ctx, f)
	synctest.Wait()
	return v, err
}

// guarded makes a call that may not return, on a goroutine of its own, and stops waiting after a long time.
func guarded(c Caller, ctx context.Context, f Callee) (v string, err error, took time.Duration) {
	start := time.Now()
	done := make(chan bool)
	go func() {
		v, err = c.Do(ctx, f)
		close(done)
	}()
	select {
	case <-done:
		took = time.Since(start)
		synctest.Wait()
		return v, err, took
	case <-time.After(time.Hour):
		return "", fmt.Errorf("had not returned after an hour"), time.Hour
	}
}

// refuses says whether a call is refused now: its callee does not begin.
func refuses(c Caller) bool {
	began := false
	settled(left(time.Minute), c, func(context.Context) (string, error) { began = true; return "v", nil })
	return !began
}

// trip opens the breaker by failures, and says if that did not work.
func trip(c Caller) error {
	for range 30 {
		settled(left(time.Minute), c, fails)
	}
	if !refuses(c) {
		return wrong("did not open after 30 failures of 30 calls")
	}
	return nil
}

// halfOpen opens the breaker and waits until it lets calls through again: a second longer than the longest jitter.
func halfOpen(c Caller) error {
	if err := trip(c); err != nil {
		return err
	}
	time.Sleep(13 * time.Second)
	return nil
}

// recovers tries calls that work, once a second, until some get through in a row, for at most ten minutes.
func recovers(c Caller) error {
	for good, tries := 0, 0; tries < 600; tries++ {
		if good++; refuses(c) {
			good = 0
		}
		if good == 5 {
			return nil
		}
		time.Sleep(time.Second)
	}
	return wrong("ten minutes later it still refuses calls")
}

// background starts calls that are under way when it returns.
func background(c Caller, n int, f Callee) {
	for range n {
		go func() {
			defer func() { recover() }() // a scenario may be about a panic
			c.Do(context.Background(), f)
		}()
	}
	synctest.Wait()
}

package chanleak

import (
	"context"
	"database/sql"
	"os/exec"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// A function of its own is the goroutine.
func named(ctx context.Context) error {
	errs := make(chan error) // want `errs has no room, so the goroutine that sends on it \(shapes.go:26\), after chanleak.ping, blocks .* left at the end of its context`
	go sendPing(ctx, "https://stock", errs)
	select {
	case err := <-errs:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func sendPing(ctx context.Context, url string, out chan<- error) {
	out <- ping(ctx, url)
}

// A generic helper runs whatever it is given.
func within[T any](d time.Duration, do func() (T, error)) (v T, err error) {
	done := make(chan T, 0) // want `after do, blocks`
	go func() {
		v, _ := do()
		done <- v
	}()
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case v = <-done:
	case <-timer.C:
		err = errLate
	}
	return v, err
}

type checker interface {
	Check(ctx context.Context) error
}

// The work lies behind an interface, and the end of the context only breaks the loop.
func status(ctx context.Context, c checker) (err error) {
	var res = make(chan error) // want `after c.Check, blocks .* left at the end of its context \(shapes.go:60\)`
	go func() {
		defer func() { res <- err }()
		err = c.Check(ctx)
	}()
wait:
	for {
		select {
		case <-ctx.Done():
			break wait
		case err := <-res:
			return err
		case <-time.Tick(time.Second):
		}
	}
	return ctx.Err()
}

// The channel is returned, and its reader leaves.
func (s *store) ask(ctx context.Context, q string) <-chan error {
	out := make(chan error) // want `after \(\*sql.DB\).ExecContext, blocks .* left at the end of its context`
	go func() {
		_, err := s.db.ExecContext(ctx, q)
		out <- err
	}()
	return out
}

type store struct{ db *sql.DB }

func (s *store) change(ctx context.Context, q string) error {
	select {
	case err := <-s.ask(ctx, q):
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// One sender per address, and the reader goes at the first error.
func all(ctx context.Context, urls []string) error {
	errs := make(chan error) // want `errs has no room, so the goroutine that sends on it \(shapes.go:96\), after chanleak.ping, blocks .* left at the first result that ends its loop \(shapes.go:101\)`
	for _, u := range urls {
		go func() {
			errs <- ping(ctx, u)
		}()
	}
	for range urls {
		if err := <-errs; err != nil {
			return err
		}
	}
	return nil
}

// Two channels, one fault.
func either(ctx context.Context, urls []string) (n int, err error) {
	oks := make(chan int) // want `oks has no room`
	errs := make(chan error)
	for _, u := range urls {
		go func() {
			if err := ping(ctx, u); err != nil {
				errs <- err
			} else {
				oks <- 1
			}
		}()
	}
	for range urls {
		select {
		case err := <-errs:
			return n, err
		case <-oks:
			n++
		}
	}
	return n, nil
}

// A return stands before the receive.
func both(ctx context.Context) error {
	stock := make(chan error) // want `left before it receives`
	go func() {
		stock <- ping(ctx, "https://stock")
	}()
	if err := ping(ctx, "https://user"); err != nil {
		return err
	}
	return <-stock
}

// A helper receives.
func helped(ctx context.Context) error {
	done := make(chan error) // want `left at the end of its context`
	go func() {
		if err := ping(ctx, "https://stock"); err != nil {
			done <- err
			return
		}
		done <- nil
	}()
	return first(ctx, done)
}

func first(ctx context.Context, done <-chan error) error {
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// The process is waited for by a group's member.
func command(ctx context.Context, cmd *exec.Cmd) error {
	var g errgroup.Group
	done := make(chan error) // want `after \(\*exec.Cmd\).Wait, blocks`
	g.Go(func() error {
		done <- cmd.Wait()
		return nil
	})
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return cmd.Process.Kill()
	}
}

// All are waited for, but not for ever.
func group(wg *sync.WaitGroup, limit <-chan time.Time) bool {
	done := make(chan struct{}) // want `left by default`
	wait := func() {
		wg.Wait()
		done <- struct{}{}
	}
	go wait()
	time.Sleep(time.Second)
	select {
	case <-done:
		return true
	default:
		return false
	}
}

// A send before the work is done by then: the one after it blocks.
func early(ctx context.Context, url string) error {
	done := make(chan error) // want `sends on it \(shapes.go:207\), after chanleak.ping, blocks`
	go func() {
		if url == "" {
			done <- sql.ErrNoRows
			return
		}
		if err := ping(ctx, url); err != nil {
			done <- err
			return
		}
		done <- nil
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

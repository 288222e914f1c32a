package fanout

import (
	"context"
	"net"
	"os"
	"sync/atomic"
)

// One goroutine at a time: the round reads its channel to the end.
func (a *api) drained(ids []string) (n int) {
	for _, id := range ids {
		for range a.pages(id) {
			n++
		}
	}
	for _, id := range ids {
		ch := a.wrapped(id)
		for range ch {
			n++
		}
	}
	for _, id := range ids {
		n += collect(a.pages(id))
	}
	for _, id := range ids {
		<-a.pages(id)
	}
	return n
}

// wrapped passes the channel on.
func (a *api) wrapped(id string) <-chan string {
	if id == "" {
		return nil
	}
	return a.pages(id)
}

func collect(ch <-chan string) (n int) {
	for range ch {
		n++
	}
	return n
}

func (a *api) drainedHere(ids []string) {
	for _, id := range ids {
		out := make(chan string)
		go func() {
			defer close(out)
			a.send(id)
			out <- id
		}()
		for range out {
		}
	}
}

var refreshing atomic.Bool

func (a *api) refreshOnce(id string) {
	if !refreshing.CompareAndSwap(false, true) {
		return
	}
	go func() {
		defer refreshing.Store(false)
		a.send(id)
	}()
}

func (a *api) refreshAll(ids []string) {
	for _, id := range ids {
		a.refreshOnce(id)
	}
}

// Connections are no collection.
func (a *api) conns(ctx context.Context, in <-chan net.Conn, sig <-chan os.Signal, poke <-chan struct{}) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-sig:
			go a.send("signal")
		case <-poke:
			go a.send("poke")
		case c := <-in:
			go func() {
				defer c.Close()
				a.send(c.RemoteAddr().String())
			}()
		}
	}
}

// serve works until it is told to stop: its only other end is that of a server.
func (a *api) serve(ctx context.Context, id string) error {
	failed := make(chan error, 1)
	go func() { failed <- a.watch(ctx) }()
	a.send(id)
	select {
	case <-ctx.Done():
		return nil
	case err := <-failed:
		return err
	}
}

func (a *api) watch(ctx context.Context) error {
	<-ctx.Done()
	return ctx.Err()
}

func (a *api) serveAll(ctx context.Context, ids []string) {
	for _, id := range ids {
		go a.serve(ctx, id)
	}
}

func (to *answer) get() string { return <-to.c }

func (a *api) answered(ids []string) {
	for _, id := range ids {
		to := a.ask(id)
		<-to.c
	}
	for _, id := range ids {
		to := a.ask(id)
		_ = to.get()
	}
}

// The flag decides whether a goroutine is started at all.
func (a *api) save(id string, tell bool) {
	if tell {
		go a.send(id)
	}
}

func (a *api) saveAll(ids []string) {
	for _, id := range ids {
		a.save(id, false)
	}
	for _, id := range ids {
		a.store(id, false)
	}
}

func (a *api) store(id string, tell bool) { a.save(id, tell) }

package fanout

import (
	"context"
	"net"
	"runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"fanout/par"
)

const maxSeeds = 5

var mirrors = [...]string{"a", "b"}

func (h *hooks) constants(n int, conf struct{ Workers int }) {
	for range 3 {
		go h.send("x")
	}
	for _, m := range mirrors {
		go h.send(m)
	}
	for range runtime.NumCPU() {
		go h.send("x")
	}
	for i := 0; i < conf.Workers; i++ {
		go h.send("x")
	}
	for _, r := range par.Regions {
		go h.send(r)
	}
	for _, s := range par.Stages() {
		go h.send(s)
	}
	for range min(n, 4) {
		go h.send("x")
	}
}

func (h *hooks) cut(ids []string) {
	ids = ids[:min(len(ids), maxSeeds)]
	for _, id := range ids {
		go h.send(id)
	}
}

func (h *hooks) checked(ids []string) {
	if len(ids) > maxSeeds {
		return
	}
	for _, id := range ids {
		go h.send(id)
	}
}

func (h *hooks) left(ids []string) {
	for i, id := range ids {
		if i >= maxSeeds {
			break
		}
		go h.send(id)
	}
}

func (h *hooks) limited(ids []string) error {
	g := new(errgroup.Group)
	g.SetLimit(4)
	for _, id := range ids {
		g.Go(func() error {
			h.send(id)
			return nil
		})
	}
	return g.Wait()
}

func newGroup() *errgroup.Group {
	g := &errgroup.Group{}
	g.SetLimit(4)
	return g
}

func (h *hooks) limitedByMaker(ids []string) error {
	g := newGroup()
	for _, id := range ids {
		g.Go(func() error {
			h.send(id)
			return nil
		})
	}
	return g.Wait()
}

func (h *hooks) groupOfCaller(g *errgroup.Group, ids []string) {
	for _, id := range ids {
		g.Go(func() error {
			h.send(id)
			return nil
		})
	}
}

func (h *hooks) semaphore(ctx context.Context, ids []string) {
	sem := make(chan struct{}, 8)
	for _, id := range ids {
		select {
		case sem <- struct{}{}:
		case <-ctx.Done():
			return
		}
		go func() {
			defer func() { <-sem }()
			h.send(id)
		}()
	}
}

func (h *hooks) tokens(ids []string, tokens chan int) {
	for _, id := range ids {
		t := <-tokens
		go func() {
			h.send(id)
			tokens <- t
		}()
	}
}

func (h *hooks) acquired(s *par.Slots, ids []string) {
	for _, id := range ids {
		s.Acquire()
		go func() {
			defer s.Release()
			h.send(id)
		}()
	}
	for _, id := range ids {
		release := par.Wait(s)
		go func() {
			defer release()
			h.send(id)
		}()
	}
}

func (h *hooks) batches(ids []string) {
	for batch := range slices.Chunk(ids, 10) {
		var wg sync.WaitGroup
		for _, id := range batch {
			wg.Go(func() { h.send(id) })
		}
		wg.Wait()
	}
	for i := 0; i < len(ids); i += 10 {
		end := min(i+10, len(ids))
		var wg sync.WaitGroup
		for _, id := range ids[i:end] {
			wg.Go(func() { h.send(id) })
		}
		wg.Wait()
	}
}

func (h *hooks) oneAtATime(ids []string) {
	for _, id := range ids {
		done := make(chan struct{})
		go func() {
			h.send(id)
			close(done)
		}()
		select {
		case <-done:
		case <-time.After(time.Second):
		}
	}
}

func (h *hooks) workers(n int, ids []string) {
	jobs := make(chan string)
	for range n {
		go func() {
			for id := range jobs {
				h.send(id)
			}
		}()
	}
	for _, id := range ids {
		jobs <- id
	}
	close(jobs)
}

func (h *hooks) monitor(ctx context.Context, url string) {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			h.send(url)
		}
	}
}

func (h *hooks) monitors(ctx context.Context) {
	for _, u := range h.urls {
		go h.monitor(ctx, u)
	}
}

func (h *hooks) accept(ln net.Listener) error {
	for {
		c, err := ln.Accept()
		if err != nil {
			return err
		}
		go func() {
			defer c.Close()
			h.send("https://hooks.example.com/" + c.RemoteAddr().String())
		}()
	}
}

func (h *hooks) ticks(t *time.Ticker) {
	for range t.C {
		go h.send("x")
	}
}

func (h *hooks) first(ids []string) {
	for _, id := range ids {
		if id != "" {
			go h.send(id)
			return
		}
	}
}

func (h *hooks) Stop() {
	for _, u := range h.urls {
		go h.send(u)
	}
}

func (h *hooks) inMemory(ids []string, seen *sync.Map) {
	for _, id := range ids {
		go seen.Store(id, true)
	}
}

func (h *hooks) byLimitedHelper(ids []string) {
	par.Few(ids, h.send)
}

func (h *hooks) written() error {
	return par.All(h.ping, h.ping, h.ping)
}

func (h *hooks) crawl(url string, depth int) {
	if depth == 0 {
		return
	}
	h.send(url)
	for _, u := range h.urls {
		go h.crawl(u, depth-1)
	}
}

package fanout

import (
	"context"
	"time"
)

// syncer keeps directories up to date, each in a goroutine of its own, until it is told to stop.
type syncer struct {
	shop  *Shop
	stops map[string]chan struct{}
}

func (s *syncer) startAll(ids []string) {
	for _, id := range ids {
		s.start(id)
	}
}

func (s *syncer) start(id string) {
	stop := make(chan struct{})
	s.stops[id] = stop
	safely(func() {
		if err := s.loop(id, stop); err != nil {
			panic(err)
		}
	})
}

func safely(f func()) {
	go func() {
		defer func() { _ = recover() }()
		f()
	}()
}

func (s *syncer) loop(id string, stopChan chan struct{}) error {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-stopChan:
			return nil
		case <-tick.C:
		}
		if err := s.shop.one(context.Background(), id); err != nil {
			return err
		}
	}
}

// A reader of events until its source closes.
func (s *syncer) readAll(ctx context.Context, sources []chan string) {
	for _, src := range sources {
		go func() {
			for {
				select {
				case <-ctx.Done():
					return
				case id, channelOpen := <-src:
					if !channelOpen {
						return
					}
					_ = s.shop.one(ctx, id)
				}
			}
		}()
	}
}

type account struct {
	id        string
	forbidden bool
}

// The goroutine is started where an account is locked, which is seldom: nobody can tell from here.
func (s *syncer) updateAll(ctx context.Context, accounts []account) error {
	for _, a := range accounts {
		if err := s.update(ctx, a); err != nil {
			return err
		}
	}
	return nil
}

func (s *syncer) update(ctx context.Context, a account) error {
	if a.forbidden {
		s.lock(ctx, a.id)
	}
	return nil
}

func (s *syncer) lock(ctx context.Context, id string) {
	go func() { _ = s.shop.one(ctx, id) }()
}

func (s *syncer) lockAll(ctx context.Context, ids []string) {
	for _, id := range ids {
		s.lock(ctx, id) // want `calls \(\*fanout.syncer\).lock, which starts a goroutine \(issue003.go:\d+\), for each of ids, a parameter of lockAll, without a limit`
	}
}

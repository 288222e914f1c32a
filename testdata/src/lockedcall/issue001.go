package lockedcall

import (
	"context"
	"net"
	"net/http"
	"sync"

	"lockedcall/remote"
)

// scheme finds out how to log in, once; nobody takes the lock for anything else.
type scheme struct {
	sync.Mutex
	hc   *http.Client
	kind string
}

func (s *scheme) of(ctx context.Context) (string, error) {
	if s.kind == "" {
		s.Lock()
		defer s.Unlock()
		if err := remote.Probe(ctx, s.hc, "https://scheme"); err != nil {
			return "", err
		}
		s.kind = "basic"
	}
	return s.kind, nil
}

// A lock of the function's own, before anybody else could want it.
func early(ctx context.Context, name string) (map[string]bool, error) {
	var mu sync.Mutex
	found := map[string]bool{}
	mu.Lock()
	addrs, err := net.DefaultResolver.LookupHost(ctx, name)
	if err != nil {
		return nil, err
	}
	for _, a := range addrs {
		found[a] = true
	}
	mu.Unlock()
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		defer mu.Unlock()
		found["late"] = true
	})
	wg.Wait()
	return found, nil
}

// The goroutine wants it too.
func late(ctx context.Context, name string) (map[string]bool, error) {
	var mu sync.Mutex
	found := map[string]bool{}
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		defer mu.Unlock()
		found["late"] = true
	})
	mu.Lock()
	addrs, err := net.DefaultResolver.LookupHost(ctx, name) // want `mu is locked`
	if err != nil {
		mu.Unlock()
		return nil, err
	}
	found[addrs[0]] = true
	mu.Unlock()
	wg.Wait()
	return found, nil
}

// Each host waits for all others.
type hostSet struct {
	mu  sync.Mutex
	hc  *http.Client
	all map[string]bool
}

func (s *hostSet) add(ctx context.Context, url string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := remote.Probe(ctx, s.hc, url); err != nil { // want `s.mu is locked`
		return err
	}
	s.all[url] = true
	return nil
}

var (
	probing sync.Mutex
	probed  = map[string]bool{}
)

// One at a time; what comes after the lock is nobody's.
func probeAll(ctx context.Context, hc *http.Client, urls []string) error {
	for _, url := range urls {
		probing.Lock()
		err := remote.Probe(ctx, hc, url)
		probing.Unlock()
		if err != nil {
			return err
		}
		probed[url] = true
	}
	return nil
}

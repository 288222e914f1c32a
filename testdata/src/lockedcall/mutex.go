package lockedcall

import (
	"context"
	"database/sql"
	"net/http"
	"sync"

	"lockedcall/remote"
)

type shop struct {
	sync.RWMutex
	hc     *http.Client
	db     *sql.DB
	prices map[string]int
	names  []string
}

var (
	hostsMu sync.RWMutex
	hosts   = map[string]bool{}
)

// The package's own mutex, and a wrapper of another package.
func (s *shop) host(ctx context.Context, url string) error {
	hostsMu.RLock()
	known := hosts[url]
	hostsMu.RUnlock()
	if known {
		return nil
	}
	hostsMu.Lock()
	defer hostsMu.Unlock()
	if err := remote.Probe(ctx, s.hc, url); err != nil { // want `hostsMu is locked \(mutex.go:33\) during remote.Probe, which waits for \(\*http.Client\).Do`
		return err
	}
	hosts[url] = true
	return nil
}

// An embedded mutex, and more than one call.
func (s *shop) prune(ctx context.Context) error {
	s.Lock()
	if err := remote.Probe(ctx, s.hc, "https://price"); err != nil { // want `s is locked \(mutex.go:44\) during remote.Probe, which waits for \(\*http.Client\).Do, and 1 more`
		s.Unlock()
		return err
	}
	err := s.db.PingContext(ctx)
	s.prices = nil
	s.Unlock()
	return err
}

// Readers block writers, and so in the end each other.
func (s *shop) warm(ctx context.Context) error {
	s.RLock()
	defer func() {
		s.RUnlock()
	}()
	for range s.names {
		if err := remote.Probe(ctx, s.hc, "https://price"); err != nil { // want `s is locked \(for reading\) \(mutex.go:57\) during remote.Probe`
			return err
		}
	}
	return nil
}

// In a branch, with a refusal before: what is returned early is an error, not a value.
func (s *shop) reload(ctx context.Context, force bool) error {
	if force {
		s.Lock()
		defer s.Unlock()
		if s.prices == nil {
			return errClosed
		}
		rows, err := s.db.QueryContext(ctx, `SELECT name FROM prices`) // want `s is locked`
		if err != nil {
			return err
		}
		return rows.Close()
	}
	return nil
}

var errClosed = http.ErrServerClosed

// In a closure that runs on the spot.
func (s *shop) each(ctx context.Context, visit func(func() error) error) error {
	return visit(func() error {
		s.Lock()
		defer s.Unlock()
		return remote.Probe(ctx, s.hc, "https://price") // want `s is locked`
	})
}

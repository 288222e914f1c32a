package lockedcall

import (
	"context"
	"database/sql"
	"net"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"lockedcall/remote"
)

// The lock guards the map only.
func (s *shop) short(ctx context.Context, url string) error {
	s.RLock()
	_, ok := s.prices[url]
	s.RUnlock()
	if ok {
		return nil
	}
	if err := remote.Probe(ctx, s.hc, url); err != nil {
		return err
	}
	s.Lock()
	s.prices[url] = 1
	s.Unlock()
	return nil
}

// The branch unlocks first.
func (s *shop) branch(ctx context.Context, url string) error {
	s.Lock()
	if s.prices[url] == 0 {
		s.Unlock()
		return remote.Probe(ctx, s.hc, url)
	}
	delete(s.prices, url)
	s.Unlock()
	return nil
}

type entry struct {
	mu sync.Mutex
	ok bool
}

type table struct {
	mu      sync.Mutex
	entries map[string]*entry
	locks   sync.Map
	flight  singleflight.Group
	hc      *http.Client
}

// A lock for each key.
func (t *table) perKey(ctx context.Context, key string) error {
	t.mu.Lock()
	e := t.entries[key]
	t.mu.Unlock()
	e.mu.Lock()
	defer e.mu.Unlock()
	return remote.Probe(ctx, t.hc, key)
}

func (t *table) lock(key string) *sync.Mutex {
	mu, _ := t.locks.LoadOrStore(key, &sync.Mutex{})
	return mu.(*sync.Mutex)
}

// … from a getter.
func (t *table) keyed(ctx context.Context, key string) error {
	mu := t.lock(key)
	mu.Lock()
	defer mu.Unlock()
	return remote.Probe(ctx, t.hc, key)
}

// One flight for each key.
func (t *table) flown(ctx context.Context, key string) error {
	_, err, _ := t.flight.Do(key, func() (any, error) {
		err := remote.Probe(ctx, t.hc, key)
		t.mu.Lock()
		defer t.mu.Unlock()
		t.entries[key] = &entry{ok: err == nil}
		return nil, err
	})
	return err
}

type session struct {
	mu      sync.Mutex
	writeMu sync.Mutex
	token   string
	until   time.Time
	conn    net.Conn
	hc      *http.Client
}

// One value that all want: the lock makes one call out of many.
func (s *session) get(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Now().Before(s.until) {
		return s.token, nil
	}
	if err := remote.Probe(ctx, s.hc, "https://login"); err != nil {
		return "", err
	}
	s.until = time.Now().Add(time.Hour)
	return s.token, nil
}

// The mutex of a connection puts its writes in a row.
func (s *session) write(b []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := s.conn.Write(b)
	return err
}

// So its name says.
func (s *session) post(ctx context.Context) error {
	s.writeMu.Lock()
	defer s.writeMu.Unlock()
	return remote.Probe(ctx, s.hc, "https://log")
}

// Nobody waits for the lock yet.
func (s *session) Start(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return remote.Probe(ctx, s.hc, "https://login")
}

// Work in the background does not hold it.
func (s *session) behind(ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	go remote.Probe(ctx, s.hc, "https://log")
	go func() {
		_ = remote.Probe(ctx, s.hc, "https://log")
	}()
}

// After the commit.
func (s *shop) after(ctx context.Context) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM orders`); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	return s.announce(ctx)
}

// SQL is what a transaction is for.
func (s *shop) rows(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM orders`); err != nil {
		return err
	}
	_, err := s.db.ExecContext(ctx, `DELETE FROM prices`)
	return err
}

// What the mutex guards is written through to the database.
func (s *shop) set(ctx context.Context, name string, cents int) error {
	s.Lock()
	defer s.Unlock()
	if _, err := s.db.ExecContext(ctx, `UPDATE prices SET cents = $2 WHERE name = $1`, name, cents); err != nil {
		return err
	}
	s.prices[name] = cents
	return nil
}

// Whoever waits needs the token too.
func (s *session) renewed(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.login(ctx)
	return s.token, err
}

func (s *session) login(ctx context.Context) error {
	return remote.Probe(ctx, s.hc, "https://login")
}

// The function that is called leaves the work to a goroutine.
func (s *shop) leaves(ctx context.Context) {
	s.Lock()
	defer s.Unlock()
	s.later(ctx)
	s.prices = nil
}

func (s *shop) later(ctx context.Context) {
	go func() {
		_ = s.announce(ctx)
	}()
}

// One list, which all who wait want.
func (s *shop) list(ctx context.Context) (map[string]int, error) {
	s.Lock()
	defer s.Unlock()
	if s.prices != nil {
		return s.prices, nil
	}
	if err := s.announce(ctx); err != nil {
		return nil, err
	}
	prices := make(map[string]int)
	prices["all"] = 1
	s.prices = prices
	return prices, nil
}

// The mail is sent by a goroutine, so the transaction does not wait for it.
func (s *shop) mailed(ctx context.Context, tx *sql.Tx) error {
	return s.record(ctx, tx)
}

func (s *shop) record(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM orders`); err != nil {
		return err
	}
	go s.announce(ctx)
	return nil
}

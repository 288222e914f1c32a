// none: each key has its own lock, and only callers of the same key wait for the fetch

package keyed

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"
)

type entry struct {
	mu   sync.Mutex
	body []byte
}

type Store struct {
	mu      sync.Mutex
	entries map[string]*entry
	hc      *http.Client
}

func New() *Store {
	return &Store{entries: map[string]*entry{}, hc: &http.Client{Timeout: 5 * time.Second}}
}

func (s *Store) entryFor(key string) *entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, ok := s.entries[key]
	if !ok {
		e = &entry{}
		s.entries[key] = e
	}
	return e
}

func (s *Store) download(ctx context.Context, url string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", url, resp.Status)
	}
	return io.ReadAll(resp.Body)
}

func (s *Store) Fetch(ctx context.Context, url string) ([]byte, error) {
	e := s.entryFor(url)
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.body != nil {
		return e.body, nil
	}
	body, err := s.download(ctx, url)
	if err == nil {
		e.body = body
	}
	return body, err
}

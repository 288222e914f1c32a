package token

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"
)

type Source struct {
	mu      sync.Mutex
	url     string
	hc      *http.Client
	current string
	expires time.Time
}

func (s *Source) request(ctx context.Context) (t struct {
	Token string
	In    int
}, err error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, nil)
	if err != nil {
		return t, err
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		return t, err
	}
	defer resp.Body.Close()
	return t, json.NewDecoder(resp.Body).Decode(&t)
}

// Token serves all callers, so the first one's end must not fail the others.
func (s *Source) Token(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Now().Before(s.expires) {
		return s.current, nil
	}
	t, err := s.request(context.WithoutCancel(ctx))
	if err != nil {
		return "", err
	}
	s.current = t.Token
	s.expires = time.Now().Add(time.Duration(t.In) * time.Second)
	return s.current, nil
}

// none: the lock is held while a goroutine is started; the call itself runs without it

package rates

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

type Rates struct {
	mu      sync.Mutex
	table   map[string]float64
	until   time.Time
	pending bool
	url     string
	hc      *http.Client
}

func New(url string) *Rates { return &Rates{url: url, hc: &http.Client{Timeout: 5 * time.Second}} }

func (r *Rates) fetch(ctx context.Context) (t map[string]float64, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := r.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, errors.New("rates: " + resp.Status)
	}
	err = json.NewDecoder(resp.Body).Decode(&t)
	return t, err
}

// Rate answers from the table it has and has a stale one renewed in the background.
func (r *Rates) Rate(currency string) (float64, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if time.Now().After(r.until) && !r.pending {
		r.pending = true
		go func() {
			ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
			defer cancel()
			t, err := r.fetch(ctx)
			r.mu.Lock()
			defer r.mu.Unlock()
			r.pending = false
			if err != nil {
				slog.Warn("rates kept", "err", err)
				return
			}
			r.table, r.until = t, time.Now().Add(time.Hour)
		}()
	}
	v, ok := r.table[currency]
	return v, ok
}

package health

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"
)

type Checker interface {
	Check(ctx context.Context) error
}

type Func func(ctx context.Context) error

func (f Func) Check(ctx context.Context) error { return f(ctx) }

type endpoint struct {
	url string
	hc  *http.Client
}

func (e *endpoint) Check(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, e.url, nil)
	if err != nil {
		return err
	}
	resp, err := e.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d", resp.StatusCode)
	}
	return nil
}

func Endpoint(url string) Checker { return &endpoint{url: url, hc: &http.Client{Timeout: time.Minute}} }

type health struct {
	checkers map[string]Checker
	timeout  time.Duration
}

func Handler(timeout time.Duration, checkers map[string]Checker) http.Handler {
	return &health{checkers: checkers, timeout: timeout}
}

func (h *health) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.Background(), func() {} // want:detachedctx
	if h.timeout > 0 {
		ctx, cancel = context.WithTimeout(ctx, h.timeout) // alt:detachedctx
	}
	defer cancel()
	var (
		mu   sync.Mutex
		wg   sync.WaitGroup
		errs = map[string]string{}
	)
	for name, c := range h.checkers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if err := c.Check(ctx); err != nil { // alt:detachedctx
				mu.Lock()
				errs[name] = err.Error()
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	json.NewEncoder(w).Encode(errs)
}

package resolver

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"
)

const maxAttempts = 4

var errTemporary = errors.New("registry busy")

type Registry struct {
	base string
	hc   *http.Client
}

func New(base string) *Registry {
	return &Registry{base: base, hc: &http.Client{Timeout: 3 * time.Second}}
}

func (r *Registry) taken(ctx context.Context, domain string) (bool, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.base+"/domain/"+domain, nil)
	if err != nil {
		return false, err
	}
	resp, err := r.hc.Do(req)
	if err != nil {
		return false, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusOK:
		return true, nil
	case resp.StatusCode == http.StatusNotFound:
		return false, nil
	case resp.StatusCode >= 500:
		return false, errTemporary
	}
	return false, fmt.Errorf("%s: %s", domain, resp.Status)
}

func pause(attempt int) {
	d := 200 * time.Millisecond << attempt
	time.Sleep(d/2 + rand.N(d/2)) // alt:blindretry
}

func (r *Registry) Taken(ctx context.Context, domain string) (bool, error) {
	var last error
	for attempt := range maxAttempts { // alt:blindretry
		ok, err := r.taken(ctx, domain) // alt:blindretry
		if err == nil {
			return ok, nil
		}
		if !errors.Is(err, errTemporary) {
			return false, err
		}
		last = err
		pause(attempt) // want:blindretry
	}
	return false, last
}

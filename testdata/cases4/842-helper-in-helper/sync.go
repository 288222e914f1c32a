package catalogsync

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

type Product struct{ SKU string }

type Syncer struct {
	base string
	hc   *http.Client
}

func New(base string) *Syncer { return &Syncer{base: base, hc: &http.Client{Timeout: 4 * time.Second}} }

func (s *Syncer) page(ctx context.Context, url string, into *[]Product) error {
	return repeat(ctx, 4, func(ctx context.Context) error {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return err
		}
		resp, err := s.hc.Do(req)
		if err != nil {
			return fmt.Errorf("%w: %w", errBusy, err)
		}
		defer resp.Body.Close()
		switch resp.StatusCode {
		case http.StatusOK:
			return json.NewDecoder(resp.Body).Decode(into)
		case http.StatusTooManyRequests, http.StatusServiceUnavailable:
			return errBusy
		}
		return fmt.Errorf("%s: %s", url, resp.Status)
	})
}

func (s *Syncer) Section(ctx context.Context, name string) (products []Product, err error) {
	err = repeat(ctx, 3, func(ctx context.Context) error { // want:retrystack
		return s.page(ctx, s.base+"/sections/"+name, &products) // alt:retrystack
	})
	return products, err
}

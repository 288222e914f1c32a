// none: the fallback is the last answer, held in memory

package weather

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/afex/hystrix-go/hystrix"
)

type Report struct {
	Celsius float64
	Stale   bool
}

type Service struct {
	base string
	hc   *http.Client
	last sync.Map
}

func New(base string) *Service {
	return &Service{base: base, hc: &http.Client{Timeout: 800 * time.Millisecond}}
}

func (s *Service) fetch(ctx context.Context, city string) (r Report, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+"/"+url.PathEscape(city), nil)
	if err != nil {
		return r, err
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		return r, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return r, fmt.Errorf("weather in %s: %s", city, resp.Status)
	}
	err = json.NewDecoder(resp.Body).Decode(&r)
	return r, err
}

func (s *Service) stale(city string) (Report, bool) {
	v, ok := s.last.Load(city)
	if !ok {
		return Report{}, false
	}
	r := v.(Report)
	r.Stale = true
	return r, true
}

func (s *Service) In(ctx context.Context, city string) (Report, error) {
	fresh, old := make(chan Report, 1), make(chan Report, 1)
	err := hystrix.DoC(ctx, "weather", func(ctx context.Context) error {
		r, err := s.fetch(ctx, city)
		if err == nil {
			s.last.Store(city, r)
			fresh <- r
		}
		return err
	}, func(_ context.Context, cause error) error {
		r, ok := s.stale(city)
		if !ok {
			return cause
		}
		old <- r
		return nil
	})
	if err != nil {
		return Report{}, err
	}
	select {
	case r := <-fresh:
		return r, nil
	case r := <-old:
		return r, nil
	}
}

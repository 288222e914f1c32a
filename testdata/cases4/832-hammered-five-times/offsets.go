package offsets

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"
)

var errUnavailable = errors.New("monitor unavailable")

type Monitor struct {
	url string
	hc  *http.Client
}

func New(url string) *Monitor { return &Monitor{url: url, hc: &http.Client{Timeout: 2 * time.Second}} }

func (m *Monitor) once(ctx context.Context, group string) (lag map[string]int64, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, m.url+"/groups/"+group, nil)
	if err != nil {
		return nil, err
	}
	resp, err := m.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		err = json.NewDecoder(resp.Body).Decode(&lag)
		return lag, err
	case http.StatusServiceUnavailable, http.StatusBadGateway:
		return nil, errUnavailable
	default:
		return nil, errors.New(resp.Status)
	}
}

func (m *Monitor) Lag(ctx context.Context, group string) (map[string]int64, error) {
	var err error
	for range 5 { // want:blindretry
		var lag map[string]int64
		lag, err = m.once(ctx, group) // alt:blindretry
		if err == nil {
			return lag, nil
		}
		if !errors.Is(err, errUnavailable) || ctx.Err() != nil {
			return nil, err
		}
	}
	return nil, err
}

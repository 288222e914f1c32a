// none: status is looked at by a helper of another package before the body is decoded

package points

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"cases/739-status-checked-elsewhere/httpx"
)

type Series struct {
	Name   string      `json:"name"`
	Values [][]float64 `json:"values"`
}

type DB struct {
	base string
	hc   *http.Client
}

func Open(base string) *DB { return &DB{base: base, hc: &http.Client{Timeout: 10 * time.Second}} }

// Query runs a query and returns its series.
func (d *DB) Query(ctx context.Context, q string) ([]Series, error) {
	u := d.base + "/query?" + url.Values{"q": {q}}.Encode()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return nil, err
	}
	resp, err := d.hc.Do(req)
	if err != nil {
		return nil, fmt.Errorf("query: %w", err)
	}
	defer resp.Body.Close()
	if err := httpx.Expect(resp, http.StatusOK); err != nil {
		return nil, fmt.Errorf("query: %w", err)
	}
	var out []Series
	dec := json.NewDecoder(resp.Body)
	if err := dec.Decode(&out); err != nil {
		return nil, fmt.Errorf("query: %w", err)
	}
	return out, nil
}

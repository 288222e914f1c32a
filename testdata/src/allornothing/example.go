// Package allornothing scrapes the parts of a machine.
package allornothing

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
)

type part struct {
	url  string
	http *http.Client
}

func (p part) read(ctx context.Context) (m map[string]float64, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := p.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, errors.New(resp.Status)
	}
	return m, json.NewDecoder(resp.Body).Decode(&m)
}

// Scrape reads all parts.
func Scrape(ctx context.Context, parts []part) ([]map[string]float64, error) {
	var out []map[string]float64
	for _, p := range parts {
		m, err := p.read(ctx)
		if err != nil {
			return nil, err // want `^one of parts that fails fails them all: what out got from the others is thrown away \(allornothing\)$`
		}
		out = append(out, m)
	}
	return out, nil
}

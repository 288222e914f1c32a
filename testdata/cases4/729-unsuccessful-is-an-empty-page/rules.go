package edge

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"time"
)

type Rule struct {
	ID     string `json:"id"`
	Action string `json:"action"`
}

type API struct {
	base, key string
	hc        *http.Client
}

func New(base, key string) *API {
	return &API{base: base, key: key, hc: &http.Client{Timeout: 10 * time.Second}}
}

func (a *API) send(ctx context.Context, method, path string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, a.base+path, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+a.key)
	return a.hc.Do(req)
}

// Rules lists the firewall rules of a zone.
func (a *API) Rules(ctx context.Context, zone string) ([]Rule, error) {
	resp, err := a.send(ctx, http.MethodGet, "/zones/"+zone+"/rules")
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK { // alt:coreempty
		slog.ErrorContext(ctx, "listing rules", "zone", zone, "status", resp.StatusCode)
		return []Rule{}, nil // want:coreempty
	}
	var rules []Rule
	if err := json.NewDecoder(resp.Body).Decode(&rules); err != nil {
		return nil, err
	}
	return rules, nil
}

package hubs

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

type Inventory struct {
	Hub      string   `json:"hub"`
	Clusters []string `json:"clusters"`
}

type answer struct {
	inv Inventory
	err error
}

type Console struct {
	hc    *http.Client
	slots chan struct{}
}

func NewConsole() *Console {
	return &Console{hc: &http.Client{Timeout: 4 * time.Second}, slots: make(chan struct{}, 16)}
}

func (c *Console) ask(ctx context.Context, hub string) (inv Inventory, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, hub+"/inventory", nil)
	if err != nil {
		return inv, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return inv, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return inv, fmt.Errorf("hub %s: %s", hub, resp.Status)
	}
	err = json.NewDecoder(resp.Body).Decode(&inv)
	return inv, err
}

// Global gathers what all managed hubs know.
func (c *Console) Global(ctx context.Context, hubs []string) ([]Inventory, error) {
	ch := make(chan answer, len(hubs))
	for _, hub := range hubs {
		c.slots <- struct{}{}
		go func() {
			defer func() { <-c.slots }()
			inv, err := c.ask(ctx, hub)
			ch <- answer{inv, err}
		}()
	}
	var out []Inventory
	for range hubs {
		a := <-ch
		if a.err != nil { // alt:allornothing
			return nil, fmt.Errorf("global inventory: %w", a.err) // want:allornothing
		}
		out = append(out, a.inv)
	}
	return out, nil
}

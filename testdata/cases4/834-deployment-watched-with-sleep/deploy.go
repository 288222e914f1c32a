package deploy

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

type State struct {
	Phase   string `json:"phase"`
	Message string `json:"message"`
}

type API struct {
	base string
	hc   *http.Client
}

func New(base string) *API { return &API{base: base, hc: &http.Client{Timeout: 5 * time.Second}} }

func (a *API) state(ctx context.Context, id string) (s State, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.base+"/deployments/"+id, nil)
	if err != nil {
		return s, err
	}
	resp, err := a.hc.Do(req)
	if err != nil {
		return s, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return s, fmt.Errorf("deployment %s: %s", id, resp.Status)
	}
	err = json.NewDecoder(resp.Body).Decode(&s)
	return s, err
}

func (a *API) Await(ctx context.Context, id string) error {
	for { // alt:blindretry
		s, err := a.state(ctx, id) // alt:blindretry
		if err != nil {
			return err
		}
		switch s.Phase {
		case "ready":
			return nil
		case "failed":
			return fmt.Errorf("deployment %s failed: %s", id, s.Message)
		}
		time.Sleep(10 * time.Second) // want:blindretry
	}
}

package provision

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"
)

type API struct {
	url string
	hc  *http.Client
}

func New(url string) *API { return &API{url: url, hc: &http.Client{Timeout: 20 * time.Second}} }

func (a *API) Create(ctx context.Context, name string) error {
	body, err := json.Marshal(map[string]string{"name": name})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, a.url+"/servers/"+name, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := a.hc.Do(req) // alt:lockedcall
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return errors.New("provision: " + resp.Status)
	}
	return nil
}

package drive

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v4"
)

type Item struct {
	ID   string
	Size int64
}

type Drive struct {
	base string
	hc   *http.Client
}

func New(base string) *Drive {
	return &Drive{base: base, hc: &http.Client{Timeout: 10 * time.Second}}
}

func (d *Drive) Item(ctx context.Context, id string) (*Item, error) {
	var it Item
	read := func() error {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, d.base+"/items/"+id, nil)
		if err != nil {
			return backoff.Permanent(err)
		}
		resp, err := d.hc.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if resp.StatusCode >= 500 {
			return fmt.Errorf("item %s: %s", id, resp.Status)
		}
		if resp.StatusCode != http.StatusOK {
			return backoff.Permanent(fmt.Errorf("item %s: %s", id, resp.Status))
		}
		return json.NewDecoder(resp.Body).Decode(&it)
	}
	policy := backoff.NewExponentialBackOff()
	policy.InitialInterval = 250 * time.Millisecond
	if err := backoff.Retry(read, policy); err != nil { // want:blindretry
		return nil, err
	}
	return &it, nil
}

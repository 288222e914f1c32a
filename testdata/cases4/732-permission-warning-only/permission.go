package usecase

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"time"
)

var ErrDenied = errors.New("permission denied")

type Checker struct {
	url string
	hc  *http.Client
}

func NewChecker(url string) *Checker {
	return &Checker{url: url, hc: &http.Client{Timeout: 2 * time.Second}}
}

func (c *Checker) allowed(ctx context.Context, user, resource, action string) (bool, error) {
	body, err := json.Marshal(map[string]string{"user": user, "resource": resource, "action": action})
	if err != nil {
		return false, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url+"/check", bytes.NewReader(body))
	if err != nil {
		return false, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return false, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return false, fmt.Errorf("permission service: %s", resp.Status)
	}
	var out struct {
		Allowed bool `json:"allowed"`
	}
	err = json.NewDecoder(resp.Body).Decode(&out)
	return out.Allowed, err
}

// Require returns an error unless the user may act on the resource.
func (c *Checker) Require(ctx context.Context, user, resource, action string) error {
	ok, err := c.allowed(ctx, user, resource, action)
	if err != nil {
		log.Printf("WARNING: permission check of %s on %s: %v", action, resource, err)
		return nil // want:coreempty
	}
	if !ok {
		return fmt.Errorf("%w: %s on %s", ErrDenied, action, resource)
	}
	return nil
}

package checkout

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
)

type Checkout struct {
	ingress string
	hc      *http.Client
}

func New(ingress string) *Checkout {
	tr := http.DefaultTransport.(*http.Transport).Clone()
	tr.MaxConnsPerHost = 8 // alt:sharedpool
	return &Checkout{
		ingress: ingress,
		hc:      &http.Client{Transport: tr}, // want:sharedpool
	}
}

// Pay charges a basket.
//
//budgetlint:downstream name=payment-service core timeout=2s
func (c *Checkout) Pay(ctx context.Context, basket string) error { // alt:sharedpool
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.ingress+"/payments", strings.NewReader(basket))
	if err != nil {
		return err
	}
	resp, err := c.hc.Do(req) // alt:sharedpool
	if err != nil {
		return fmt.Errorf("pay: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return fmt.Errorf("pay: %s", resp.Status)
	}
	return nil
}

// Banners decorates the basket page.
//
//budgetlint:downstream name=banner-service degradable timeout=400ms
func (c *Checkout) Banners(ctx context.Context, user string) (urls []string, err error) { // alt:sharedpool
	ctx, cancel := context.WithTimeout(ctx, 400*time.Millisecond)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.ingress+"/banners/"+user, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.hc.Do(req) // alt:sharedpool
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("banners: %s", resp.Status)
	}
	err = json.NewDecoder(resp.Body).Decode(&urls)
	return urls, err
}

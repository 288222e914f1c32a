package charge

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
)

type Order struct {
	ID    string `json:"order"`
	Cents int64  `json:"amount"`
	Card  string `json:"card"`
}

type Provider struct {
	url string
	hc  *http.Client
}

func New(url string) *Provider {
	return &Provider{url: url, hc: &http.Client{Timeout: 8 * time.Second}}
}

func (p *Provider) charge(ctx context.Context, o Order) error {
	body, err := json.Marshal(struct {
		Cents int64  `json:"amount"`
		Card  string `json:"card"`
	}{o.Cents, o.Card})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url+"/charges", bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := p.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return fmt.Errorf("charge for %s: %s", o.ID, resp.Status)
	}
	return nil
}

func (p *Provider) Pay(ctx context.Context, o Order) error {
	return retry.Do( // want:blindretry
		func() error { return p.charge(ctx, o) }, // alt:blindretry
		retry.Context(ctx),
		retry.Attempts(3),
		retry.Delay(300*time.Millisecond),
	)
}

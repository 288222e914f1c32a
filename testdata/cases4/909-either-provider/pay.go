// none: the two providers exclude each other, only one of the limits is ever spent

package pay

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

type Method string

const (
	Card Method = "card"
	Bank Method = "bank"
)

var ErrMethod = errors.New("unknown method")

type Payments struct {
	cards, bank string
	hc          *http.Client
}

func (p *Payments) post(ctx context.Context, url, key, body string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewBufferString(body))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := p.hc.Do(req)
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return fmt.Errorf("%s: %s", url, resp.Status)
	}
	return nil
}

//budgetlint:downstream name=card-gateway core timeout=1500ms
func (p *Payments) chargeCard(ctx context.Context, key, body string) error {
	return p.post(ctx, p.cards, key, body)
}

//budgetlint:downstream name=bank-gateway core timeout=1800ms
func (p *Payments) debitBank(ctx context.Context, key, body string) error {
	return p.post(ctx, p.bank, key, body)
}

// Pay has two and a half seconds.
//
//budgetlint:entry total=2500ms margin=200ms
func (p *Payments) Pay(ctx context.Context, m Method, key, body string) error {
	ctx, cancel := context.WithTimeout(ctx, 2300*time.Millisecond)
	defer cancel()
	switch m {
	case Card:
		return p.chargeCard(ctx, key, body)
	case Bank:
		return p.debitBank(ctx, key, body)
	default:
		return fmt.Errorf("%w: %s", ErrMethod, m)
	}
}

// none: client of the second endpoint is limited to three hundred milliseconds where the first has two seconds

package rates

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

type provider struct {
	url string
	hc  *http.Client
}

func newProvider(url string, limit time.Duration) *provider {
	return &provider{url: url, hc: &http.Client{Timeout: limit}}
}

func (p *provider) rate(ctx context.Context, pair string) (v float64, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url+"/"+pair, nil)
	if err != nil {
		return 0, err
	}
	resp, err := p.hc.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("%s: %s", p.url, resp.Status)
	}
	err = json.NewDecoder(resp.Body).Decode(&v)
	return v, err
}

type Rates struct {
	bank   *provider
	mirror *provider
}

func New(bank, mirror string) *Rates {
	return &Rates{
		bank:   newProvider(bank, 2*time.Second),
		mirror: newProvider(mirror, 300*time.Millisecond),
	}
}

// Rate returns the exchange rate of a pair.
func (r *Rates) Rate(ctx context.Context, pair string) (float64, error) {
	v, err := r.bank.rate(ctx, pair)
	if err != nil {
		alt, aerr := r.mirror.rate(ctx, pair)
		if aerr != nil {
			return 0, errors.Join(err, aerr)
		}
		return alt, nil
	}
	return v, nil
}

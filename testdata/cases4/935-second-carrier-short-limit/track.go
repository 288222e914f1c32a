// none: both carriers have limits of their own and the second, smaller one fits what is left

package track

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

type Parcel struct{ ID, State string }

type Tracker struct {
	carrier, aggregator string
	hc                  *http.Client
}

func New(carrier, aggregator string) *Tracker {
	return &Tracker{carrier: carrier, aggregator: aggregator, hc: &http.Client{}}
}

func (t *Tracker) get(ctx context.Context, limit time.Duration, base, id string) (p Parcel, err error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/parcels/"+url.PathEscape(id), nil)
	if err != nil {
		return p, err
	}
	resp, err := t.hc.Do(req)
	if err != nil {
		return p, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return p, fmt.Errorf("parcel %s: %s", id, resp.Status)
	}
	err = json.NewDecoder(resp.Body).Decode(&p)
	return p, err
}

//budgetlint:downstream name=carrier core timeout=800ms
func (t *Tracker) fromCarrier(ctx context.Context, id string) (Parcel, error) {
	return t.get(ctx, 800*time.Millisecond, t.carrier, id)
}

//budgetlint:downstream name=aggregator degradable timeout=300ms
func (t *Tracker) fromAggregator(ctx context.Context, id string) (Parcel, error) {
	return t.get(ctx, 300*time.Millisecond, t.aggregator, id)
}

//budgetlint:entry total=1500ms margin=100ms
func (t *Tracker) Where(ctx context.Context, id string) (Parcel, error) {
	ctx, cancel := context.WithTimeout(ctx, 1400*time.Millisecond)
	defer cancel()
	p, err := t.fromCarrier(ctx, id)
	if err == nil {
		return p, nil
	}
	second, err2 := t.fromAggregator(ctx, id)
	if err2 != nil {
		return Parcel{}, fmt.Errorf("%w, then %w", err, err2)
	}
	return second, nil
}

package receipt

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"
)

type Order struct {
	ID       string
	Customer string
	Coupon   string
}

type Customer struct{ Name, Address string }

type Coupon struct{ PercentOff int }

type Receipt struct {
	Order    Order
	Customer *Customer
	Coupon   *Coupon
}

type Printer struct {
	crm    string
	promos string
	hc     *http.Client
}

func New(crm, promos string) *Printer {
	return &Printer{crm: crm, promos: promos, hc: &http.Client{Timeout: 2 * time.Second}}
}

func lookUp[T any](ctx context.Context, hc *http.Client, base, id string) (*T, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/"+url.PathEscape(id), nil)
	if err != nil {
		return nil, err
	}
	resp, err := hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", id, resp.Status)
	}
	out := new(T)
	return out, json.NewDecoder(resp.Body).Decode(out)
}

func (p *Printer) Receipt(ctx context.Context, o Order) *Receipt {
	r := &Receipt{Order: o}
	var err error
	if o.Customer != "" { // alt:seqcalls
		r.Customer, err = lookUp[Customer](ctx, p.hc, p.crm, o.Customer) // alt:seqcalls
		if err != nil {
			slog.WarnContext(ctx, "receipt without customer", "order", o.ID, "err", err)
		}
	}
	if o.Coupon != "" { // alt:seqcalls
		r.Coupon, err = lookUp[Coupon](ctx, p.hc, p.promos, o.Coupon) // want:seqcalls
		if err != nil {
			slog.WarnContext(ctx, "receipt without coupon", "order", o.ID, "err", err)
		}
	}
	return r
}

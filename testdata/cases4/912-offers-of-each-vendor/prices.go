package prices

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/go-resty/resty/v2"
)

const atOnce = 6

type Vendor struct{ Name, URL string }

type Offer struct {
	Vendor string
	Cents  int
}

type answer struct {
	offer Offer
	err   error
}

type Comparer struct {
	vendors []Vendor
	rc      *resty.Client
}

func New(vendors []Vendor) *Comparer {
	return &Comparer{vendors: vendors, rc: resty.New().SetTimeout(1500 * time.Millisecond)}
}

func (c *Comparer) ask(ctx context.Context, v Vendor, sku string) (Offer, error) {
	resp, err := c.rc.R().SetContext(ctx).SetPathParam("sku", sku).Get(v.URL + "/prices/{sku}")
	if err != nil {
		return Offer{}, err
	}
	if resp.StatusCode() != http.StatusOK {
		return Offer{}, fmt.Errorf("%s: %s", v.Name, resp.Status())
	}
	cents, err := strconv.Atoi(resp.String())
	return Offer{Vendor: v.Name, Cents: cents}, err
}

// Offers lists what every vendor asks for the article.
func (c *Comparer) Offers(ctx context.Context, sku string) ([]Offer, error) {
	answers := make(chan answer, len(c.vendors))
	slots := make(chan struct{}, atOnce)
	for _, v := range c.vendors {
		slots <- struct{}{}
		go func() {
			defer func() { <-slots }()
			o, err := c.ask(ctx, v, sku)
			answers <- answer{o, err}
		}()
	}
	var offers []Offer
	for range c.vendors {
		a := <-answers
		if a.err != nil {
			return nil, fmt.Errorf("compare %s: %w", sku, a.err) // want:allornothing
		}
		offers = append(offers, a.offer)
	}
	return offers, nil
}

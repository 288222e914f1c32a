package nodeadline

import (
	"context"
	"net/http"
	"time"
)

// A constructor keeps the client that it is given; the methods decide whether that needs a limit of its own.
type tariff struct{ hc *http.Client }

func newTariff(hc *http.Client) *tariff { return &tariff{hc: hc} }

func (t *tariff) rates() (*http.Response, error) {
	return t.hc.Get("https://tariff.internal/rates") // want `may wait for ever: http.Client without Timeout`
}

var nightTariff = newTariff(&http.Client{})

// Every use has a deadline.
type skies struct{ hc *http.Client }

func newSkies(hc *http.Client) *skies { return &skies{hc: hc} }

func (w *skies) today(ctx context.Context) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://weather.internal/today", nil)
	if err != nil {
		return nil, err
	}
	return w.hc.Do(req)
}

var okSkies = newSkies(http.DefaultClient)

// The client has its own limit.
type tideTable struct{ hc *http.Client }

func newTideTable(hc *http.Client) *tideTable { return &tideTable{hc: hc} }

func (t *tideTable) next() (*http.Response, error) { return t.hc.Get("https://tides.internal/next") }

var okTides = newTideTable(&http.Client{Timeout: time.Second})

package nodeadline

import (
	"context"
	"net/http"
	"time"
)

type okSettings struct{ Timeout time.Duration }

// A limit from the configuration, as far as can be seen.
func okConfigured(s okSettings, url string) (*http.Response, error) {
	hc := &http.Client{Timeout: s.Timeout}
	return hc.Get(url)
}

type okLate struct{ hc *http.Client }

func newOkLate() *okLate { return &okLate{hc: &http.Client{}} }

// SetTimeout limits the client later on.
func (l *okLate) SetTimeout(d time.Duration) { l.hc.Timeout = d }

func (l *okLate) get(url string) (*http.Response, error) { return l.hc.Get(url) }

// All uses of this one carry a deadline.
var okUsed = &http.Client{}

func okUse(ctx context.Context, url string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return okUsed.Do(req)
}

// A client that is given in is bounded until shown otherwise.
type okGiven struct{ HTTP *http.Client }

func (g *okGiven) get(url string) (*http.Response, error) { return g.HTTP.Get(url) }

package slowfallback

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"net"
	"net/http"
	"time"

	"github.com/afex/hystrix-go/hystrix"
	"github.com/failsafe-go/failsafe-go/fallback"

	"slowfallback/geo"
)

// The second value of the type has less time.
type quickRates struct{ bank, mirror *provider }

func newQuickRates() *quickRates {
	return &quickRates{bank: newProvider("https://bank.example", 2*time.Second), mirror: newProvider("https://mirror.example", 300*time.Millisecond)}
}

func (r *quickRates) rate(ctx context.Context, pair string) (float64, error) {
	v, err := r.bank.rate(ctx, pair)
	if err != nil {
		other, second := r.mirror.rate(ctx, pair)
		if second != nil {
			return 0, errors.Join(err, second)
		}
		return other, nil
	}
	return v, nil
}

// How much time they have is not to be seen.
type givenRates struct{ bank, mirror *provider }

func (r *givenRates) rate(ctx context.Context, pair string) (float64, error) {
	v, err := r.bank.rate(ctx, pair)
	if err != nil {
		return r.mirror.rate(ctx, pair)
	}
	return v, nil
}

// Each round has its own time.
func (l *locator) eachInTime(ctx context.Context, name string) (p [2]float64, err error) {
	for _, provider := range l.providers {
		quick, cancel := context.WithTimeout(ctx, time.Second)
		p, err = provider.Locate(quick, name)
		cancel()
		if err == nil {
			return p, nil
		}
	}
	return p, err
}

// The clients from a list have a limit of their own; how many there are is the list's affair.
func (l *locator) each(ctx context.Context, name string) (p [2]float64, err error) {
	for _, provider := range l.providers {
		if p, err = provider.Locate(ctx, name); err == nil {
			return p, nil
		}
	}
	return p, err
}

// … or may have one.
func (c *client) eachMirror(ctx context.Context, mirrors []string) (resp *http.Response, err error) {
	for _, mirror := range mirrors {
		if resp, err = c.ask(ctx, mirror+"/index", ""); err == nil {
			return resp, nil
		}
	}
	return nil, err
}

// Addresses of one host.
func dialAny(ctx context.Context, d *net.Dialer, addrs []string) (conn net.Conn, err error) {
	for _, addr := range addrs {
		if conn, err = d.DialContext(ctx, "tcp", addr); err == nil {
			return conn, nil
		}
	}
	return nil, err
}

// All of them are asked, whatever one says.
func (l *locator) all(ctx context.Context, name string) (out [][2]float64, err error) {
	for _, provider := range l.providers {
		p, err := provider.Locate(ctx, name)
		if err != nil {
			continue
		}
		out = append(out, p)
	}
	return out, nil
}

// What is missing is made.
func (l *locator) findOrCreate(ctx context.Context, name string) (p [2]float64, err error) {
	p, err = l.stored(ctx, name)
	if err != nil {
		p, err = l.createPlace(ctx, name)
	}
	return p, err
}

func (l *locator) createPlace(ctx context.Context, name string) (p [2]float64, err error) {
	_, err = l.db.ExecContext(ctx, "INSERT INTO places (name) VALUES (?)", name)
	return p, err
}

// Read through: the table is filled from the provider.
func (l *locator) through(ctx context.Context, name string) ([2]float64, error) {
	p, err := l.stored(ctx, name)
	if err != nil {
		return l.free.Locate(ctx, name)
	}
	return p, nil
}

// The same, by what is missing.
func (l *locator) unknown(ctx context.Context, name string) ([2]float64, error) {
	p, err := l.free.Locate(ctx, name)
	switch {
	case errors.Is(err, errMissing):
		return l.paid.Locate(ctx, name)
	case err != nil:
		return p, err
	}
	return p, nil
}

func (l *locator) noRows(ctx context.Context, a, b *source, id string) (string, error) {
	t, err := a.title(ctx, id)
	if err != nil && errors.Is(err, sql.ErrNoRows) {
		return b.title(ctx, id)
	}
	return t, err
}

// What is done about a failure: it is written down, and given back.
func (l *locator) noted(ctx context.Context, name string) ([2]float64, error) {
	p, err := l.free.Locate(ctx, name)
	if err != nil {
		if _, second := l.db.ExecContext(ctx, "INSERT INTO failures VALUES (?)", name); second != nil {
			log.Print(second)
		}
		return p, err
	}
	return p, nil
}

// … or undone.
type seats struct{ seats, payments *chain }

func (s *seats) book(ctx context.Context, seat string) error {
	if err := s.seats.call(ctx, s.seats.primary, "reserve", nil); err != nil {
		return err
	}
	if err := s.payments.call(ctx, s.payments.primary, "charge", nil); err != nil {
		_ = s.seats.call(ctx, s.seats.primary, "release", nil)
		return err
	}
	return nil
}

// A helper that is told what went wrong.
func (c *client) failed(ctx context.Context, err error) (*http.Response, error) {
	_, _ = c.ask(ctx, c.second+"/failures", err.Error())
	return nil, err
}

func (c *client) told(ctx context.Context) (*http.Response, error) {
	resp, err := c.ask(ctx, c.primary, "")
	if err != nil {
		return c.failed(ctx, err)
	}
	return resp, nil
}

// Another attempt, with a fresh token.
func (c *client) refreshed(ctx context.Context, token string) (*http.Response, error) {
	resp, err := c.ask(ctx, c.primary, token)
	if err != nil {
		if token, err = c.token(ctx); err != nil {
			return nil, err
		}
		return c.ask(ctx, c.primary, token)
	}
	return resp, nil
}

func (c *client) token(ctx context.Context) (string, error) {
	resp, err := c.ask(ctx, c.second, "")
	if err != nil {
		return "", err
	}
	return resp.Header.Get("Token"), resp.Body.Close()
}

// Fallbacks with a limit of their own, or in memory.
func (l *locator) limited(ctx context.Context, name string) (p [2]float64, err error) {
	err = hystrix.DoC(ctx, "free", func(ctx context.Context) error {
		p, err = l.free.Locate(ctx, name)
		return err
	}, func(ctx context.Context, _ error) error {
		quick, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
		defer cancel()
		p, err = l.paid.Locate(quick, name)
		return err
	})
	return p, err
}

func zero() any { return fallback.NewWithResult([2]float64{}) }

// What a router falls back to.
type router struct{}

func (router) SetFallback(h func(http.ResponseWriter, *http.Request)) {}

func (l *locator) routes(r router) {
	r.SetFallback(func(w http.ResponseWriter, req *http.Request) {
		if _, err := l.paid.Locate(req.Context(), req.URL.Path); err != nil {
			http.NotFound(w, req)
		}
	})
}

// What loads a cache.
type memo struct{}

func (memo) Remember(ctx context.Context, key string, known func() bool, fallback func() ([2]float64, error)) ([2]float64, error) {
	return fallback()
}

func (l *locator) remembered(ctx context.Context, m memo, name string) ([2]float64, error) {
	return m.Remember(ctx, name, func() bool { return name != "" }, func() ([2]float64, error) { return l.free.Locate(ctx, name) })
}

// The one that is asked afterwards is another question.
func (l *locator) nearest(ctx context.Context, name string) ([2]float64, error) {
	p, err := l.free.Locate(ctx, name)
	if err != nil {
		return l.free.Locate(ctx, name+" city")
	}
	return p, nil
}

var _ = geo.New

// The second is said to take less.
//
//budgetlint:downstream name=shelf-copy core timeout=200ms
func (p *pair) shelfCopy(ctx context.Context, id string) (string, error) { return p.far.title(ctx, id) }

func (p *pair) shelfInTime(ctx context.Context, id string) (string, error) {
	t, err := p.shelfNear(ctx, id)
	if err != nil {
		return p.shelfCopy(ctx, id)
	}
	return t, nil
}

package slowfallback

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/afex/hystrix-go/hystrix"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/fallback"
	"github.com/sony/gobreaker/v2"

	"slowfallback/geo"
)

type locator struct {
	free, paid *geo.Client
	cb         *gobreaker.CircuitBreaker[[2]float64]
	db         *sql.DB
	providers  []*geo.Client
}

// Both from another package, with a log line between.
func (l *locator) chained(ctx context.Context, name string) ([2]float64, error) {
	p, err := l.free.Locate(ctx, name)
	if err != nil {
		log.Printf("free locator: %v", err)
		p, err = l.paid.Locate(ctx, name) // want `^l.paid.Locate\(ctx, name\) is asked after l.free.Locate\(ctx, name\) has failed`
		if err != nil {
			return p, fmt.Errorf("locate %s: %w", name, err)
		}
	}
	return p, nil
}

// Good first, and the rest is the failure.
func (l *locator) early(ctx context.Context, name string) ([2]float64, error) {
	p, err := l.free.Locate(ctx, name)
	if err == nil {
		return p, nil
	}
	log.Print(err)
	return l.paid.Locate(ctx, name) // want `slowfallback`
}

func (l *locator) inInit(ctx context.Context, name string) ([2]float64, error) {
	if p, err := l.free.Locate(ctx, name); err == nil {
		return p, nil
	}
	return l.paid.Locate(ctx, name) // want `slowfallback`
}

// By what went wrong.
func (l *locator) switched(ctx context.Context, name string) ([2]float64, error) {
	p, err := l.free.Locate(ctx, name)
	switch {
	case err == nil:
		return p, nil
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded):
		return l.paid.Locate(ctx, name) // want `slowfallback`
	}
	return p, err
}

func (l *locator) otherwise(ctx context.Context, name string) ([2]float64, error) {
	p, err := l.free.Locate(ctx, name)
	switch {
	case err == nil:
		return p, nil
	case errors.Is(err, errMissing):
		return p, err
	default:
		return l.paid.Locate(ctx, name) // want `slowfallback`
	}
}

func (l *locator) timedOut(ctx context.Context, name string) ([2]float64, error) {
	p, err := l.free.Locate(ctx, name)
	if isTimeout(err) {
		p, err = l.paid.Locate(ctx, name) // want `slowfallback`
	}
	return p, err
}

func isTimeout(err error) bool { return errors.Is(err, context.DeadlineExceeded) }

// Other tests between the call and the one of its error.
func (l *locator) between(ctx context.Context, name string) ([2]float64, error) {
	p, err := l.free.Locate(ctx, name)
	if errors.Is(err, errMissing) {
		return p, err
	}
	if err != nil && ctx.Err() == nil {
		if q, second := l.paid.Locate(ctx, name); second == nil { // want `slowfallback`
			return q, nil
		}
		return p, err
	}
	return p, nil
}

// A breaker runs the first.
func (l *locator) broken(ctx context.Context, name string) ([2]float64, error) {
	p, err := l.cb.Execute(func() ([2]float64, error) { return l.free.Locate(ctx, name) })
	if errors.Is(err, gobreaker.ErrOpenState) {
		return l.paid.Locate(ctx, name) // want `^l.paid.Locate\(ctx, name\) is asked after l.free.Locate`
	}
	return p, err
}

func (l *locator) brokenElse(ctx context.Context, name string) (p [2]float64, err error) {
	p, err = l.cb.Execute(func() ([2]float64, error) { return l.free.Locate(ctx, name) })
	if err == nil {
		return p, nil
	} else if errors.Is(err, context.Canceled) {
		return p, err
	} else {
		return l.paid.Locate(ctx, name) // want `slowfallback`
	}
}

// From a table, if the provider does not answer.
func (l *locator) stored(ctx context.Context, name string) (p [2]float64, err error) {
	err = l.db.QueryRowContext(ctx, "SELECT lat, lon FROM places WHERE name=?", name).Scan(&p[0], &p[1])
	return p, err
}

func (l *locator) orStored(ctx context.Context, name string) ([2]float64, error) {
	p, err := l.free.Locate(ctx, name)
	if err != nil {
		return l.stored(ctx, name) // want `^l.stored\(ctx, name\) is asked after`
	}
	return p, nil
}

// The answer goes where a pointer points.
type chain struct {
	primary, backup string
	http            *http.Client
}

func (c *chain) call(ctx context.Context, endpoint, method string, out any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, endpoint+"/"+method, nil)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(out)
}

func (c *chain) height(ctx context.Context) (n int64, err error) {
	if err = c.call(ctx, c.primary, "height", &n); err != nil {
		err = c.call(ctx, c.backup, "height", &n) // want `slowfallback`
	}
	return n, err
}

// A client, and what it is to ask for, are arguments.
func read(ctx context.Context, from *source, shelf, id string) (string, error) {
	return from.title(ctx, shelf+"/"+id)
}

type library struct {
	main, branch           *source
	mainShelf, branchShelf string
}

func (l *library) title(ctx context.Context, id string) (string, error) {
	t, err := read(ctx, l.main, l.mainShelf, id)
	if err != nil {
		return read(ctx, l.branch, l.branchShelf, id) // want `slowfallback`
	}
	return t, nil
}

// A helper that says that it stands in.
func (c *client) backup(ctx context.Context) (*http.Response, error) { return c.ask(ctx, c.second, "") }

func (c *client) helped(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.primary, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return c.backup(ctx) // want `slowfallback`
	}
	return resp, nil
}

// One after the other.
func anyTitle(ctx context.Context, replicas []*source, id string) (t string, err error) {
	for _, replica := range replicas {
		t, err = replica.title(ctx, id) // want `^replicas are asked one after the other on the same context: a slow one leaves the next no time, or the caller waits for all \(slowfallback\)$`
		if err == nil {
			return t, nil
		}
		log.Print(err)
	}
	return t, err
}

func (l *locator) two(ctx context.Context, name string) (p [2]float64, err error) {
	for _, c := range []*geo.Client{l.free, l.paid} {
		p, err := c.Locate(ctx, name) // want `slowfallback`
		if err != nil {
			continue
		}
		return p, nil
	}
	return p, errors.New("nobody knows")
}

// Libraries.
func (l *locator) inContext(ctx context.Context, name string) (p [2]float64, err error) {
	err = hystrix.DoC(ctx, "free", func(ctx context.Context) error {
		p, err = l.free.Locate(ctx, name)
		return err
	}, func(ctx context.Context, _ error) error {
		p, err = l.paid.Locate(ctx, name) // want `^the fallback that hystrix.DoC calls waits for l.paid.Locate\(ctx, name\)`
		return err
	})
	return p, err
}

type asking = failsafe.Execution[[2]float64]

func (l *locator) scan(e asking) ([2]float64, error) {
	var p [2]float64
	err := l.db.QueryRowContext(e.Context(), "SELECT lat, lon FROM places LIMIT 1").Scan(&p[0], &p[1]) // want `^the fallback that fallback.NewWithFunc calls waits for`
	return p, err
}

func (l *locator) policy() failsafe.Executor[[2]float64] {
	return failsafe.With[[2]float64](fallback.NewWithFunc(l.scan))
}

// A helper of the module.
func guarded[T any](ctx context.Context, call, fallback func(context.Context) (T, error)) (T, error) {
	v, err := call(ctx)
	if err != nil {
		return fallback(ctx)
	}
	return v, nil
}

func (l *locator) guarded(ctx context.Context, name string) ([2]float64, error) {
	return guarded(ctx, func(ctx context.Context) ([2]float64, error) {
		return l.free.Locate(ctx, name)
	}, func(ctx context.Context) ([2]float64, error) {
		return l.paid.Locate(ctx, name) // want `^the fallback that slowfallback.guarded calls waits for`
	})
}

// Two values of one type, with the same limit.
type rates struct{ bank, mirror *provider }

type provider struct {
	url  string
	http *http.Client
}

func newProvider(url string, limit time.Duration) *provider {
	return &provider{url: url, http: &http.Client{Timeout: limit}}
}

func newRates() *rates {
	return &rates{bank: newProvider("https://bank.example", 2*time.Second), mirror: newProvider("https://mirror.example", 2*time.Second)}
}

func (p *provider) rate(ctx context.Context, pair string) (v float64, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url+"/"+pair, nil)
	if err != nil {
		return 0, err
	}
	resp, err := p.http.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return v, json.NewDecoder(resp.Body).Decode(&v)
}

func (r *rates) rate(ctx context.Context, pair string) (float64, error) {
	v, err := r.bank.rate(ctx, pair)
	if err != nil {
		return r.mirror.rate(ctx, pair) // want `slowfallback`
	}
	return v, nil
}

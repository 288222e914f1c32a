package sharedpool

import (
	"context"
	"net/http"
	"net/url"

	"golang.org/x/sync/semaphore"
)

// One semaphore for logins and reports.
type gateway struct {
	permits        *semaphore.Weighted
	slots          chan struct{}
	users, reports *http.Client
}

func (g *gateway) login(ctx context.Context, req *http.Request) (*http.Response, error) {
	if err := g.permits.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer g.permits.Release(1)
	return g.users.Do(req)
}

func (g *gateway) logout(ctx context.Context, req *http.Request) (*http.Response, error) {
	if err := g.permits.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer g.permits.Release(1)
	return g.users.Do(req)
}

func (g *gateway) report(ctx context.Context, req *http.Request) (*http.Response, error) {
	if err := g.permits.Acquire(ctx, 1); err != nil { // want `^g.permits limits the calls of g.users and those of g.reports together: while one of them is slow, it takes the places of both \(sharedpool\)$`
		return nil, err
	}
	defer g.permits.Release(1)
	return g.reports.Do(req)
}

// A channel, by a helper that runs what it is given.
func (g *gateway) limited(ctx context.Context, f func() error) error {
	select {
	case g.slots <- struct{}{}:
		defer func() { <-g.slots }()
		return f()
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (g *gateway) name(ctx context.Context, req *http.Request) error {
	return g.limited(ctx, func() error {
		resp, err := g.users.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

func (g *gateway) year(ctx context.Context, req *http.Request) error {
	return g.limited(ctx, func() error { // want `g.slots limits the calls of g.users and those of g.reports together`
		resp, err := g.reports.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// The limit of one client, whatever is called on it.
type client struct {
	slots chan struct{}
	http  *http.Client
	other *http.Client
}

func (c *client) get(req *http.Request) (*http.Response, error) {
	c.slots <- struct{}{}
	defer func() { <-c.slots }()
	return c.http.Do(req)
}

func (c *client) list(req *http.Request) (*http.Response, error) {
	c.slots <- struct{}{}
	defer func() { <-c.slots }()
	return c.http.Do(req)
}

// Not under the limit.
func (c *client) free(req *http.Request) (*http.Response, error) { return c.other.Do(req) }

// A semaphore of the call alone.
func (g *gateway) each(ctx context.Context, reqs []*http.Request) {
	slots := make(chan struct{}, 4)
	for _, req := range reqs {
		slots <- struct{}{}
		go func() {
			defer func() { <-slots }()
			if resp, err := g.users.Do(req.WithContext(ctx)); err == nil {
				resp.Body.Close()
			}
		}()
	}
}

// The default client under another name.
type settings struct {
	base   string
	client *http.Client
}

func newSettings(base string) *settings { return &settings{base, http.DefaultClient} }

type keyed struct{ client, own *http.Client }

func newKeyed() *keyed { return &keyed{client: http.DefaultClient, own: &http.Client{}} }

func (k *keyed) proxy(u *url.URL) {
	k.client.Transport = &http.Transport{Proxy: http.ProxyURL(u)} // want `k.client.Transport is changed for the whole process`
	k.own.Transport = &http.Transport{Proxy: http.ProxyURL(u)}
}

func (s *settings) proxy(u *url.URL) {
	s.client.Transport = &http.Transport{Proxy: http.ProxyURL(u)} // want `s.client.Transport is changed for the whole process`
}

func tuned(c *http.Client) *http.Client {
	if c == nil {
		c = http.DefaultClient
	}
	c.CheckRedirect = nil // want `c.CheckRedirect is changed for the whole process`
	return c
}

func narrow(t *http.Transport) { t.MaxConnsPerHost = 1 } // want `t.MaxConnsPerHost is changed for the whole process`

func narrowed() {
	if t, ok := http.DefaultTransport.(*http.Transport); ok {
		narrow(t)
	}
}

func narrowedOwn() { widen(&http.Transport{}) }

func widen(t *http.Transport) { t.MaxConnsPerHost = 100 }

func insecure(on bool) *http.Client {
	hc := &http.Client{Transport: http.DefaultTransport}
	own := &http.Client{Transport: &http.Transport{}}
	if t, ok := hc.Transport.(*http.Transport); ok && on {
		t.Proxy = nil // want `t.Proxy is changed for the whole process`
	}
	if t, ok := own.Transport.(*http.Transport); ok {
		t.Proxy = nil
	}
	return hc
}

// One worker for two services.
type runner struct {
	payments, mailer string
	http             *http.Client
	jobs             chan string
	other            chan string
}

func (r *runner) start() {
	go r.run(context.Background())
	go r.runOne(context.Background())
}

func (r *runner) post(ctx context.Context, url, body string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url+body, nil)
	if err != nil {
		return err
	}
	resp, err := r.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (r *runner) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case j := <-r.jobs:
			switch j {
			case "pay":
				_ = r.post(ctx, r.payments, j)
			case "mail":
				_ = r.post(ctx, r.mailer, j) // want `one worker takes from r.jobs for all receivers`
			}
		}
	}
}

// One service in two ways.
func (r *runner) runOne(ctx context.Context) {
	for j := range r.other {
		if j == "" {
			_ = r.post(ctx, r.payments, "none")
		} else {
			_ = r.post(ctx, r.payments, j)
		}
	}
}

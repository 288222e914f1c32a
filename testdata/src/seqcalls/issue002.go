package seqcalls

import (
	"context"
	"net/http"
	"sync"

	"seqcalls/shop"
)

// modifier puts into a request what the other side asks for; a token may have to be fetched for it.
type modifier interface{ Modify(req *http.Request) error }

type bearer struct {
	hc    *http.Client
	realm string
}

func (b *bearer) Modify(req *http.Request) error {
	resp, err := b.hc.Get(b.realm)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	req.Header.Set("Authorization", resp.Header.Get("Token"))
	return nil
}

type registry struct {
	hc   *http.Client
	auth modifier
}

// What one call puts into the request, the other one sends.
func (r *registry) okModified(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	if err := r.auth.Modify(req); err != nil {
		return nil, err
	}
	return r.hc.Do(req)
}

type check func() error

// A constructor: what it makes asks later.
func checkOf(hc *http.Client, url string) check {
	return check(func() error {
		resp, err := hc.Get(url)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

func okConstructors(hc *http.Client) map[string]check {
	all := map[string]check{}
	all["shop"] = portal(hc)
	all["stock"] = stock(hc)
	return all
}

type checker interface{ check() error }

func (c check) check() error { return c() }

func portal(hc *http.Client) check { return checkOf(hc, "https://shop") }

// It only starts what asks.
func stock(hc *http.Client) check {
	c := checkOf(hc, "https://stock")
	go func() { _ = c() }()
	return c
}

// names asks once for each name.
type names struct {
	mu    sync.Mutex
	known map[string]*shop.User
	shop  *shop.Client
}

func (n *names) of(ctx context.Context, id string) (*shop.User, error) {
	n.mu.Lock()
	u, ok := n.known[id]
	n.mu.Unlock()
	if ok {
		return u, nil
	}
	u, err := n.shop.User(ctx, id)
	if err != nil {
		return nil, err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.known[id] = u
	return u, nil
}

// Answers that are kept: both calls go out only the first time.
func (n *names) okKept(ctx context.Context, a, b string) (string, string, error) {
	first, err := n.of(ctx, a)
	if err != nil {
		return "", "", err
	}
	second, err := n.of(ctx, b)
	if err != nil {
		return "", "", err
	}
	return first.Name, second.Name, nil
}

// A refusal before the call gives nothing that was kept.
func (n *names) fresh(ctx context.Context, id string) (*shop.User, error) {
	if id == "" {
		return nil, nil
	}
	return n.shop.User(ctx, id)
}

func (n *names) both(ctx context.Context, a, b string) (*shop.User, *shop.User, error) {
	first, err := n.fresh(ctx, a)
	if err != nil {
		return nil, nil, err
	}
	second, err := n.fresh(ctx, b) // want `2 calls wait`
	return first, second, err
}

// Whether it is there: the second question is asked only if it is.
func (p *Pages) okExists(ctx context.Context, user, item string) (int, error) {
	if _, err := p.shop.User(ctx, user); err != nil {
		return 0, err
	}
	return p.shop.Stock(ctx, item)
}

// Another service is asked about something else.
func (p *Pages) ofTwo(ctx context.Context, stock *shop.Client, user, item string) (int, error) {
	if _, err := p.shop.User(ctx, user); err != nil {
		return 0, err
	}
	return stock.Stock(ctx, item) // want `2 calls wait`
}

// What is found goes out at once.
func (p *Pages) report(ctx context.Context, user string, out chan<- shop.Order) (int, error) {
	orders, err := p.shop.Orders(ctx, user)
	for _, o := range orders {
		out <- o
	}
	return len(orders), err
}

func (p *Pages) okReports(ctx context.Context, a, b string, mine, theirs chan<- shop.Order) (int, error) {
	n, err := p.report(ctx, a, mine)
	if err != nil {
		return 0, err
	}
	m, err := p.report(ctx, b, theirs)
	return n + m, err
}

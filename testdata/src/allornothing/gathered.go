package allornothing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"

	"github.com/labstack/echo/v4"
	"github.com/sourcegraph/conc/iter"
	"github.com/sourcegraph/conc/pool"
	"golang.org/x/sync/errgroup"

	"allornothing/edge"
)

type usage = map[string]int64

type console struct {
	edge  *edge.Client
	sites []edge.Site
	parts map[string]*part
}

// Each answer stands beside its error, and the first error counts.
func (c *console) beside(ctx context.Context) ([]usage, error) {
	type result struct {
		u   usage
		err error
	}
	results := make([]result, len(c.sites))
	var wg sync.WaitGroup
	for i := range c.sites {
		wg.Add(1)
		go func() {
			defer wg.Done()
			u, err := c.edge.Usage(ctx, c.sites[i])
			results[i] = result{u, err}
		}()
	}
	wg.Wait()
	var out []usage
	for _, r := range results {
		if r.err != nil {
			return nil, r.err // want `one of c.sites that fails`
		}
		out = append(out, r.u)
	}
	return out, nil
}

// A channel of errors that is closed.
func (c *console) errorChannel(ctx context.Context) (map[string]usage, error) {
	var (
		mu  sync.Mutex
		wg  sync.WaitGroup
		out = map[string]usage{}
	)
	errs := make(chan error, len(c.sites))
	for _, s := range c.sites {
		wg.Add(1)
		go func(s edge.Site) {
			defer wg.Done()
			u, err := c.edge.Usage(ctx, s)
			if err != nil {
				errs <- fmt.Errorf("%s: %w", s.Name, err)
				return
			}
			mu.Lock()
			out[s.Name] = u
			mu.Unlock()
		}(s)
	}
	wg.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			return nil, err // want `one of c.sites that fails`
		}
	}
	return out, nil
}

// The first error is kept.
func (c *console) firstError(ctx context.Context) ([]usage, error) {
	var (
		wg    sync.WaitGroup
		once  sync.Once
		first error
	)
	out := make([]usage, len(c.sites))
	for i, s := range c.sites {
		wg.Add(1)
		go func() {
			defer wg.Done()
			u, err := c.edge.Usage(ctx, s)
			if err != nil {
				once.Do(func() { first = err })
				return
			}
			out[i] = u
		}()
	}
	wg.Wait()
	if first != nil {
		return nil, first // want `one of c.sites that fails`
	}
	return out, nil
}

// All errors are joined, and still all is lost.
func (c *console) joinedAndLost(ctx context.Context) ([]usage, error) {
	var out []usage
	var errs []error
	for _, s := range c.sites {
		u, err := c.edge.Usage(ctx, s)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		out = append(out, u)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err // want `one of c.sites that fails`
	}
	return out, nil
}

func (c *console) counted(ctx context.Context) ([]usage, error) {
	errs := make([]error, 0, len(c.sites))
	out := make([]usage, 0, len(c.sites))
	for _, s := range c.sites {
		if u, err := c.edge.Usage(ctx, s); err != nil {
			errs = append(errs, err)
		} else {
			out = append(out, u)
		}
	}
	if len(errs) > 0 {
		return nil, errs[0] // want `one of c.sites that fails`
	}
	return out, nil
}

// A library runs a function for each.
func (c *console) mapped(ctx context.Context) ([]usage, error) {
	out, err := iter.MapErr(c.sites, func(s *edge.Site) (usage, error) {
		return c.edge.Usage(ctx, *s)
	})
	if err != nil {
		return nil, err // want `one of c.sites that fails`
	}
	return out, nil
}

// A pool with results.
func (c *console) pooled(ctx context.Context) ([]usage, error) {
	p := pool.NewWithResults[usage]().WithMaxGoroutines(4).WithContext(ctx)
	for _, s := range c.sites {
		p.Go(func(ctx context.Context) (usage, error) { return c.edge.Usage(ctx, s) })
	}
	out, err := p.Wait() // want `one of c.sites that fails`
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Workers take the targets from a channel.
func (c *console) workers(ctx context.Context) ([]usage, error) {
	type done struct {
		u   usage
		err error
	}
	jobs, results := make(chan edge.Site), make(chan done)
	for range 4 {
		go func() {
			for s := range jobs {
				u, err := c.edge.Usage(ctx, s)
				results <- done{u: u, err: err}
			}
		}()
	}
	go func() {
		defer close(jobs)
		for _, s := range c.sites {
			jobs <- s
		}
	}()
	var out []usage
	for range c.sites {
		d := <-results
		if d.err != nil {
			return nil, d.err // want `one of jobs that fails`
		}
		out = append(out, d.u)
	}
	return out, nil
}

// What to do is listed first.
func (c *console) listed(ctx context.Context) ([]usage, error) {
	out := make([]usage, len(c.sites))
	var todo []func() error
	for i, s := range c.sites {
		todo = append(todo, func() error {
			u, err := c.edge.Usage(ctx, s)
			if err != nil {
				return err
			}
			out[i] = u
			return nil
		})
	}
	var g errgroup.Group
	g.SetLimit(3)
	for _, f := range todo {
		g.Go(f)
	}
	if err := g.Wait(); err != nil { // want `one of c.sites that fails`
		return nil, err
	}
	return out, nil
}

// Answers and errors come in as they are ready.
func (c *console) selected(ctx context.Context) ([]usage, error) {
	answers, errs := make(chan usage, len(c.sites)), make(chan error, len(c.sites))
	for _, s := range c.sites {
		go c.report(ctx, s, answers, errs)
	}
	var out []usage
	for range c.sites {
		select {
		case u := <-answers:
			out = append(out, u)
		case err := <-errs:
			return nil, err // want `one of c.sites that fails`
		}
	}
	return out, nil
}

func (c *console) report(ctx context.Context, s edge.Site, answers chan<- usage, errs chan<- error) {
	u, err := c.edge.Usage(ctx, s)
	if err != nil {
		errs <- err
		return
	}
	answers <- u
}

// A helper of the module runs a function for each.
func forEach[T any](ctx context.Context, items []T, limit int, f func(context.Context, T) error) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(limit)
	for _, item := range items {
		g.Go(func() error { return f(ctx, item) })
	}
	return g.Wait()
}

func (c *console) helped(ctx context.Context) ([]usage, error) {
	var mu sync.Mutex
	var out []usage
	err := forEach(ctx, c.sites, 4, func(ctx context.Context, s edge.Site) error {
		u, err := c.edge.Usage(ctx, s)
		if err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		out = append(out, u)
		return nil
	})
	if err != nil {
		return nil, err // want `one of c.sites that fails`
	}
	return out, nil
}

// Handlers answer an error.
func (c *console) echoed(e echo.Context) error {
	all := map[string]string{}
	for name := range c.parts {
		text, err := c.parts[name].Enrich(e.Request().Context(), "disk")
		if err != nil {
			return echo.NewHTTPError(http.StatusBadGateway, err.Error()) // want `one of c.parts that fails`
		}
		all[name] = text
	}
	return e.JSON(http.StatusOK, all)
}

func (c *console) plain(w http.ResponseWriter, r *http.Request) {
	var all []usage
	for _, s := range c.sites {
		u, err := c.edge.Usage(r.Context(), s)
		if err != nil {
			writeError(w, err)
			return // want `one of c.sites that fails`
		}
		all = append(all, u)
	}
	_ = json.NewEncoder(w).Encode(all)
}

func writeError(w http.ResponseWriter, err error) {
	http.Error(w, err.Error(), http.StatusBadGateway)
}

// The host of an address.
func (c *console) versions(ctx context.Context, hosts []string) (map[string]string, error) {
	versions := make(map[string]string, len(hosts))
	for i := 0; i < len(hosts); i++ {
		u := url.URL{Scheme: "https", Host: hosts[i], Path: "/version"}
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
		if err != nil {
			return nil, err
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", hosts[i], err) // want `one of hosts that fails`
		}
		resp.Body.Close()
		versions[hosts[i]] = resp.Header.Get("Server")
	}
	return versions, nil
}

// A part of the answer.
type overview struct {
	Title string
	Usage []usage
}

func (c *console) overview(ctx context.Context) (*overview, error) {
	o := &overview{Title: "all sites"}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(4)
	var mu sync.Mutex
	for _, site := range c.sites {
		g.Go(func() error {
			u, err := c.edge.Usage(ctx, site)
			if err == nil {
				mu.Lock()
				o.Usage = append(o.Usage, u)
				mu.Unlock()
			}
			return err
		})
	}
	err := g.Wait() // want `one of c.sites that fails`
	if err != nil {
		return nil, err
	}
	return o, nil
}

// The directive stands in another package, and a helper is between.
func (c *console) banner(ctx context.Context) (string, error) { return c.edge.Banner(ctx, "home") }

//budgetlint:entry total=1s
func (c *console) home(ctx context.Context) ([]string, error) {
	user, err := (part{url: "http://users.example"}).Enrich(ctx, "42")
	if err != nil {
		return nil, err
	}
	banner, err := c.banner(ctx)
	if err != nil {
		return nil, fmt.Errorf("banner: %w", err) // want `^the failure of banner-service \(\(\*edge.Client\).Banner\) fails the answer, although its directive calls it degradable \(allornothing/degradable\)$`
	}
	return []string{user, banner}, nil
}

//budgetlint:entry total=1s
func (c *console) byChannel(ctx context.Context) (string, error) {
	text, errs := make(chan string, 1), make(chan error, 1)
	go func() {
		b, err := c.edge.Banner(ctx, "home")
		if err != nil {
			errs <- err
			return
		}
		text <- b
	}()
	select {
	case b := <-text:
		return b, nil
	case err := <-errs:
		return "", err // want `allornothing/degradable`
	}
}

func (c *console) loadBanner() error {
	_, err := c.edge.Banner(context.Background(), "home")
	return err
}

func (c *console) byName() error {
	var g errgroup.Group
	g.Go(c.loadBanner) // want `allornothing/degradable`
	return g.Wait()
}

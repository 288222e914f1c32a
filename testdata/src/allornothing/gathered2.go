package allornothing

import (
	"context"
	"fmt"
	"net/http"
	"sort"
	"sync"

	"golang.org/x/sync/errgroup"

	"allornothing/edge"
)

// What is put together has a name and methods.
type ledger struct {
	mu   sync.Mutex
	rows []string
}

func (l *ledger) add(row string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.rows = append(l.rows, row)
}

func (l *ledger) sorted() []string {
	sort.Strings(l.rows)
	return l.rows
}

func ledgers(ctx context.Context, es []enricher) ([]string, error) {
	var all ledger
	var g errgroup.Group
	g.SetLimit(4)
	for _, e := range es {
		g.Go(func() error {
			text, err := e.Enrich(ctx, "rows")
			if err != nil {
				return fmt.Errorf("rows: %w", err)
			}
			all.add(text)
			return nil
		})
	}
	if err := g.Wait(); err != nil { // want `one of es that fails fails them all: what all got`
		return nil, err
	}
	return all.sorted(), nil
}

// The helper puts its answer into a channel that it is given.
func (c *console) into(ctx context.Context, s *edge.Site, out chan<- usage) error {
	u, err := c.edge.Usage(ctx, *s)
	if err != nil {
		return err
	}
	out <- u
	return nil
}

func (c *console) drained(ctx context.Context) (all []usage, err error) {
	out := make(chan usage, len(c.sites))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(4)
	for _, s := range c.sites {
		g.Go(func() error { return c.into(ctx, &s, out) })
	}
	if err := g.Wait(); err != nil { // want `one of c.sites that fails`
		return nil, err
	}
	close(out)
	for u := range out {
		all = append(all, u)
	}
	return all, nil
}

// A literal with a name asks one.
func (c *console) named(ctx context.Context) (map[string]usage, error) {
	ask := func(s edge.Site) (usage, error) {
		u, err := c.edge.Usage(ctx, s)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
		return u, nil
	}
	out := map[string]usage{}
	for _, s := range c.sites {
		u, err := ask(s)
		if err != nil {
			return nil, err // want `one of c.sites that fails`
		}
		out[s.Name] = u
	}
	return out, nil
}

// A switch tells answers from failures.
func (c *console) told(ctx context.Context) ([]usage, error) {
	type got struct {
		usage usage
		err   error
	}
	ch := make(chan got)
	for _, s := range c.sites {
		go func() {
			u, err := c.edge.Usage(ctx, s)
			ch <- got{u, err}
		}()
	}
	out := make([]usage, 0, len(c.sites))
	for range c.sites {
		g := <-ch
		switch {
		case g.err != nil:
			return nil, g.err // want `one of c.sites that fails`
		default:
			out = append(out, g.usage)
		}
	}
	return out, nil
}

// A function with a name is run for each.
func collect[T, R any](ctx context.Context, items []T, f func(context.Context, T) (R, error)) (out []R, err error) {
	for _, item := range items {
		r, err := f(ctx, item)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

func (c *console) collected(ctx context.Context) ([]usage, error) {
	out, err := collect(ctx, c.sites, c.edge.Usage)
	if err != nil {
		return nil, err // want `one of c.sites that fails`
	}
	return out, nil
}

// A setting of the client says where it asks.
type options struct{ Region string }

type regional struct {
	opts options
	http *http.Client
}

func newRegional(o options) *regional { return &regional{opts: o, http: http.DefaultClient} }

func (r *regional) prices(ctx context.Context) (string, error) {
	return part{url: "https://" + r.opts.Region + ".prices.example", http: r.http}.Enrich(ctx, "prices")
}

type regionalClient = regional

func newRegionalClient(o options) *regionalClient { return newRegional(o) }

func prices(ctx context.Context, regions []string) (map[string]string, error) {
	out := map[string]string{}
	for _, region := range regions {
		client := newRegionalClient(options{Region: region})
		text, err := client.prices(ctx)
		if err != nil {
			return nil, fmt.Errorf("prices in %s: %w", region, err) // want `one of regions that fails`
		}
		out[region] = text
	}
	return out, nil
}

// An answer of its own for errors.
func respondError(w http.ResponseWriter, status int, err error) { http.Error(w, err.Error(), status) }

func writeJSON(w http.ResponseWriter, v any) { fmt.Fprint(w, v) }

func (c *console) answered(w http.ResponseWriter, r *http.Request) {
	list := make([]usage, 0, len(c.sites))
	for _, s := range c.sites {
		u, err := c.edge.Usage(r.Context(), s)
		if err != nil {
			respondError(w, http.StatusServiceUnavailable, err)
			return // want `one of c.sites that fails`
		}
		list = append(list, u)
	}
	writeJSON(w, map[string]any{"sites": list})
}

// … by a string that is its host.
func (c *console) versionOf(ctx context.Context, host string) (string, error) {
	return part{url: "http://" + host + "/version", http: http.DefaultClient}.Enrich(ctx, "version")
}

func (c *console) versionsOf(w http.ResponseWriter, r *http.Request, hosts []string) {
	list, err := collect(r.Context(), hosts, c.versionOf)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return // want `one of hosts that fails`
	}
	writeJSON(w, list)
}

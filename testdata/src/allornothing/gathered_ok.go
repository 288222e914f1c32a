package allornothing

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"net"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"allornothing/edge"
)

// A floor of answers.
func (c *console) floor(ctx context.Context) ([]usage, error) {
	var out []usage
	var last error
	for _, s := range c.sites {
		u, err := c.edge.Usage(ctx, s)
		if err != nil {
			last = err
			continue
		}
		out = append(out, u)
	}
	if len(out) < 2 {
		return nil, last
	}
	return out, nil
}

// Only where none answered.
func (c *console) none(ctx context.Context) ([]usage, error) {
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
	if len(out) == 0 && len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	if len(errs) == len(c.sites) {
		return nil, errs[0]
	}
	return out, nil
}

// One and the same store.
func (c *console) reports(ctx context.Context, ids []string) ([]usage, error) {
	out := make([]usage, len(ids))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(4)
	for i, id := range ids {
		g.Go(func() (err error) {
			out[i], err = c.edge.Report(ctx, id)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return out, nil
}

// A total needs all of them.
func (c *console) sum(ctx context.Context) (map[string]int64, error) {
	sum := map[string]int64{}
	for _, s := range c.sites {
		u, err := c.edge.Usage(ctx, s)
		if err != nil {
			return nil, err
		}
		for k, n := range u {
			sum[k] += n
		}
	}
	return sum, nil
}

// The least of what all say.
func (c *console) least(ctx context.Context) (int64, error) {
	var all []int64
	for _, s := range c.sites {
		u, err := c.edge.Usage(ctx, s)
		if err != nil {
			return 0, err
		}
		all = append(all, u["bytes"])
	}
	return minOf(all), nil
}

func minOf(list []int64) (least int64) {
	for i, n := range list {
		if i == 0 || n < least {
			least = n
		}
	}
	return least
}

// Each failure is a part of the answer.
func (c *console) states(w http.ResponseWriter, r *http.Request) {
	type state struct {
		Usage usage
		Error string
	}
	all := make([]state, len(c.sites))
	var wg sync.WaitGroup
	for i, s := range c.sites {
		wg.Add(1)
		go func() {
			defer wg.Done()
			u, err := c.edge.Usage(r.Context(), s)
			if err != nil {
				all[i].Error = err.Error()
				return
			}
			all[i].Usage = u
		}()
	}
	wg.Wait()
	if err := json.NewEncoder(w).Encode(all); err != nil {
		log.Print(err)
	}
}

// The caller says whether it wants all.
func (c *console) strict(ctx context.Context, all bool) ([]usage, error) {
	var out []usage
	for _, s := range c.sites {
		u, err := c.edge.Usage(ctx, s)
		if err != nil {
			if !all {
				continue
			}
			return nil, err
		}
		out = append(out, u)
	}
	return out, nil
}

// The first that answers.
func (c *console) any(ctx context.Context) (u usage, err error) {
	for _, s := range c.sites {
		quick, cancel := context.WithTimeout(ctx, time.Second)
		u, err = c.edge.Usage(quick, s)
		cancel()
		if err == nil {
			return u, nil
		}
	}
	return nil, err
}

// Clients that are made at the start.
func newParts(ctx context.Context, urls []string) ([]*part, error) {
	var out []*part
	for _, u := range urls {
		p, err := dialPart(ctx, u)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

func dialPart(ctx context.Context, url string) (*part, error) {
	p := &part{url: url, http: http.DefaultClient}
	_, err := p.read(ctx)
	return p, err
}

// All have to agree.
func (p part) prepare(ctx context.Context, tx string) (string, error) { return p.Enrich(ctx, tx) }

func votes(ctx context.Context, parts []part, tx string) ([]string, error) {
	var out []string
	for _, p := range parts {
		v, err := p.prepare(ctx, tx)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

// Those that were named.
func (c *console) both(ctx context.Context, here, there edge.Site) ([]usage, error) {
	var out []usage
	for _, s := range []edge.Site{here, there} {
		u, err := c.edge.Usage(ctx, s)
		if err != nil {
			return nil, err
		}
		out = append(out, u)
	}
	return out, nil
}

// What there is, with the error.
func (c *console) withError(ctx context.Context) ([]usage, error) {
	out := make([]usage, len(c.sites))
	var g errgroup.Group
	g.SetLimit(4)
	for i, s := range c.sites {
		g.Go(func() (err error) {
			out[i], err = c.edge.Usage(ctx, s)
			return err
		})
	}
	return out, g.Wait()
}

// The error of something else in the same variable.
func (c *console) decoded(ctx context.Context, raw []byte) ([]usage, error) {
	var out []usage
	for _, s := range c.sites {
		u, err := c.edge.Usage(ctx, s)
		if err != nil {
			log.Print(err)
			continue
		}
		out = append(out, u)
	}
	var more []usage
	err := json.Unmarshal(raw, &more)
	if err != nil {
		return nil, err
	}
	return append(out, more...), nil
}

// A page without its banner.
//
//budgetlint:entry total=1s
func (c *console) withoutBanner(ctx context.Context) (string, error) {
	banner, err := c.banner(ctx)
	if err != nil {
		log.Print(err)
		banner = ""
	}
	return "home" + banner, nil
}

func (c *console) stillAnswers(w http.ResponseWriter, r *http.Request) {
	banner, err := c.edge.Banner(r.Context(), "home")
	if err != nil {
		w.WriteHeader(http.StatusOK)
		return
	}
	_, _ = w.Write([]byte(banner))
}

// Pages of one server, by their whole addresses.
func bodies(ctx context.Context, links []string) ([]string, error) {
	var out []string
	for _, link := range links {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, link, nil)
		if err != nil {
			return nil, err
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return nil, err
		}
		resp.Body.Close()
		out = append(out, resp.Status)
	}
	return out, nil
}

// An id in the path, and one in the query.
func items(ctx context.Context, base string, ids []string) (map[string]string, error) {
	out := map[string]string{}
	for _, id := range ids {
		resp, err := http.Get(base + "/items/" + id + "?v=" + id)
		if err != nil {
			return nil, err
		}
		resp.Body.Close()
		out[id] = resp.Status
	}
	return out, ctx.Err()
}

// The answer goes on without those that fail, and says which.
func (c *console) marked(w http.ResponseWriter, r *http.Request) {
	list, failed := map[string]usage{}, []string{}
	for _, s := range c.sites {
		u, err := c.edge.Usage(r.Context(), s)
		if err != nil {
			failed = append(failed, s.Name)
			continue
		}
		list[s.Name] = u
	}
	if len(list) == 0 {
		respondError(w, http.StatusBadGateway, errors.New("no site answers"))
		return
	}
	writeJSON(w, map[string]any{"sites": list, "failed": failed})
}

// A limit of failures.
func (c *console) budgeted(ctx context.Context) ([]usage, error) {
	var out []usage
	failures := 0
	for _, s := range c.sites {
		u, err := c.edge.Usage(ctx, s)
		if err != nil {
			if failures++; failures > len(c.sites)/2 {
				return nil, err
			}
			continue
		}
		out = append(out, u)
	}
	return out, nil
}

// Only an error comes back, and what was gathered is kept.
type cachedConsole struct {
	console
	last []usage
}

func (c *cachedConsole) refresh(ctx context.Context) error {
	var next []usage
	for _, s := range c.sites {
		u, err := c.edge.Usage(ctx, s)
		if err != nil {
			return err
		}
		next = append(next, u)
	}
	c.last = next
	return nil
}

// A resolver is asked about hosts.
func addresses(ctx context.Context, hosts []string) (all []string, err error) {
	for _, host := range hosts {
		found, err := net.DefaultResolver.LookupHost(ctx, host)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

package allornothing

import (
	"context"
	"fmt"
	"net/http"

	"golang.org/x/sync/errgroup"
)

type enricher interface {
	Enrich(ctx context.Context, subject string) (string, error)
}

func (p part) Enrich(ctx context.Context, subject string) (string, error) {
	m, err := p.read(ctx)
	return fmt.Sprint(subject, m), err
}

// At the same time, into a slice.
func alert(ctx context.Context, subject string, es []enricher) ([]string, error) {
	notes := make([]string, len(es))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(4)
	for i, e := range es {
		g.Go(func() (err error) {
			notes[i], err = e.Enrich(ctx, subject)
			return err
		})
	}
	if err := g.Wait(); err != nil { // want `one of es that fails fails them all: what notes got`
		return nil, err
	}
	return notes, nil
}

// Into a map, by name, with a wrapped error.
func byName(ctx context.Context, parts map[string]part) (map[string]map[string]float64, error) {
	out := map[string]map[string]float64{}
	for name, p := range parts {
		m, err := p.read(ctx)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err) // want `one of parts that fails`
		}
		out[name] = m
	}
	return out, nil
}

// The targets are kept in a field.
type exporter struct{ sources []source }

type source struct{ part *part }

func (e *exporter) collect(ctx context.Context) ([]string, error) {
	var out []string
	for _, s := range e.sources {
		text, err := s.part.Enrich(ctx, "disk")
		if err != nil {
			return nil, err // want `one of e.sources that fails`
		}
		out = append(out, text)
	}
	return out, nil
}

// The member returns from its branch.
func members(ctx context.Context, es []enricher) ([]string, error) {
	notes := make([]string, len(es))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(4)
	for i, e := range es {
		g.Go(func() error {
			n, err := e.Enrich(ctx, "cpu")
			if err != nil {
				return err
			}
			notes[i] = n
			return nil
		})
	}
	err := g.Wait() // want `one of es that fails`
	if err != nil {
		return nil, err
	}
	return notes, nil
}

// What a directive calls degradable fails the page.
//
//budgetlint:downstream name=recommend-service degradable read
func recommend(ctx context.Context, user string) ([]string, error) {
	_, err := part{url: "http://recommend.example/" + user, http: http.DefaultClient}.read(ctx)
	return nil, err
}

//budgetlint:entry total=2s
func page(ctx context.Context, user string) ([]string, error) {
	products, err := recommend(ctx, user)
	if err != nil {
		return nil, err // want `^the failure of recommend-service \(allornothing.recommend\) fails the answer, although its directive calls it degradable \(allornothing/degradable\)$`
	}
	return products, nil
}

func handler(w http.ResponseWriter, r *http.Request) {
	products, err := recommend(r.Context(), "42")
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return // want `allornothing/degradable`
	}
	fmt.Fprintln(w, products)
}

func grouped(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		_, err := recommend(ctx, "42")
		return err // want `allornothing/degradable`
	})
	return g.Wait()
}

// A client of each target, and its answers merged into the result.
type cluster struct{ name, addr string }

type clusterClient struct{ part }

func (c *clusterClient) list(ctx context.Context) ([]string, error) {
	m, err := c.read(ctx)
	return []string{fmt.Sprint(m)}, err
}

func clientFor(c cluster) (*clusterClient, error) {
	return &clusterClient{part{url: c.addr, http: http.DefaultClient}}, nil
}

func pods(ctx context.Context, clusters []cluster) ([]string, error) {
	var all []string
	for _, c := range clusters {
		client, err := clientFor(c)
		if err != nil {
			return nil, err
		}
		list, err := client.list(ctx)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err) // want `one of clusters that fails fails them all: what all got`
		}
		all = append(all, list...)
	}
	return all, nil
}

// By its key, and into a field of the answer.
type report struct{ Pods map[string]string }

func podsByName(ctx context.Context, clients map[string]*clusterClient) (*report, error) {
	r := &report{Pods: map[string]string{}}
	for name := range clients {
		list, err := clients[name].list(ctx)
		if err != nil {
			return nil, err // want `one of clients that fails`
		}
		for _, pod := range list {
			r.Pods[pod] = name
		}
	}
	return r, nil
}

// The address is an argument.
func fetchLoad(ctx context.Context, addr string) (map[string]float64, error) {
	return part{url: "http://" + addr, http: http.DefaultClient}.read(ctx)
}

func loads(ctx context.Context, clusters []cluster) (map[string]map[string]float64, error) {
	out := map[string]map[string]float64{}
	for _, c := range clusters {
		m, err := fetchLoad(ctx, c.addr)
		if err != nil {
			return nil, err // want `one of clusters that fails`
		}
		out[c.name] = m
	}
	return out, nil
}

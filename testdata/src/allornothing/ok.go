package allornothing

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"

	"golang.org/x/sync/errgroup"
)

// Each answer has an error of its own.
type note struct {
	text string
	err  error
}

func tolerant(ctx context.Context, es []enricher) ([]note, error) {
	var out []note
	for _, e := range es {
		text, err := e.Enrich(ctx, "cpu")
		out = append(out, note{text, err})
	}
	return out, nil
}

// One that fails is left out.
func skipping(ctx context.Context, es []enricher) ([]string, error) {
	var out []string
	for _, e := range es {
		text, err := e.Enrich(ctx, "cpu")
		if err != nil {
			log.Print(err)
			continue
		}
		out = append(out, text)
	}
	return out, nil
}

// A total needs every part.
func total(ctx context.Context, parts []part) (float64, error) {
	sum := 0.0
	for _, p := range parts {
		m, err := p.read(ctx)
		if err != nil {
			return 0, err
		}
		sum += m["load"]
	}
	return sum, nil
}

// Ids of one and the same target.
func perID(ctx context.Context, p part, ids []string) ([]string, error) {
	var out []string
	for _, id := range ids {
		text, err := p.Enrich(ctx, id)
		if err != nil {
			return nil, err
		}
		out = append(out, text)
	}
	return out, nil
}

// What there is comes back together with the error.
func partial(ctx context.Context, es []enricher) ([]string, error) {
	var out []string
	for _, e := range es {
		text, err := e.Enrich(ctx, "cpu")
		if err != nil {
			return out, err
		}
		out = append(out, text)
	}
	return out, nil
}

// Members that log, and return nil.
func patient(ctx context.Context, es []enricher) ([]string, error) {
	notes := make([]string, len(es))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(4)
	for i, e := range es {
		g.Go(func() error {
			n, err := e.Enrich(ctx, "cpu")
			if err != nil {
				log.Print(err)
				return nil
			}
			notes[i] = n
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return notes, nil
}

// All errors, joined.
func joined(ctx context.Context, es []enricher) ([]string, error) {
	var out []string
	var errs []error
	for _, e := range es {
		text, err := e.Enrich(ctx, "cpu")
		if err != nil {
			errs = append(errs, err)
			continue
		}
		out = append(out, text)
	}
	return out, errors.Join(errs...)
}

// Only an error comes back: all have to be told.
func broadcast(ctx context.Context, es []enricher) error {
	for _, e := range es {
		if _, err := e.Enrich(ctx, "bye"); err != nil {
			return err
		}
	}
	return nil
}

// Named parts, of which nobody said that the answer can do without.
func named(ctx context.Context, a, b part) (string, error) {
	x, err := a.Enrich(ctx, "a")
	if err != nil {
		return "", err
	}
	y, err := b.Enrich(ctx, "b")
	if err != nil {
		return "", err
	}
	return x + y, nil
}

// The degradable part degrades.
func degrades(w http.ResponseWriter, r *http.Request) {
	products, err := recommend(r.Context(), "42")
	if err != nil {
		log.Print(err)
		products = nil
	}
	fmt.Fprintln(w, products)
}

// One client; the name is what it is asked about.
func describe(ctx context.Context, p part, clusters []cluster) (map[string]string, error) {
	out := map[string]string{}
	for _, c := range clusters {
		text, err := p.Enrich(ctx, c.name)
		if err != nil {
			return nil, err
		}
		out[c.name] = text
	}
	return out, nil
}

// A request for each id, made and sent by one client.
type call struct {
	p  part
	id string
}

func (p part) about(id string) *call { return &call{p, id} }

func (c *call) fetch(ctx context.Context) (string, error) { return c.p.Enrich(ctx, c.id) }

func built(ctx context.Context, p part, ids []string) ([]string, error) {
	var out []string
	for _, id := range ids {
		text, err := p.about(id).fetch(ctx)
		if err != nil {
			return nil, err
		}
		out = append(out, text)
	}
	return out, nil
}

// Folders of one server, by their addresses: what is missing is a hole in the tree.
func tree(ctx context.Context, folder string) ([]string, error) {
	files, folders, err := listFolder(ctx, folder)
	if err != nil {
		return nil, err
	}
	for _, f := range folders {
		more, err := tree(ctx, f)
		if err != nil {
			return nil, err
		}
		files = append(files, more...)
	}
	return files, nil
}

func listFolder(ctx context.Context, url string) (files, folders []string, err error) {
	m, err := part{url: url, http: http.DefaultClient}.read(ctx)
	return []string{fmt.Sprint(m)}, nil, err
}

func listAll(ctx context.Context, urls []string) ([]string, error) {
	var all []string
	for _, u := range urls {
		files, _, err := listFolder(ctx, u)
		if err != nil {
			return nil, err
		}
		all = append(all, files...)
	}
	return all, nil
}

// Asked only where the other one has failed.
//
//budgetlint:entry total=2s
func second(ctx context.Context, user string) ([]string, error) {
	first, err := part{url: "http://carrier.example/" + user, http: http.DefaultClient}.read(ctx)
	if err == nil {
		return make([]string, len(first)), nil
	}
	return recommend(ctx, user)
}

package slowfallback

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/sony/gobreaker/v2"
)

// By the request, and by the status.
func (c *client) requests(ctx context.Context, path string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.primary+path, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil || resp.StatusCode >= http.StatusInternalServerError {
		again, failed := http.NewRequestWithContext(ctx, http.MethodGet, c.second+path, nil)
		if failed != nil {
			return nil, failed
		}
		resp, err = c.http.Do(again) // want `slowfallback`
		if err != nil {
			return nil, err
		}
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

// From one node to the next, beginning somewhere.
type ring struct {
	nodes []*source
	start int
}

func (r *ring) title(ctx context.Context, id string) (t string, err error) {
	for i := 0; i < len(r.nodes); i++ {
		node := r.nodes[(r.start+i)%len(r.nodes)]
		if t, err = node.title(ctx, id); err == nil { // want `^r.nodes are asked one after the other`
			return t, nil
		}
	}
	return t, errors.Join(errors.New("no node answers"), err)
}

// The switch is on the error itself.
func (l *locator) onError(ctx context.Context, name string) ([2]float64, error) {
	p, err := l.cb.Execute(func() ([2]float64, error) {
		q, err := l.free.Locate(ctx, name)
		if err != nil {
			return q, err
		}
		return q, nil
	})
	switch err {
	case nil:
		return p, nil
	case gobreaker.ErrOpenState:
		return l.paid.Locate(ctx, name) // want `slowfallback`
	default:
		return p, err
	}
}

// Values of an interface, of which one says that it stands in.
type finder interface {
	Find(ctx context.Context, name string) (string, error)
}

func (l *locator) Find(ctx context.Context, name string) (string, error) {
	p, err := l.chained(ctx, name)
	return string(rune(int(p[0]))), err
}

type pairOfFinders struct{ main, fallback finder }

func (p *pairOfFinders) find(ctx context.Context, name string) (string, error) {
	s, err := p.main.Find(ctx, name)
	if err != nil {
		return p.fallback.Find(ctx, name) // want `slowfallback`
	}
	return s, nil
}

// Two downstreams by their names, in one second.
//
//budgetlint:downstream name=shelf-near core timeout=700ms
func (p *pair) shelfNear(ctx context.Context, id string) (string, error) {
	return p.near.title(ctx, id)
}

//budgetlint:downstream name=shelf-far core timeout=700ms
func (p *pair) shelfFar(ctx context.Context, id string) (string, error) { return p.far.title(ctx, id) }

func (p *pair) shelf(ctx context.Context, id string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	t, err := p.shelfNear(ctx, id)
	if err != nil {
		if errors.Is(err, errMissing) {
			return "", err
		}
		return p.shelfFar(ctx, id) // want `^p.shelfFar\(ctx, id\) is asked after p.shelfNear`
	}
	return t, nil
}

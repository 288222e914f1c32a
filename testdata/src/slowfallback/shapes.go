package slowfallback

import (
	"context"
	"database/sql"
	"errors"
	"net/http"

	"github.com/afex/hystrix-go/hystrix"
)

// Without any deadline: the caller waits for both.
func (c *client) unbounded(ctx context.Context, at string) (*http.Response, error) {
	body, err := c.ask(ctx, c.primary+at, "")
	if err != nil {
		return c.ask(ctx, c.second+at, "") // want `slowfallback`
	}
	return body, nil
}

// Into the same variables.
func (c *client) assigned(ctx context.Context) (*http.Response, error) {
	resp, err := c.ask(ctx, c.primary, "")
	if err != nil {
		resp, err = c.ask(ctx, c.second, "") // want `slowfallback`
	}
	return resp, err
}

// Another client value.
type pair struct{ near, far *source }

type source struct{ db *sql.DB }

func (s *source) title(ctx context.Context, id string) (t string, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT title FROM books WHERE id=?", id).Scan(&t)
	return t, err
}

func (p *pair) title(ctx context.Context, id string) (string, error) {
	t, err := p.near.title(ctx, id)
	if err != nil {
		return p.far.title(ctx, id) // want `^p.far.title\(ctx, id\) is asked after p.near.title\(ctx, id\) has failed`
	}
	return t, nil
}

// In the else.
func (p *pair) inTheElse(ctx context.Context, id string) (string, error) {
	if t, err := p.near.title(ctx, id); err == nil {
		return t, nil
	} else {
		return p.far.title(ctx, id) // want `slowfallback`
	}
}

// Another function with the same results.
type catalog struct {
	live    *source
	archive *archive
}

type archive struct{ db *sql.DB }

func (a *archive) load(ctx context.Context, id string) (t string, err error) {
	err = a.db.QueryRowContext(ctx, "SELECT title FROM old WHERE id=?", id).Scan(&t)
	return t, err
}

func (c *catalog) title(ctx context.Context, id string) (string, error) {
	t, err := c.live.title(ctx, id)
	if err != nil {
		t, err = c.archive.load(ctx, id) // want `^c.archive.load\(ctx, id\) is asked after c.live.title\(ctx, id\) has failed`
	}
	return t, err
}

// Package variables name the targets.
var first, next = "http://a.example", "http://b.example"

func (c *client) byVariables(ctx context.Context) (*http.Response, error) {
	resp, err := c.ask(ctx, first, "")
	if err != nil {
		return c.ask(ctx, next, "") // want `slowfallback`
	}
	return resp, nil
}

// With its own test of the second error.
func (c *client) tested(ctx context.Context) (*http.Response, error) {
	resp, err := c.ask(ctx, c.primary, "")
	if err != nil {
		if resp, err = c.ask(ctx, c.second, ""); err != nil { // want `slowfallback`
			return nil, errors.New("both failed")
		}
	}
	return resp, nil
}

// A library calls the fallback.
func (p *pair) guarded(ctx context.Context, id string) (t string, err error) {
	err = hystrix.Do("near", func() error {
		t, err = p.near.title(ctx, id)
		return err
	}, func(error) error {
		t, err = p.far.title(ctx, id) // want `^the fallback that hystrix.Do calls waits for p.far.title\(ctx, id\), with no time kept for it \(slowfallback\)$`
		return err
	})
	return t, err
}

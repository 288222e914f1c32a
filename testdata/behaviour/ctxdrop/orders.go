// Package ctxdrop loads and books orders, and forgets who asked.
package ctxdrop

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
)

type Orders struct {
	DB   *sql.DB
	HTTP *http.Client
	Log  func(error)
}

// Count reads all rows before it looks at their error.
func (o *Orders) Count(ctx context.Context, user string) (sum int, err error) {
	rows, err := o.DB.Query("SELECT left, right FROM orders", user)
	if err != nil {
		return 0, fmt.Errorf("orders of %s: %w", user, err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var left, right int
		if err := rows.Scan(&left, &right); err != nil {
			return 0, err
		}
		sum += left * right
	}
	return sum, rows.Err()
}

// Rows hands its rows on: a context that ends here would cut them off.
func (o *Orders) Rows(ctx context.Context, user string) (*sql.Rows, error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	if err := o.DB.PingContext(ctx); err != nil {
		return nil, err
	}
	return o.DB.Query("SELECT left FROM orders", user)
}

// Iterator keeps its rows.
type Iterator struct{ Rows *sql.Rows }

// Iterate hands its rows on inside of something.
func (o *Orders) Iterate(ctx context.Context, user string) (*Iterator, error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	rows, err := o.DB.Query("SELECT left FROM orders", user)
	if err != nil {
		return nil, err
	}
	return &Iterator{rows}, nil
}

// Fetch hands an answer on that is still to be read, and has a context of its own for another call.
func (o *Orders) Fetch(ctx context.Context, id string) (*http.Response, error) {
	tctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	if err := o.DB.PingContext(tctx); err != nil {
		return nil, err
	}
	req, err := http.NewRequest(http.MethodGet, "http://api.example.com/files/"+id, nil)
	if err != nil {
		return nil, err
	}
	return o.HTTP.Do(req)
}

// Book does two things or none.
func (o *Orders) Book(ctx context.Context, user string) (err error) {
	tx, err := o.DB.Begin()
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, tx.Rollback())
		}
	}()
	if _, err := tx.Exec("INSERT order", user); err != nil {
		return fmt.Errorf("insert: %w", err)
	}
	if _, err = tx.Exec("UPDATE stock"); err != nil {
		return fmt.Errorf("update: %w", err)
	}
	return tx.Commit()
}

// Price asks the short way, and says so when the address is wrong.
func (o *Orders) Price(ctx context.Context, base, id string) (string, error) {
	resp, err := o.HTTP.Get(base + "/prices/" + id)
	if err != nil {
		return "", fmt.Errorf("price: %w", err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return string(text), err
}

// Page returns an answer that is still to be read.
func (o *Orders) Page(ctx context.Context, id string) (*http.Response, error) {
	return o.HTTP.Get("http://api.example.com/pages/" + id)
}

// Tell posts a form, then some text.
func (o *Orders) Tell(ctx context.Context, id, text string) error {
	resp, err := o.HTTP.PostForm("http://api.example.com/told/"+id, url.Values{"text": {text}})
	if err != nil {
		return err
	}
	if err := resp.Body.Close(); err != nil {
		return err
	}
	resp, err = o.HTTP.Post("http://api.example.com/log", "text/plain", strings.NewReader(text))
	if err != nil {
		return fmt.Errorf("log: %w", err)
	}
	return resp.Body.Close()
}

// Head builds its request by hand.
func (o *Orders) Head(ctx context.Context, id string) (int, error) {
	req, err := http.NewRequest(http.MethodHead, "http://api.example.com/orders/"+id, nil)
	if err != nil {
		return 0, err
	}
	resp, err := o.HTTP.Do(req)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}

// Both stops the second call when the first one fails: or would, did it use the group's context.
func (o *Orders) Both(ctx context.Context, a, b string) (x, y string, err error) {
	g, _ := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		x, err = o.get(ctx, "/a/"+a)
		return err
	})
	g.Go(func() (err error) {
		y, err = o.get(ctx, "/b/"+b)
		return err
	})
	if err := g.Wait(); err != nil {
		return "", "", err
	}
	z, err := o.get(ctx, "/after/"+x[:1])
	return x, y + z, err
}

// Some is content with what it gets: the first error must not end the other calls.
func (o *Orders) Some(ctx context.Context, a, b string) (x, y string) {
	g, _ := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		x, err = o.get(ctx, "/a/"+a)
		return err
	})
	g.Go(func() (err error) {
		y, err = o.get(ctx, "/b/"+b)
		return err
	})
	if err := g.Wait(); err != nil {
		o.Log(err)
	}
	return x, y
}

// Rest likewise, with the group's context for one of the two.
func (o *Orders) Rest(ctx context.Context, a, b string) (x, y string) {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		x, err = o.get(ctx, "/a/"+a)
		return err
	})
	g.Go(func() (err error) {
		y, err = o.get(gctx, "/b/"+b)
		return err
	})
	_ = g.Wait()
	return x, y
}

func (o *Orders) get(ctx context.Context, path string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://api.example.com"+path, nil)
	if err != nil {
		return "", err
	}
	resp, err := o.HTTP.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return string(text), err
}

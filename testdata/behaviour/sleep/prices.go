// Package sleep asks for prices, and again when that fails.
package sleep

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"
)

type Prices struct {
	DB   *sql.DB
	HTTP *http.Client

	mu sync.Mutex
}

type Price struct {
	ID    string
	Cents int
}

var errNoPrice = errors.New("no price")

// Cents gives the last error when three tries have failed.
func (p *Prices) Cents(ctx context.Context, id string) (cents int, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("price of %s: %w", id, err)
		}
	}()
	for try := range 3 {
		err = p.DB.QueryRowContext(ctx, "SELECT cents FROM prices", id).Scan(&cents)
		if err == nil {
			return cents, nil
		}
		time.Sleep(time.Second << try)
	}
	return 0, errors.Join(errNoPrice, err)
}

// Load returns several values, of which some have no zero literal of their own.
func (p *Prices) Load(ctx context.Context, id string) (Price, *Price, []string, error) {
	var last error
	for try := 1; try <= 4; try++ {
		price, err := p.get(ctx, "/prices/"+id)
		if err != nil {
			last = err
			if try < 4 {
				time.Sleep(200 * time.Millisecond)
			}
			continue
		}
		return price, &price, []string{price.ID}, nil
	}
	return Price{}, nil, nil, last
}

func (p *Prices) get(ctx context.Context, path string) (price Price, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://prices.example.com"+path, nil)
	if err != nil {
		return price, err
	}
	resp, err := p.HTTP.Do(req)
	if err != nil {
		return price, err
	}
	defer resp.Body.Close()
	return price, json.NewDecoder(resp.Body).Decode(&price)
}

// Save tries inside a closure, whose results are not those of the function around it.
func (p *Prices) Save(ctx context.Context, price Price) (Price, error) {
	write := func() error {
		var err error
		for range 3 {
			if _, err = p.DB.ExecContext(ctx, "UPDATE prices", price.Cents, price.ID); err == nil {
				return nil
			}
			<-time.After(time.Second)
		}
		return err
	}
	if err := write(); err != nil {
		return Price{}, fmt.Errorf("save: %w", err)
	}
	return price, nil
}

// Until has an end in time, and a pause that grows in a switch.
func Until[T any](ctx context.Context, p *Prices, path string, as func(Price) T) (T, error) {
	var none T
	pause := 100 * time.Millisecond
	for start := time.Now(); time.Since(start) < 5*time.Second; {
		price, err := p.get(ctx, path)
		switch {
		case err == nil:
			return as(price), nil
		case pause > time.Second:
			time.Sleep(pause) // long enough
		default:
			time.Sleep(pause)
			pause *= 2
		}
	}
	return none, errNoPrice
}

// Locked unlocks after the loop: a return in it would leave the lock behind.
func (p *Prices) Locked(ctx context.Context, id string) (cents int, err error) {
	p.mu.Lock()
	for range 3 {
		if err = p.DB.QueryRowContext(ctx, "SELECT cents FROM prices", id).Scan(&cents); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	p.mu.Unlock()
	return cents, err
}

// Alone gives its connection back after the loop.
func (p *Prices) Alone(ctx context.Context, id string) (cents int, err error) {
	conn, err := p.DB.Conn(ctx)
	if err != nil {
		return 0, err
	}
	for range 3 {
		if err = conn.QueryRowContext(ctx, "SELECT cents FROM prices", id).Scan(&cents); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	return cents, errors.Join(err, conn.Close())
}

// Status closes what the loop itself has opened.
func (p *Prices) Status(ctx context.Context) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, "http://prices.example.com/status", nil)
	if err != nil {
		return 0, err
	}
	var resp *http.Response
	for range 3 {
		resp, err = p.HTTP.Do(req)
		if err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	if err != nil {
		return 0, err
	}
	resp.Body.Close()
	return resp.StatusCode, nil
}

// Change gives its connection back only after the pause.
func (p *Prices) Change(ctx context.Context, price Price) (err error) {
	for range 3 {
		conn, open := p.DB.Conn(context.WithoutCancel(ctx))
		if open != nil {
			return open
		}
		if _, err = conn.ExecContext(ctx, "UPDATE prices", price.Cents); err != nil {
			time.Sleep(time.Second)
			conn.Close()
			continue
		}
		return conn.Close()
	}
	return err
}

// Note writes down that it has failed, whatever has become of the context.
func (p *Prices) Note(ctx context.Context, price Price) (err error) {
	for range 3 {
		if _, err = p.DB.ExecContext(ctx, "UPDATE prices", price.Cents); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	nctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	_, note := p.DB.ExecContext(nctx, "INSERT failure")
	return errors.Join(err, note)
}

// Package seqcalls_runtime is seqcalls where the module requires the runtime.
package seqcalls_runtime

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"

	"seqcalls_runtime/shop"
)

// Page is what the front page shows.
type Page struct {
	User   *shop.User
	Orders []shop.Order
	Stock  int64
}

// Pages makes pages out of what the services say.
type Pages struct{ shop *shop.Client }

// Front wraps its errors.
func (p *Pages) Front(ctx context.Context, user, item string) (*Page, error) {
	// The user comes first.
	u, err := p.shop.User(ctx, user)
	if err != nil {
		return nil, fmt.Errorf("user %s: %w", user, err) // with its name
	}

	orders, err := p.shop.Orders(ctx, user) // want `3 calls wait`
	if err != nil {
		return nil, err
	}

	/* nobody asks when it comes back */
	stock, _, err := p.shop.Stock(ctx, item)
	if err != nil {
		// of one item
		return nil, err
	}
	return &Page{User: u, Orders: orders, Stock: stock}, nil
}

// checks have nothing but errors, and a request at hand.
func (p *Pages) checks(r *http.Request) (n int, err error) {
	if err := p.shop.Check(r.Context(), "hat"); err != nil {
		return 0, err
	}
	if err := p.shop.Check(r.Context(), "coat"); err != nil { // want `3 calls wait`
		return 0, fmt.Errorf("coat: %w", err)
	}
	if err = p.shop.Check(r.Context(), "shoe"); err != nil {
		return 0, err
	}
	return 3, err
}

// errs are all that these calls have, one of them in words.
func (p *Pages) errs(ctx context.Context) error {
	err := p.shop.Check(ctx, "hat")
	if err != nil {
		return err
	}
	err = p.shop.Check(ctx, "coat") // want `2 calls wait`
	if err != nil {
		return fmt.Errorf("coat: %w", err)
	}
	return nil
}

// headers leave no name for the error behind.
func (p *Pages) headers(ctx context.Context) error {
	if err := p.shop.Check(ctx, "hat"); err != nil {
		return err
	}
	if err := p.shop.Check(ctx, "coat"); err != nil { // want `2 calls wait`
		return err
	}
	err := errors.New("no shoes")
	return err
}

// kept has a result of its own name, and goes on with err.
func (p *Pages) kept(ctx context.Context, user, item string) (page *Page, err error) {
	defer func() {
		if err != nil {
			log.Print(err)
		}
	}()
	u, err := p.shop.User(ctx, user)
	if err != nil {
		return nil, &userError{user, err}
	}
	stock, soon, err := p.shop.Stock(ctx, item) // want `2 calls wait`
	if err != nil {
		return nil, wrap(err)
	}
	if !soon {
		return nil, nil
	}
	return &Page{User: u, Stock: stock}, err
}

type userError struct {
	id  string
	err error
}

func (e *userError) Error() string { return e.id + ": " + e.err.Error() }

func wrap(err error) error { return fmt.Errorf("page: %w", err) }

// later uses names of packages for something else.
func (p *Pages) later(ctx context.Context, pool string) (int64, error) {
	u, err := p.shop.User(ctx, pool)
	if err != nil {
		return 0, err
	}
	n, _, err := p.shop.Stock(ctx, pool) // want `2 calls wait`
	if err != nil {
		return 0, err
	}
	return n + int64(len(u.Name)), nil
}

// ServeHTTP answers for itself.
func (p *Pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	u, err := p.shop.User(r.Context(), r.FormValue("user"))
	if err != nil {
		fail(w, fmt.Errorf("user: %w", err), http.StatusInternalServerError)
		return
	}
	orders, err := p.shop.Orders(r.Context(), r.FormValue("user")) // want `3 calls wait`
	if err != nil {
		fail(w, fmt.Errorf("orders: %w", err), http.StatusInternalServerError)
		return
	}
	stock, _, err := p.shop.Stock(r.Context(), "hat")
	if err != nil {
		fail(w, err, http.StatusInternalServerError)
		return
	}
	fmt.Fprint(w, u, orders, stock)
}

func fail(w http.ResponseWriter, err error, code int) { http.Error(w, err.Error(), code) }

// plain has the same last words for all.
func (p *Pages) plain(w http.ResponseWriter, r *http.Request) {
	u, err := p.shop.User(r.Context(), r.FormValue("user"))
	if err != nil {
		log.Printf("plain: %v", err)
		http.Error(w, "sorry", http.StatusInternalServerError)
		return
	}
	orders, err := p.shop.Orders(r.Context(), r.FormValue("user")) // want `2 calls wait`
	if err != nil {
		log.Printf("plain: %v", err)
		http.Error(w, "sorry", http.StatusInternalServerError)
		return
	}
	fmt.Fprint(w, u, orders)
}

// zero returns what is not filled yet.
func (p *Pages) zero(ctx context.Context, user string) (Page, error) {
	var page Page
	u, err := p.shop.User(ctx, user)
	if err != nil {
		return page, err
	}
	orders, err := p.shop.Orders(ctx, user) // want `2 calls wait`
	if err != nil {
		return page, fmt.Errorf("orders: %w", err)
	}
	page.User, page.Orders = u, orders
	return page, nil
}

// These answer in different words: no fix, since what is said may be what a call under way reads.

func (p *Pages) differ(w http.ResponseWriter, r *http.Request) {
	u, err := p.shop.User(r.Context(), r.FormValue("user"))
	if err != nil {
		http.Error(w, "no user", http.StatusInternalServerError)
		return
	}
	orders, err := p.shop.Orders(r.Context(), r.FormValue("user")) // want `2 calls wait`
	if err != nil {
		http.Error(w, "no orders", http.StatusInternalServerError)
		return
	}
	fmt.Fprint(w, u, orders)
}

// Each of these has an error that the others know of, or leaves differently: the plain form.

func (p *Pages) apart(ctx context.Context, user string) (int, error) {
	u, err := p.shop.User(ctx, user)
	if err != nil {
		return 0, err
	}
	orders, err := p.shop.Orders(ctx, user) // want `2 calls wait`
	if err != nil {
		return len(u.Name), err
	}
	return len(orders), nil
}

func (p *Pages) told(ctx context.Context, user string) (int, error) {
	u, err := p.shop.User(ctx, user)
	if err != nil {
		return 0, err
	}
	orders, err := p.shop.Orders(ctx, user) // want `2 calls wait`
	if err != nil {
		return 0, fmt.Errorf("orders of %s: %w", u.Name, err)
	}
	return len(orders), nil
}

var failures = map[string]int{}

func counted(err error) error {
	failures[err.Error()]++
	return err
}

func (p *Pages) counts(ctx context.Context, user string) (int, error) {
	u, err := p.shop.User(ctx, user)
	if err != nil {
		return 0, counted(err)
	}
	orders, err := p.shop.Orders(ctx, user) // want `2 calls wait`
	if err != nil {
		return 0, counted(err)
	}
	return len(orders) + len(u.Name), nil
}

func (p *Pages) unlooked(ctx context.Context, user string) (*shop.User, []shop.Order, error) {
	u, err := p.shop.User(ctx, user)
	if err != nil {
		return nil, nil, err
	}
	orders, err := p.shop.Orders(ctx, user) // want `2 calls wait`
	return u, orders, err
}

// Package seqcalls makes a shop's pages out of what the services say.
package seqcalls

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
)

type User struct{ ID, Address string }

type Order struct{ ID string }

type UserClient interface {
	GetUser(ctx context.Context, id string) (*User, error)
}

type OrderClient interface {
	ListOrders(ctx context.Context, user string) ([]Order, error)
	GetOrder(ctx context.Context, id string) (Order, error)
}

type StockClient interface {
	GetStock(ctx context.Context, article string) (left int, soon bool, err error)
	ProbeStock(ctx context.Context, article string) error
}

// Pages asks three services and an API.
type Pages struct {
	Users  UserClient
	Orders OrderClient
	Stock  StockClient
	API    *http.Client
}

// Front is what a customer sees first.
type Front struct {
	Name   string
	Orders []Order
	Left   int
}

// Front wraps each error in its own words.
func (p *Pages) Front(ctx context.Context, id, article string) (*Front, error) {
	user, err := p.Users.GetUser(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("front page of %s: %w", id, err)
	}
	orders, err := p.Orders.ListOrders(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("orders: %v", err) // the cause is nobody's business
	}
	// The rest is for the banner.
	left, _, err := p.Stock.GetStock(ctx, article)
	if err != nil {
		return nil, err
	}
	return &Front{Name: user.ID, Orders: orders, Left: left}, nil
}

// Banner has named results, and a last word on every error.
func (p *Pages) Banner(ctx context.Context, id string) (text string, err error) {
	defer func() {
		if err != nil {
			text, err = "welcome", errors.Join(errors.New("banner"), err)
		}
	}()
	last, err := p.Orders.GetOrder(ctx, "last")
	if err != nil {
		return "", err
	}
	user, err := p.Users.GetUser(ctx, id)
	if err != nil {
		return "", fmt.Errorf("user: %w", err)
	}
	return user.ID + " ordered " + last.ID, nil
}

// Parcel needs the order first, then two answers that need nothing of each other.
func (p *Pages) Parcel(ctx context.Context, id string) (string, error) {
	order, err := p.Orders.GetOrder(ctx, id)
	if err != nil {
		return "", err
	}
	user, err := p.Users.GetUser(ctx, "of "+order.ID)
	if err != nil {
		return "", fmt.Errorf("user of %s: %w", order.ID, err)
	}
	left, soon, err := p.Stock.GetStock(ctx, "in "+order.ID)
	if err != nil {
		return "", fmt.Errorf("stock of %s: %w", order.ID, err)
	}
	return fmt.Sprint(user.Address, left, soon), nil
}

// Ready asks for errors only, in the header of an if.
func (p *Pages) Ready(ctx context.Context, a, b string) error {
	if err := p.Stock.ProbeStock(ctx, a); err != nil {
		return fmt.Errorf("%s: %w", a, err)
	}
	if err := p.Stock.ProbeStock(ctx, b); err != nil {
		return fmt.Errorf("%s: %w", b, err)
	}
	return nil
}

// Remote goes through a helper of its own, and counts what it has got so far.
func (p *Pages) Remote(ctx context.Context) (int, error) {
	price, err := p.get(ctx, "/prices/7")
	if err != nil {
		return 0, err
	}
	rate, err := p.get(ctx, "/rates/eur")
	if err != nil {
		return len(price), err
	}
	return len(price) * len(rate), nil
}

func (p *Pages) get(ctx context.Context, path string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://api.example.com"+path, nil)
	if err != nil {
		return "", err
	}
	resp, err := p.API.Do(req)
	if err != nil {
		return "", fmt.Errorf("GET %s: %w", path, err)
	}
	defer resp.Body.Close()
	var v struct{ ID string }
	err = json.NewDecoder(resp.Body).Decode(&v)
	return v.ID, err
}

// File is read by whoever gets it.
type File struct {
	Name string
	resp *http.Response
}

// Text reads it.
func (f *File) Text() (string, error) {
	text, err := io.ReadAll(f.resp.Body)
	return f.Name + string(text), err
}

// Files may not change: what it returns is read later, and would be cut off by the cancel of a fix.
func (p *Pages) Files(ctx context.Context) (*File, *File, error) {
	a, err := p.open(ctx, "/files/a")
	if err != nil {
		return nil, nil, err
	}
	b, err := p.open(ctx, "/files/b")
	if err != nil {
		return nil, nil, err
	}
	return a, b, nil
}

func (p *Pages) open(ctx context.Context, path string) (*File, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://api.example.com"+path, nil)
	if err != nil {
		return nil, err
	}
	resp, err := p.API.Do(req)
	if err != nil {
		return nil, err
	}
	return &File{path, resp}, nil
}

// Fill may not change: after an error, the caller's page is the caller's.
func (p *Pages) Fill(ctx context.Context, page *Front) error {
	if err := p.orders(ctx, page); err != nil {
		return err
	}
	if err := p.left(ctx, page); err != nil {
		return err
	}
	return nil
}

func (p *Pages) orders(ctx context.Context, page *Front) (err error) {
	page.Orders, err = p.Orders.ListOrders(ctx, page.Name)
	return err
}

func (p *Pages) left(ctx context.Context, page *Front) (err error) {
	page.Left, _, err = p.Stock.GetStock(ctx, page.Name)
	return err
}

// Parts fills two parts of the caller's page.
func (p *Pages) Parts(ctx context.Context, page *Parts) error {
	if err := p.user(ctx, &page.User); err != nil {
		return err
	}
	if err := p.order(ctx, &page.Order); err != nil {
		return err
	}
	return nil
}

// Parts are filled one by one.
type Parts struct {
	User  User
	Order Order
}

func (p *Pages) user(ctx context.Context, to *User) error {
	u, err := p.Users.GetUser(ctx, "ann")
	if err != nil {
		return err
	}
	*to = *u
	return nil
}

func (p *Pages) order(ctx context.Context, to *Order) (err error) {
	*to, err = p.Orders.GetOrder(ctx, "last")
	return err
}

// Form may not change: the second call reads what the first one has filled in.
func (p *Pages) Form(ctx context.Context, id string) (*Front, error) {
	f := &Front{Name: id}
	if err := p.fill(ctx, f); err != nil {
		return nil, err
	}
	if err := p.count(ctx, f); err != nil {
		return nil, err
	}
	return f, nil
}

func (p *Pages) fill(ctx context.Context, f *Front) (err error) {
	f.Orders, err = p.Orders.ListOrders(ctx, f.Name)
	return err
}

func (p *Pages) count(ctx context.Context, f *Front) (err error) {
	f.Left, _, err = p.Stock.GetStock(ctx, f.Orders[0].ID)
	return err
}

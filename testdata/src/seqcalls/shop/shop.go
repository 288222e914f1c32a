// Package shop is the client of the shop's services.
package shop

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
)

type User struct{ ID, Name string }
type Order struct{ ID string }
type Quote struct{ Cents int }

// Client calls the services over HTTP. It is safe for concurrent use.
type Client struct {
	Base string
	HTTP *http.Client

	mu   sync.Mutex
	seen int
}

func (c *Client) do(ctx context.Context, method, path string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, method, c.Base+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	c.mu.Lock()
	c.seen++
	c.mu.Unlock()
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s %s: %s", method, path, resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

func (c *Client) User(ctx context.Context, id string) (*User, error) {
	u := &User{}
	return u, c.do(ctx, http.MethodGet, "/users/"+id, nil, u)
}

func (c *Client) Orders(ctx context.Context, user string) (orders []Order, err error) {
	err = c.do(ctx, http.MethodGet, "/orders?user="+user, nil, &orders)
	return orders, err
}

func (c *Client) Stock(ctx context.Context, item string) (n int, err error) {
	err = c.do(ctx, http.MethodGet, "/stock/"+item, nil, &n)
	return n, err
}

// Quote asks by POST, since the basket does not fit into an address.
func (c *Client) Quote(ctx context.Context, items []string) (*Quote, error) {
	body, err := json.Marshal(items)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, "POST", c.Base+"/get-quote", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	q := &Quote{}
	return q, json.NewDecoder(resp.Body).Decode(q)
}

func (c *Client) Allowed(ctx context.Context, user string) error {
	return c.do(ctx, http.MethodGet, "/allowed/"+user, nil, nil)
}

func (c *Client) Charge(ctx context.Context, user string, cents int) error {
	return c.do(ctx, http.MethodPost, "/charges", map[string]any{"user": user, "cents": cents}, nil)
}

func (c *Client) Ship(ctx context.Context, user string) error {
	return c.do(ctx, http.MethodPost, "/shipments", map[string]string{"user": user}, nil)
}

// Watch has only begun when it returns.
func (c *Client) Watch(ctx context.Context, user string) <-chan Order {
	ch := make(chan Order)
	go func() {
		defer close(ch)
		orders, _ := c.Orders(ctx, user)
		for _, o := range orders {
			ch <- o
		}
	}()
	return ch
}

// Fill changes what it is given.
func (c *Client) Fill(ctx context.Context, u *User) error {
	got, err := c.User(ctx, u.ID)
	if err != nil {
		return err
	}
	u.Name = got.Name
	return nil
}

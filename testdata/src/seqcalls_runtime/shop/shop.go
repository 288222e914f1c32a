// Package shop is the client of the shop's services.
package shop

import (
	"context"
	"encoding/json"
	"net/http"
)

type User struct{ ID, Name string }
type Order struct{ ID string }

// Client calls the services over HTTP.
type Client struct {
	Base string
	HTTP *http.Client
}

func (c *Client) get(ctx context.Context, path string, out any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.Base+path, nil)
	if err != nil {
		return err
	}
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(out)
}

func (c *Client) User(ctx context.Context, id string) (*User, error) {
	u := &User{}
	return u, c.get(ctx, "/users/"+id, u)
}

func (c *Client) Orders(ctx context.Context, user string) (orders []Order, err error) {
	err = c.get(ctx, "/orders?user="+user, &orders)
	return orders, err
}

func (c *Client) Stock(ctx context.Context, item string) (n int64, soon bool, err error) {
	err = c.get(ctx, "/stock/"+item, &n)
	return n, n > 0, err
}

func (c *Client) Points(ctx context.Context, user string) (n int64, err error) {
	err = c.get(ctx, "/points/"+user, &n)
	return n, err
}

func (c *Client) Check(ctx context.Context, item string) error {
	return c.get(ctx, "/check/"+item, new(int))
}

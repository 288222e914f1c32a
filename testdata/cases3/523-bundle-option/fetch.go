package fetch

import (
	"context"
	"encoding/json"
	"net/http"
)

type Option[T any] func(*Client[T])

func WithClient[T any](hc *http.Client) Option[T] {
	return func(c *Client[T]) { c.hc = hc }
}

type Client[T any] struct {
	base string
	hc   *http.Client
}

func New[T any](base string, opts ...Option[T]) *Client[T] {
	c := &Client[T]{base: base, hc: http.DefaultClient} // alt:nodeadline
	for _, o := range opts {
		o(c)
	}
	return c
}

func (c *Client[T]) Get(ctx context.Context, id string) (v T, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/"+id, nil)
	if err != nil {
		return v, err
	}
	resp, err := c.hc.Do(req) // alt:nodeadline
	if err != nil {
		return v, err
	}
	defer resp.Body.Close()
	return v, json.NewDecoder(resp.Body).Decode(&v)
}

type User struct{ Name string }

func Show(w http.ResponseWriter, r *http.Request) {
	users := New[User]("http://users")
	u, err := users.Get(r.Context(), r.PathValue("id")) // want:nodeadline
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	json.NewEncoder(w).Encode(u)
}

package ctxdrop

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
)

func fetch(ctx context.Context, addr string) ([]byte, error) {
	resp, err := http.Get(addr) // want `http.Get takes no context, so ctx cannot end it`
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

// The client is kept, and the error is wrapped as the function does.
func (c *catalogue) item(ctx context.Context, id string) (out item, err error) {
	resp, err := c.hc.Get(c.base + "/items/" + id) // want `\(\*http.Client\).Get takes no context, so ctx cannot end it`
	if err != nil {
		return item{}, &lookupError{id, err}
	}
	defer resp.Body.Close()
	err = json.NewDecoder(resp.Body).Decode(&out)
	return out, err
}

type catalogue struct {
	hc   *http.Client
	base string
}

type item struct{ Name string }

type lookupError struct {
	id  string
	err error
}

func (e *lookupError) Error() string { return e.id + ": " + e.err.Error() }

func submit(ctx context.Context, addr string, form url.Values) error {
	resp, err := stock.PostForm(addr, form) // want `PostForm takes no context`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func upload(ctx context.Context, addr string) error {
	resp, err := http.Post(addr, "text/plain", strings.NewReader("x")) // want `http.Post takes no context`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func probe(ctx context.Context, addr string) bool {
	if resp, err := stock.Head(addr); err == nil { // want `Head takes no context`
		resp.Body.Close()
		return true
	}
	return false
}

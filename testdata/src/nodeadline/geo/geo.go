// Package geo is a client with a nil fallback.
package geo

import "net/http"

type Client struct{ hc *http.Client }

// New uses a client of its own where hc is nil.
func New(hc *http.Client) *Client {
	if hc == nil {
		hc = &http.Client{}
	}
	return &Client{hc: hc}
}

// Place looks a place up. What bounds it is the caller's business.
func (c *Client) Place(name string) (*http.Response, error) {
	return c.hc.Get("https://geo.example.com/" + name)
}

// Lookup is the same in one step.
func Lookup(hc *http.Client, name string) (*http.Response, error) {
	if hc == nil {
		hc = http.DefaultClient
	}
	return hc.Get("https://geo.example.com/" + name)
}

package client

import (
	"encoding/json"
	"net/http"
)

type doer interface {
	Do(*http.Request) (*http.Response, error)
}

type Client struct {
	base string
	http doer
}

func NewClient(host string) *Client {
	return &Client{base: "http://" + host, http: &http.Client{}} // want:nodeadline
}

func (c *Client) Status() (s struct{ State string }, err error) {
	req, err := http.NewRequest(http.MethodGet, c.base+"/status", nil)
	if err != nil {
		return s, err
	}
	resp, err := c.http.Do(req) // alt:nodeadline
	if err != nil {
		return s, err
	}
	defer resp.Body.Close()
	return s, json.NewDecoder(resp.Body).Decode(&s)
}

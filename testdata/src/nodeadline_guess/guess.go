// Package nodeadline_guess says nowhere how long a call may take, so nothing is fixed without asking.
package nodeadline_guess

import (
	"context"
	"net"
	"net/http"

	"nodeadline/stockpb"
)

// It bounds something else than calls.
const shutdownTimeout = 30e9

func root(c stockpb.StockClient) error {
	_, err := c.GetStock(context.Background(), &stockpb.Item{}) // want `carries no deadline`
	return err
}

func client(url string) (*http.Response, error) {
	hc := &http.Client{} // want `http.Client without Timeout`
	return hc.Get(url)
}

func dial(addr string) (net.Conn, error) {
	return net.Dial("tcp", addr) // want `net.Dial takes no context`
}

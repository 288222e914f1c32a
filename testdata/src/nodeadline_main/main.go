// Command nodeadline_main runs with nodeadline: {main: true}.
package main

import (
	"context"
	"net/http"
	"os"
)

var client = &http.Client{} // want `http.Client without Timeout, and nothing in sight gives \(\*http.Client\).Do a deadline`

func main() {
	ctx := context.Background()
	if err := fetch(ctx, os.Args[1]); err != nil {
		os.Exit(1)
	}
}

func fetch(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

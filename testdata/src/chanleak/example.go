// Package chanleak asks the shop's downstreams and does not wait longer than it may.
package chanleak

import (
	"context"
	"errors"
	"net/http"
	"time"
)

var hc = &http.Client{Timeout: 30 * time.Second}

var errLate = errors.New("no answer in time")

// Stock asks the stock service, for two seconds at most.
func Stock(req *http.Request) (*http.Response, error) {
	type answer struct {
		resp *http.Response
		err  error
	}
	done := make(chan answer) // want `done has no room, so the goroutine that sends on it \(example.go:24\), after \(\*http.Client\).Do, blocks for ever once its reader has left at its time limit \(example.go:30\) \(chanleak\)`
	go func() {
		resp, err := hc.Do(req)
		done <- answer{resp, err}
	}()
	select {
	case a := <-done:
		return a.resp, a.err
	case <-time.After(2 * time.Second):
		return nil, errLate
	}
}

func ping(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, url, nil)
	if err != nil {
		return err
	}
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

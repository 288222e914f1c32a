package peer

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"time"
)

type Peer struct {
	URL string
	hc  *http.Client
}

func New(url string) *Peer { return &Peer{URL: url, hc: &http.Client{Timeout: 5 * time.Second}} }

func (p *Peer) post(ctx context.Context, path string, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.URL+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := p.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return errors.New(p.URL + ": " + resp.Status)
	}
	return nil
}

// Tell hands the event to the peer.
func (p *Peer) Tell(ctx context.Context, event []byte) error { return p.post(ctx, "/events", event) }

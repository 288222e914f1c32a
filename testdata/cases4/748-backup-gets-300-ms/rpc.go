// none: second client is asked under a limit of its own that is smaller than the first one's

package rpc

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

const (
	mainLimit     = 900 * time.Millisecond
	fallbackLimit = 300 * time.Millisecond
)

type endpoint struct {
	url string
	hc  *http.Client
}

func (e endpoint) block(ctx context.Context, number string) (json.RawMessage, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, e.url+"/block/"+number, nil)
	if err != nil {
		return nil, err
	}
	resp, err := e.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", e.url, resp.Status)
	}
	var raw json.RawMessage
	err = json.NewDecoder(resp.Body).Decode(&raw)
	return raw, err
}

type Client struct{ main, spare endpoint }

func New(main, spare string) *Client {
	hc := &http.Client{}
	return &Client{endpoint{main, hc}, endpoint{spare, hc}}
}

func (c *Client) Block(ctx context.Context, number string) (json.RawMessage, error) {
	mctx, cancel := context.WithTimeout(ctx, mainLimit)
	defer cancel()
	raw, err := c.main.block(mctx, number)
	if err != nil {
		sctx, stop := context.WithTimeout(ctx, fallbackLimit)
		defer stop()
		return c.spare.block(sctx, number)
	}
	return raw, nil
}

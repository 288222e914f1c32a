package webhook

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"time"
)

type Config struct {
	URL     string
	Timeout time.Duration
}

type Notifier struct {
	conf   *Config
	client *http.Client
}

func New(c *Config, hc *http.Client) *Notifier { return &Notifier{conf: c, client: hc} }

func (n *Notifier) Notify(ctx context.Context, msg []byte) error {
	if n.conf.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, n.conf.Timeout, errors.New("webhook too slow"))
		defer cancel()
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, n.conf.URL, bytes.NewReader(msg))
	if err != nil {
		return err
	}
	resp, err := n.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

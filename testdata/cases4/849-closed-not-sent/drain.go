// none: the goroutine closes a channel when it is through and sends nothing

package drain

import (
	"context"
	"errors"
	"net/http"
	"time"
)

var ErrStillBusy = errors.New("node still busy")

type Node struct {
	url string
	hc  *http.Client
}

func New(url string) *Node { return &Node{url: url, hc: &http.Client{Timeout: 30 * time.Second}} }

func (n *Node) drain(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, n.url+"/drain", nil)
	if err != nil {
		return err
	}
	resp, err := n.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return errors.New("drain: " + resp.Status)
	}
	return nil
}

func (n *Node) Drain(ctx context.Context, patience time.Duration) error {
	done := make(chan struct{})
	var result error
	go func() {
		defer close(done)
		result = n.drain(ctx)
	}()
	select {
	case <-done:
		return result
	case <-time.After(patience):
		return ErrStillBusy
	}
}

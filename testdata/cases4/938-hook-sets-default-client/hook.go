package hook

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"time"
)

const postLimit = 500 * time.Millisecond

// Hook sends log lines of high level to a chat channel.
type Hook struct {
	url    string
	client *http.Client
}

func NewHook(url string) *Hook {
	h := &Hook{url: url, client: http.DefaultClient} // alt:sharedpool
	h.client.Timeout = postLimit                     // want:sharedpool
	return h
}

func (h *Hook) Fire(ctx context.Context, line []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.url, bytes.NewReader(line))
	if err != nil {
		return err
	}
	resp, err := h.client.Do(req)
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("hook: %s", resp.Status)
	}
	return nil
}

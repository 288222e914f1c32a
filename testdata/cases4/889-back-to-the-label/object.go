package objects

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

type Bucket struct {
	base string
	hc   *http.Client
}

func New(base string) *Bucket {
	return &Bucket{base: base, hc: &http.Client{Timeout: 20 * time.Second}}
}

func (b *Bucket) Read(ctx context.Context, key string) ([]byte, error) {
again: // alt:blindretry
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.base+"/"+key, nil)
	if err != nil {
		return nil, err
	}
	resp, err := b.hc.Do(req) // alt:blindretry
	if err != nil {
		return nil, fmt.Errorf("object %s: %w", key, err)
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		return io.ReadAll(resp.Body)
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		secs, err := strconv.Atoi(resp.Header.Get("Retry-After"))
		if err != nil || secs < 1 {
			secs = 1
		}
		time.Sleep(time.Duration(secs) * time.Second) // want:blindretry
		goto again                                    // alt:blindretry
	}
	return nil, fmt.Errorf("object %s: %s", key, resp.Status)
}

// none: the retrying client is used for its hooks only: its own retries are set to none

package audit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

var errUnavailable = errors.New("audit log unavailable")

type Log struct {
	url string
	rc  *retryablehttp.Client
}

func Open(url string, onResponse retryablehttp.ResponseLogHook) *Log {
	rc := retryablehttp.NewClient()
	rc.HTTPClient = &http.Client{Timeout: 3 * time.Second}
	rc.RetryMax = 0
	rc.ResponseLogHook = onResponse
	return &Log{url: url, rc: rc}
}

func (l *Log) read(ctx context.Context, day string) ([]byte, error) {
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, l.url+"/"+day, nil)
	if err != nil {
		return nil, err
	}
	resp, err := l.rc.Do(req)
	if err != nil {
		return nil, errors.Join(errUnavailable, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", day, resp.Status)
	}
	return io.ReadAll(resp.Body)
}

func (l *Log) Day(ctx context.Context, day string) ([]byte, error) {
	var last error
	for i := range 4 {
		b, err := l.read(ctx, day)
		if err == nil || !errors.Is(err, errUnavailable) {
			return b, err
		}
		last = err
		d := 200 * time.Millisecond << i
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(d/2 + rand.N(d/2)):
		}
	}
	return nil, last
}

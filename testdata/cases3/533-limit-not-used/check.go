package check

import (
	"context"
	"net/http"
	"time"
)

type Checker struct{ hc *http.Client }

func (c *Checker) Check(ctx context.Context, url string) (int, error) {
	tctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, url, nil) // want:ctxdrop
	if err != nil {
		return 0, err
	}
	resp, err := c.hc.Do(req) // alt:ctxdrop
	if err != nil {
		if tctx.Err() != nil {
			return http.StatusGatewayTimeout, nil
		}
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}

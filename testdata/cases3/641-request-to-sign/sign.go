package sign

import (
	"context"
	"net/http"
	"time"
)

// Presign never sends the request that it makes.
func Presign(ctx context.Context, url, key string) (string, error) {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	q := req.URL.Query()
	q.Set("Expires", time.Now().Add(time.Hour).Format(time.RFC3339))
	q.Set("Signature", key)
	req.URL.RawQuery = q.Encode()
	return req.URL.String(), ctx.Err()
}

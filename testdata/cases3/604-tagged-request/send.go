package send

import (
	"context"
	"io"
	"net/http"
	"time"
)

type key struct{}

var hc = &http.Client{Timeout: 5 * time.Second}

func Send(ctx context.Context, url, tag string, body io.Reader, cookies []*http.Cookie) error {
	req, err := http.NewRequest(http.MethodPost, url, body)
	if err != nil {
		return err
	}
	for _, c := range cookies {
		req.AddCookie(c)
	}
	req = req.WithContext(context.WithValue(ctx, key{}, tag))
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

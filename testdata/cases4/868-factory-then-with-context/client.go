// none: a factory builds the request without a context and every caller attaches one before sending

package translate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"
)

type Client struct {
	url string
	key string
	hc  *http.Client
}

func New(url, key string) *Client {
	return &Client{url: url, key: key, hc: &http.Client{Timeout: 6 * time.Second}}
}

func (c *Client) request(method, path string, body any) (*http.Request, error) {
	b, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequest(method, c.url+path, bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Key "+c.key)
	req.Header.Set("Content-Type", "application/json")
	return req, nil
}

func (c *Client) Translate(ctx context.Context, text, to string) (string, error) {
	req, err := c.request(http.MethodPost, "/translate", map[string]string{"text": text, "to": to})
	if err != nil {
		return "", err
	}
	resp, err := c.hc.Do(req.WithContext(ctx))
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return "", errors.New(resp.Status)
	}
	var out struct{ Text string }
	err = json.NewDecoder(resp.Body).Decode(&out)
	return out.Text, err
}

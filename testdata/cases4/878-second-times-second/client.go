package chefclient

import (
	"crypto/tls"
	"net/http"
	"time"
)

const defaultTimeout = 10 * time.Second

type Config struct {
	BaseURL string
	SkipSSL bool
}

type Client struct {
	BaseURL string
	client  *http.Client
}

func New(cfg Config) *Client {
	timeout := defaultTimeout
	tr := &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		TLSClientConfig:     &tls.Config{InsecureSkipVerify: cfg.SkipSSL},
		TLSHandshakeTimeout: 5 * time.Second,
	}
	return &Client{
		BaseURL: cfg.BaseURL,
		client: &http.Client{
			Transport: tr,
			Timeout:   timeout * time.Second, // want:timeoutunit
		},
	}
}

func (c *Client) Ping() (int, error) {
	resp, err := c.client.Head(c.BaseURL + "/_status")
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}

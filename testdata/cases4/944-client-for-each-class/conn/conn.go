package conn

import (
	"net/http"
	"time"
)

// Dedicated returns a client with connections that nothing else uses.
func Dedicated(perHost int, limit time.Duration) *http.Client {
	return &http.Client{
		Timeout: limit,
		Transport: &http.Transport{
			MaxConnsPerHost: perHost,
			IdleConnTimeout: 90 * time.Second,
		},
	}
}

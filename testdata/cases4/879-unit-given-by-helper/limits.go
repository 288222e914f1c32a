// none: numbers of the configuration file get their unit in small helpers, one of them generic

package theme

import (
	"fmt"
	"net/http"
	"time"
)

type number interface {
	~int | ~int32 | ~int64
}

type Config struct {
	TimeoutMs   int
	KeepAliveS  int32
	HandshakeIn string
}

func scaled[N number](n N, unit time.Duration) time.Duration { return time.Duration(n) * unit }

func millis[N number](n N) time.Duration { return scaled(n, time.Millisecond) }

func Client(cfg Config) (*http.Client, error) {
	hs, err := time.ParseDuration(cfg.HandshakeIn)
	if err != nil {
		return nil, fmt.Errorf("handshake limit: %w", err)
	}
	if cfg.TimeoutMs <= 0 {
		cfg.TimeoutMs = 30_000
	}
	return &http.Client{
		Timeout: millis(cfg.TimeoutMs),
		Transport: &http.Transport{
			TLSHandshakeTimeout: hs,
			IdleConnTimeout:     scaled(cfg.KeepAliveS, time.Second),
		},
	}, nil
}

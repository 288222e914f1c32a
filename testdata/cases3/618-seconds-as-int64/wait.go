package wait

import (
	"context"
	"time"
)

type Config struct {
	Ticker  int64 // seconds
	Timeout int64
}

func Until(ctx context.Context, body func() bool, cfg Config) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(cfg.Timeout)*time.Second)
	defer cancel()
	t := time.NewTicker(time.Duration(cfg.Ticker) * time.Second)
	defer t.Stop()
	for {
		if body() {
			return true
		}
		select {
		case <-ctx.Done():
			return false
		case <-t.C:
		}
	}
}

var Defaults = Config{Ticker: 5, Timeout: 240}

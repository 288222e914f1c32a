package wait

import (
	"errors"
	"time"
)

type TimeoutConfig struct {
	Ticker  time.Duration
	Timeout time.Duration
}

func WithTimeout(body func() bool, cfg *TimeoutConfig) error {
	if cfg.Ticker == 0 {
		cfg.Ticker = 5 // want:timeoutunit
	}
	done := time.After(cfg.Timeout)
	tick := time.NewTicker(cfg.Ticker)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if body() {
				return nil
			}
		case <-done:
			return errors.New("timeout")
		}
	}
}

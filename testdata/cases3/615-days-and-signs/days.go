package days

import "time"

const (
	HourAgo = -1 * time.Hour
	TwoDays = 2 * 24 * time.Hour
	retries = 3
)

var Window = retries * TwoDays

func Backoff(attempt int, unit time.Duration) time.Duration {
	return time.Duration(1<<attempt) * unit
}

func Default(n int) time.Duration {
	if n == 0 {
		n = 60
	}
	return time.Duration(n) * time.Second
}

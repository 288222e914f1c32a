package backoff

import (
	"net/http"
	"strconv"
	"time"
)

func attentive(min, max time.Duration, attempt int, resp *http.Response) time.Duration {
	if resp != nil && resp.StatusCode == http.StatusTooManyRequests {
		if after, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil {
			return time.Duration(after) * time.Second
		}
		// No hint from the server: wait ten seconds.
		return 10 // want:timeoutunit
	}
	d := min << attempt
	if d > max {
		d = max
	}
	return d
}

func Client() func(int, *http.Response) time.Duration {
	return func(n int, resp *http.Response) time.Duration {
		return attentive(time.Second, time.Minute, n, resp)
	}
}

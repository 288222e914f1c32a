package timeoutunit

import (
	"os"
	"strconv"
	"time"
)

// The setting of an environment variable becomes that many nanoseconds, and so does the fallback.
func queryLimit() time.Duration {
	secs, err := strconv.Atoi(os.Getenv("QUERY_TIMEOUT_SECONDS"))
	if err != nil {
		return 60 // want "60 means 60ns: result of queryLimit is a time.Duration"
	}
	return time.Duration(secs) // want `time.Duration\(secs\) takes secs for nanoseconds, but the name secs says seconds`
}

// The name of the variable says nothing, its key does.
func drainLimit() time.Duration {
	n, err := strconv.ParseInt(os.Getenv("DRAIN_TIMEOUT_MS"), 10, 64)
	if err != nil || n <= 0 {
		return 10 * time.Second
	}
	return time.Duration(n) // want `takes n for nanoseconds, but the key "DRAIN_TIMEOUT_MS" says milliseconds`
}

// The unit is known from what the function returns.
func syncInterval() int {
	n, err := strconv.Atoi(os.Getenv("POLL_INTERVAL_SECONDS"))
	if err != nil {
		return 15
	}
	return n
}

func syncTicker() *time.Ticker {
	return time.NewTicker(time.Duration(syncInterval())) // want `the key "POLL_INTERVAL_SECONDS" says seconds`
}

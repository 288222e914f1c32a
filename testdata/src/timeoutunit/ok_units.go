package timeoutunit

import (
	"context"
	"math"
	"math/rand"
	"net/http"
	"time"
)

const (
	callLimit  = 2 * time.Second
	retryAfter = 5
)

// Every number meets its unit.
func okUnits(ctx context.Context, n int) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	_ = http.Client{Timeout: retryAfter * time.Second}
	time.Sleep(time.Duration(n) * time.Millisecond)
	time.Sleep(time.Second * time.Duration(n))
	time.Sleep(time.Duration(rand.Intn(100)) * time.Millisecond)
	time.Sleep((10 + time.Duration(n)) * time.Second)
	time.Sleep(1.5 * 1000 * time.Millisecond)
	time.Sleep(200 * time.Millisecond << n)
	time.Sleep(1000000 * time.Microsecond)
	_ = ctx
}

// Numbers that mean something else than a time.
func okSpecial(t *time.Timer) {
	time.Sleep(0)
	time.Sleep(1) // yield
	t.Reset(math.MaxInt64)
	var never time.Duration = -1
	time.Sleep(never)
	time.Sleep(5e8)
	time.Sleep(time.Since(time.Now()).Round(1000))
}

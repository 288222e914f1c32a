package timeoutunit

import (
	"context"
	"time"
)

// request is decoded from the wire.
type request struct {
	SQL       string
	DBTimeout int64 // nothing says which unit; it is nanoseconds
	LatencyNs int64
	// Wait in nanoseconds, 0 for none.
	WaitMs int64
}

func okWire(ctx context.Context, r request) (context.Context, context.CancelFunc) {
	if r.LatencyNs > 0 {
		time.Sleep(time.Duration(r.LatencyNs))
	}
	time.Sleep(time.Duration(r.WaitMs))
	time.Sleep(time.Duration(time.Now().UnixNano()))
	return context.WithTimeout(ctx, time.Duration(r.DBTimeout))
}

// interval is a duration of its own, as configuration files need them.
type interval time.Duration

type limitsFile struct {
	DialTimeout    interval
	TimeoutSeconds interval
}

func okOwnType(l limitsFile) time.Duration {
	return time.Duration(l.DialTimeout) + time.Duration(l.TimeoutSeconds)
}

package pace

import (
	"math/rand/v2"
	"time"
)

const half time.Duration = 2

type Backoff struct {
	Steps  int
	Factor float64
	Base   time.Duration
}

func (b Backoff) Next(n int) time.Duration {
	d := float64(b.Base)
	for range n {
		d *= b.Factor
	}
	return time.Duration(d) + time.Duration(rand.Int64N(int64(b.Base)))
}

func Share(total time.Duration, parts int) time.Duration { return total / time.Duration(parts) }

func Halve(d time.Duration) time.Duration { return d / half }

var Default = Backoff{Steps: 5, Factor: 2, Base: 100 * time.Millisecond}

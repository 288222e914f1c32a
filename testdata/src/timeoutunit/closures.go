package timeoutunit

import (
	"sync"
	"time"
)

type clock struct{ sleep func(time.Duration) }

// A function in a field, a method value and a goroutine of a group are calls like others.
func tick(c clock, t *time.Timer, wg *sync.WaitGroup) {
	c.sleep(20) // want `20 means 20ns: argument of c.sleep`
	reset := t.Reset
	reset(2000) // want `2000 means 2µs: argument of reset`
	wg.Go(func() {
		for range 3 {
			time.Sleep(100) // want `100 means 100ns`
		}
	})
}

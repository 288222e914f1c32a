package timeoutunit

import (
	"math/rand"
	"time"
)

// A pause between attempts that is none: at most a microsecond.
func pause() {
	time.Sleep(time.Duration(rand.Intn(1000))) // want `time.Duration\(rand.Intn\(1000\)\) is at most 1µs`
}

func pauseFixed() {
	wait := 250
	time.Sleep(time.Duration(wait)) // want `time.Duration\(wait\) is at most 250ns`
}

// The sum is a duration; only the jitter lacks its unit.
func pauseSome(base time.Duration) {
	time.Sleep(base + 50) // want `50 means 50ns: argument of time.Sleep`
}

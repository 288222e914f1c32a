package timeoutunit

import (
	"fmt"
	"reflect"
	"time"
)

type speed struct{ RowsPerSecond int }

type pool struct{ maxVMs int }

// Names that only look like units.
func okNames(s speed, p pool, first, second int) []time.Duration {
	a := time.Duration(s.RowsPerSecond)
	b := time.Duration(p.maxVMs)
	c := time.Duration(second)
	return []time.Duration{a, b, c, time.Duration(first)}
}

// Where do nanoseconds end? Code that prints durations asks so.
func okScale(d time.Duration) string {
	switch {
	case d < 1000:
		return "ns"
	case d < 1000000:
		return "µs"
	}
	return "ms"
}

// An enumeration that happens to be of the type.
const (
	low time.Duration = iota + 2
	middle
	high
)

var levels = map[string]time.Duration{"low": low, "middle": middle, "high": high}

// What takes anything does not wait.
func okAnything() {
	fmt.Println(time.Duration(5), reflect.TypeOf(time.Duration(7)))
}

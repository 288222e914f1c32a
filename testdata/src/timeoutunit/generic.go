package timeoutunit

import "time"

func within[T any](d time.Duration, do func() (T, error)) (v T, err error) {
	timer := time.AfterFunc(d, func() {})
	defer timer.Stop()
	return do()
}

func count() (int, error) {
	return within(800, func() (int, error) { return 1, nil }) // want `800 means 800ns: argument of timeoutunit.within`
}

type limits[T any] struct {
	of  T
	max time.Duration
}

func defaults() limits[string] {
	return limits[string]{"user", 5} // want `5 means 5ns: field max`
}

package timeoutunit

import "time"

// Days have no constant of their own; a sum needs brackets.
func retention(keepDays int) time.Duration {
	return time.Duration(keepDays) // want `keepDays says days`
}

const startup, extra = 20, 5

func startLimit() time.Duration {
	return startup + extra // want `startup \+ extra means 25ns`
}

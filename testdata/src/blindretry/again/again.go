// Package again repeats what it is given, and takes no context.
package again

import "time"

// Times makes n attempts, d apart.
func Times(n int, d time.Duration, f func() error) (err error) {
	for range n {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(d)
	}
	return err
}

// Until goes on until f does not fail.
func Until(f func() error) {
	for {
		if f() == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

// Rest sleeps a little longer each time.
func Rest(round int) { time.Sleep(time.Second << round) }

// Breathe sleeps too short for anybody to mind.
func Breathe() { time.Sleep(5 * time.Millisecond) }

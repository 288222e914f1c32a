package timeoutunit

import (
	"net/http"
	"time"
)

type syncConfig struct{ TimeoutS int }

// A Duration that holds a count on purpose, and is multiplied wherever it is used.
type syncer struct {
	timeoutS time.Duration
	every    time.Duration
}

func newSyncer(c syncConfig) *syncer {
	return &syncer{timeoutS: time.Duration(c.TimeoutS), every: 30}
}

func (s *syncer) client() *http.Client {
	time.Sleep(s.every * time.Second)
	return &http.Client{Timeout: time.Second * s.timeoutS}
}

func sleepFor(n time.Duration) { time.Sleep(n * time.Second) }

func okCount() {
	sleepFor(5)
	var delay time.Duration = 10
	time.Sleep(delay * time.Millisecond)
	for _, n := range []time.Duration{1, 2, 5, 10} {
		time.Sleep(n * time.Second)
	}
	wait := func(secs time.Duration) { time.Sleep(secs * time.Second) }
	wait(3)
}

// Decoded from a file as a number: the type is wrong, the result is right.
type fileConfig struct {
	Timeout time.Duration `yaml:"timeout"`
}

func okDecoded(c fileConfig) *http.Client {
	return &http.Client{Timeout: c.Timeout * time.Second}
}

// A typed constant that only divides is a share of a duration.
const half time.Duration = 2

func halve(d time.Duration) time.Duration { return d / half }

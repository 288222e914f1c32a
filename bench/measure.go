package main

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"time"
)

// A subject is one way to do what a path is about. do does it once, and says whether it came out as it should: a library
// that refuses or fails where it should work would look fast.
type subject struct {
	name string
	do   func() bool
}

// A path is one thing that costs time, done in several ways. The first subject is the floor: what the ratios of all
// others are to.
type path struct {
	name     string
	parallel int // goroutines that do it at the same time; 0 means one, on the caller's
	subjects []subject
	goals    []goal
}

// A sample is what one operation cost on average in one round.
type sample struct {
	cpu    float64 // ns of user and system time of the whole process: also of goroutines started, and of the collector
	bytes  float64
	allocs float64
}

// measure runs each of p's subjects in turn, rounds times, so that a change of the machine's mood meets all of them, and
// returns each one's samples, in the order of the rounds.
func measure(p path, rounds int, long time.Duration) ([][]sample, error) {
	n := make([]int, len(p.subjects))
	for i, s := range p.subjects {
		var err error
		if n[i], err = calibrate(p, s, long); err != nil {
			return nil, err
		}
	}
	all := make([][]sample, len(p.subjects))
	for range rounds {
		for i, s := range p.subjects {
			x, err := round(p, s, n[i])
			if err != nil {
				return nil, err
			}
			all[i] = append(all[i], x)
		}
	}
	return all, nil
}

// middle is the median of each of the samples' numbers.
func middle(samples []sample) sample {
	of := func(number func(sample) float64) float64 {
		values := make([]float64, len(samples))
		for i, s := range samples {
			values[i] = number(s)
		}
		return median(values)
	}
	return sample{
		cpu:    of(func(s sample) float64 { return s.cpu }),
		bytes:  of(func(s sample) float64 { return s.bytes }),
		allocs: of(func(s sample) float64 { return s.allocs }),
	}
}

// ratio is the median of the rounds' ratios: two samples of one round were taken next to each other.
func ratio(samples, beside []sample) float64 {
	values := make([]float64, len(samples))
	for i := range samples {
		values[i] = samples[i].cpu / beside[i].cpu
	}
	return median(values)
}

// calibrate returns how often s does it in that time: a multiple of p's goroutines, which share it evenly.
func calibrate(p path, s subject, long time.Duration) (int, error) {
	share := max(p.parallel, 1)
	for n := share; ; n *= 2 {
		start := time.Now()
		if err := repeat(p, s, n); err != nil {
			return 0, err
		}
		if took := time.Since(start); took >= long/4 || n > 1<<28 {
			n = int(float64(n) * float64(long) / float64(max(took, 1)))
			return max(n-n%share, share), nil
		}
	}
}

func round(p path, s subject, n int) (sample, error) {
	runtime.GC()
	var before, after runtime.MemStats
	goroutines := runtime.NumGoroutine()
	runtime.ReadMemStats(&before)
	start := cpuTime()
	err := repeat(p, s, n)
	settle(goroutines)
	spent := cpuTime() - start
	runtime.ReadMemStats(&after)
	return sample{
		cpu:    float64(spent.Nanoseconds()) / float64(n),
		bytes:  float64(after.TotalAlloc-before.TotalAlloc) / float64(n),
		allocs: float64(after.Mallocs-before.Mallocs) / float64(n),
	}, err
}

// settle waits for the goroutines that a subject has left behind: what they cost is the subject's, and not the next one's.
func settle(goroutines int) {
	for deadline := time.Now().Add(100 * time.Millisecond); runtime.NumGoroutine() > goroutines && time.Now().Before(deadline); {
		time.Sleep(50 * time.Microsecond)
	}
}

// repeat does it n times, spread over p's goroutines.
func repeat(p path, s subject, n int) error {
	wrong := 0
	if p.parallel < 2 {
		for range n {
			if !s.do() {
				wrong++
			}
		}
	} else {
		var wg sync.WaitGroup
		wrongs := make([]int, p.parallel)
		for g := range p.parallel {
			wg.Go(func() {
				own := 0 // neighbours in wrongs share a line of the cache
				for range n / p.parallel {
					if !s.do() {
						own++
					}
				}
				wrongs[g] = own
			})
		}
		wg.Wait()
		for _, w := range wrongs {
			wrong += w
		}
	}
	if wrong > 0 {
		return fmt.Errorf("%s, %s: %d of %d did not come out as they should", p.name, s.name, wrong, n)
	}
	return nil
}

func median(values []float64) float64 {
	slices.Sort(values)
	mid := len(values) / 2
	if len(values)%2 == 1 {
		return values[mid]
	}
	return (values[mid-1] + values[mid]) / 2
}

// cpuTime is what this process has spent so far.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // no machine that Go's syscall package knows it for refuses this
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

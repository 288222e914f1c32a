package timeoutunit

import "time"

func okArithmetic(elapsed, total time.Duration, done, all, rps int, samples []time.Duration) time.Duration {
	backoff := 100 * time.Millisecond
	for range 3 {
		backoff *= 2
	}
	half := total / 2
	double := 2 * half
	left := elapsed * time.Duration(all) / time.Duration(done)
	between := time.Second / time.Duration(rps)
	share := elapsed * time.Second / total // rule of three
	var squares float64
	for _, s := range samples {
		d := s - half
		squares += float64(d * d)
	}
	return backoff + double + left + between + share + time.Duration(squares)
}

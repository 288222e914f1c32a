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

// A quotient of durations is a number again, and may be compared and multiplied like one.
func okQuotient(d time.Duration) (hours, left time.Duration) {
	if d/time.Minute > 15 {
		d = d / time.Minute * time.Minute
	}
	hours = d / time.Hour
	if hours > 24 {
		hours = 24
	}
	return hours, d - hours*time.Hour
}

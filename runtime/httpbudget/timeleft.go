package httpbudget

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// The headers of the time left, in the spelling of http.Header.
const (
	grpcTimeout  = "Grpc-Timeout"
	envoyTimeout = "X-Envoy-Expected-Rq-Timeout-Ms"
)

// TimeLeft returns the time that the sender of h will wait: the least of the headers that can be read. It is !ok if
// there is none. Zero means that the sender has none left, or less than none.
func TimeLeft(h http.Header) (left time.Duration, ok bool) {
	for _, form := range [...]struct {
		header string
		read   func(string) (time.Duration, bool)
	}{{grpcTimeout, readGRPC}, {envoyTimeout, readMillis}} {
		for _, value := range h[form.header] {
			if d, valid := form.read(value); valid && (!ok || d < left) {
				left, ok = d, true
			}
		}
	}
	return left, ok
}

// WriteTimeLeft says in h how long the sender will wait, in both forms: whole milliseconds, rounded down, but at least
// one. A header that is there stays as it is; a proxy that copies the headers of its own request should delete them
// first. A left of zero or less writes nothing: such a request should not be sent.
func WriteTimeLeft(h http.Header, left time.Duration) {
	if left <= 0 {
		return
	}
	ms := max(left.Milliseconds(), 1)
	if len(h[grpcTimeout]) == 0 {
		h[grpcTimeout] = []string{writeGRPC(ms)}
	}
	if len(h[envoyTimeout]) == 0 {
		h[envoyTimeout] = []string{strconv.FormatInt(ms, 10)}
	}
}

// maxDigits is what the gRPC protocol allows before the unit.
const maxDigits = 8

var units = map[byte]time.Duration{
	'H': time.Hour, 'M': time.Minute, 'S': time.Second,
	'm': time.Millisecond, 'u': time.Microsecond, 'n': time.Nanosecond,
}

// readGRPC reads 1700m.
func readGRPC(s string) (time.Duration, bool) {
	if s == "" {
		return 0, false
	}
	last := len(s) - 1
	unit, ok := units[s[last]]
	if digits := strings.TrimPrefix(s[:last], "-"); !ok || len(digits) > maxDigits {
		return 0, false
	}
	return read(s[:last], unit)
}

func writeGRPC(ms int64) string {
	const most = 99_999_999
	if ms <= most {
		return strconv.FormatInt(ms, 10) + "m"
	}
	return strconv.FormatInt(min(ms/1000, most), 10) + "S"
}

func readMillis(s string) (time.Duration, bool) { return read(s, time.Millisecond) }

// read reads digits. Neither form has a sign, but a negative number is what a careless sender writes whose time is over,
// so that is zero and not junk. What is too large for a Duration is the largest.
func read(s string, unit time.Duration) (time.Duration, bool) {
	digits, negative := strings.CutPrefix(s, "-")
	if digits == "" {
		return 0, false
	}
	var n time.Duration
	for _, c := range []byte(digits) {
		if c < '0' || c > '9' {
			return 0, false
		}
		if d := time.Duration(c - '0'); n > (math.MaxInt64-d)/10 {
			n = math.MaxInt64 // and stays there, whatever follows
		} else {
			n = n*10 + d
		}
	}
	switch {
	case negative:
		return 0, true
	case n > math.MaxInt64/unit:
		return math.MaxInt64, true
	}
	return n * unit, true
}

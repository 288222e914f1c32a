package contract

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// field is one key of one kind of object, read into a T. The tables of fields are what the file's shape is; the test
// of docs/budget.schema.json compares them with it.
type field[T any] struct {
	key      string
	kind     string // of the value: ms, duration, count, rate, boolean, word, object, name
	min      int    // smallest number, for ms and count
	twin     string // the other spelling of the same setting: timeout beside timeoutMs
	required bool
	read     func(p *parser, path string, v *node, into *T)
}

// maxTime is the longest time that is taken for one: more is a unit mistake.
const maxTime = 24 * time.Hour

// duration gives the two keys of one time: nameMs, a whole number of milliseconds that is at least min, and name, a
// duration in quotes.
func duration[T any](name string, min int, required bool, at func(*T) *time.Duration) []field[T] {
	ms := name + "Ms"
	return []field[T]{
		{key: ms, kind: "ms", min: min, twin: name, required: required,
			read: func(p *parser, path string, v *node, into *T) {
				if v.kind == str {
					p.fault(v.off, path, "is a string; write a whole number of milliseconds, or \"%s\": %s", name, quote(v.text))
					return
				}
				if n, ok := p.whole(path, v, "a whole number of milliseconds", min, int(maxTime/time.Millisecond)); ok {
					*at(into) = time.Duration(n) * time.Millisecond
				}
			}},
		{key: name, kind: "duration", twin: ms,
			read: func(p *parser, path string, v *node, into *T) {
				if v.kind != str {
					p.fault(v.off, path, "must be a duration in quotes, such as \"400ms\"; a number of milliseconds goes under %s", ms)
					return
				}
				d, err := time.ParseDuration(v.text)
				switch {
				case err != nil:
					p.fault(v.off, path, "%s is no duration; write one such as \"400ms\" or \"2s\"", quote(v.text))
				case d < 0 || d == 0 && min > 0:
					p.fault(v.off, path, "must be %s, is %s", atLeast(min), d)
				case d > maxTime:
					p.fault(v.off, path, "must be at most %s, is %s", maxTime, d)
				default:
					*at(into) = d
				}
			}},
	}
}

func atLeast(min int) string {
	if min > 0 {
		return "more than zero"
	}
	return "zero or more"
}

func count[T any](key string, required bool, at func(*T) *int) field[T] {
	return field[T]{key: key, kind: "count", min: 1, required: required,
		read: func(p *parser, path string, v *node, into *T) {
			if n, ok := p.whole(path, v, "a whole number", 1, 1_000_000); ok {
				*at(into) = n
			}
		}}
}

func rate[T any](key string, at func(*T) *float64) field[T] {
	return field[T]{key: key, kind: "rate",
		read: func(p *parser, path string, v *node, into *T) {
			f, err := strconv.ParseFloat(v.text, 64)
			switch {
			case v.kind != number:
				p.fault(v.off, path, "must be a number above 0 and at most 1, not %s", v.kind)
			case err != nil || !(f > 0 && f <= 1):
				p.fault(v.off, path, "must be above 0 and at most 1, is %s", clip(v.text))
			default:
				*at(into) = f
			}
		}}
}

func truth[T any](key string, at func(*T) *bool) field[T] {
	return field[T]{key: key, kind: "boolean",
		read: func(p *parser, path string, v *node, into *T) {
			if v.kind != boolean {
				p.fault(v.off, path, "must be true or false, not %s", v.kind)
				return
			}
			*at(into) = v.truth
		}}
}

var integer = regexp.MustCompile(`^-?[0-9]+$`)

// whole reads a number written without fraction or exponent.
func (p *parser) whole(path string, v *node, what string, min, max int) (int, bool) {
	if v.kind != number {
		p.fault(v.off, path, "must be %s, not %s", what, v.kind)
		return 0, false
	}
	if !integer.MatchString(v.text) {
		p.fault(v.off, path, "must be %s, is %s", what, clip(v.text))
		return 0, false
	}
	n, err := strconv.Atoi(v.text)
	switch {
	case strings.HasPrefix(v.text, "-") || err == nil && n < min:
		p.fault(v.off, path, "must be %d or more, is %s", min, clip(v.text))
	case err != nil || n > max:
		p.fault(v.off, path, "must be at most %d, is %s", max, clip(v.text))
	default:
		return n, true
	}
	return 0, false
}

// quote writes a piece of input into a one-line message.
func quote(s string) string { return strconv.Quote(clip(s)) }

func clip(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}

var plain = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)

// join appends a key to a path.
func join(path, key string) string {
	switch {
	case !plain.MatchString(key):
		return fmt.Sprintf("%s[%s]", path, quote(key))
	case path == "":
		return key
	}
	return path + "." + key
}

// named appends the name of a downstream or an aggregator to a path.
func named(path, name string) string { return fmt.Sprintf("%s[%s]", path, quote(name)) }

// nearest returns the key that name was most likely meant to be, or "".
func nearest(name string, keys []string) string {
	best, least := "", 1+len(name)/3
	for _, key := range keys {
		if strings.EqualFold(name, key) {
			return key
		}
		if d := distance(name, key, least); d <= least && (best == "" || d < least) {
			best, least = key, d
		}
	}
	return best
}

// distance is the number of one-byte edits between a and b, or more than limit if it would be.
func distance(a, b string, limit int) int {
	if d := len(a) - len(b); d > limit || -d > limit || len(a) > 64 {
		return limit + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(diagonal+cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

package timeoutunit

import (
	"strings"
	"unicode"
)

// unit is a unit of time as names tell it.
type unit struct {
	name string // "seconds"
	expr string // after the qualifier: "Second"; "" for nanoseconds, which need no factor
	by   string // a factor before it: "24*" for days
}

var (
	nanos   = unit{name: "nanoseconds"}
	millis  = unit{name: "milliseconds", expr: "Millisecond"}
	seconds = unit{name: "seconds", expr: "Second"}
	micros  = unit{name: "microseconds", expr: "Microsecond"}
	minutes = unit{name: "minutes", expr: "Minute"}
	hours   = unit{name: "hours", expr: "Hour"}
	days    = unit{name: "days", expr: "Hour", by: "24*"}
)

// Words that name a unit wherever they stand: secondsToSleep, TimeoutMilliseconds.
var anywhere = map[string]unit{
	"seconds": seconds, "milliseconds": millis, "millisecond": millis, "millis": millis, "microseconds": micros,
	"micros": micros, "minutes": minutes, "hours": hours, "days": days,
	"nanoseconds": nanos, "nanosecond": nanos, "nanos": nanos, "nano": nanos, "ns": nanos, "nsec": nanos,
}

// Words that do so at the end only. "min" is mostly a minimum and "us" a country, so they are not here.
var atEnd = map[string]unit{
	"second": seconds, "secs": seconds, "sec": seconds, "s": seconds,
	"ms": millis, "msec": millis, "msecs": millis, "milli": millis,
	"usec": micros, "usecs": micros, "microsecond": micros,
	"minute": minutes, "mins": minutes, "hour": hours, "hrs": hours, "day": days,
}

// unitOf reads the unit from an identifier or a configuration key. A name with two units, or with "per" (a rate), has
// none; nor has a lone short word: second may be the one after first.
func unitOf(name string) (u unit, ok bool) {
	list := words(name)
	for i, w := range list {
		if w == "per" {
			return unit{}, false
		}
		found, is := anywhere[w]
		if !is && i == len(list)-1 && (i > 0 || len(w) > 3 && w != "second") {
			found, is = atEnd[w]
		}
		if !is && len(list) == 1 && (w == "ms" || w == "sec") {
			found, is = atEnd[w]
		}
		if !is {
			continue
		}
		if ok && found != u {
			return unit{}, false
		}
		u, ok = found, true
	}
	return u, ok
}

// words splits camelCase, snake_case and kebab-case. A plural of capitals stays whole: VMs is no milliseconds.
func words(name string) (list []string) {
	var cur []rune
	flush := func() {
		if len(cur) > 0 {
			list = append(list, strings.ToLower(string(cur)))
			cur = nil
		}
	}
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r):
			flush()
			continue
		case unicode.IsUpper(r) && i > 0 && !unicode.IsUpper(runes[i-1]):
			flush()
		case unicode.IsUpper(r) && i+1 < len(runes) && unicode.IsLower(runes[i+1]) && !plural(runes[i+1:]):
			flush()
		}
		cur = append(cur, r)
	}
	flush()
	return list
}

// plural reports whether rest is the s of VMs or URLs.
func plural(rest []rune) bool {
	return rest[0] == 's' && (len(rest) == 1 || !unicode.IsLower(rest[1]))
}

package config

import (
	"slices"
	"strconv"
	"strings"
)

// Nearest returns the one of names that name was most likely meant to be, or "" if none is near. Ties go to the first
// in alphabetical order, so messages do not change from run to run.
func Nearest(name string, names []string) string {
	best, least := "", 1+len(name)/3
	for _, n := range slices.Sorted(slices.Values(names)) {
		if strings.EqualFold(name, n) {
			return n
		}
		if d := distance(name, n, least); d <= least && (best == "" || d < least) {
			best, least = n, d
		}
	}
	return best
}

// distance is the number of one-byte edits between a and b, or more than limit if it would be. (runtime/contract has
// its own: it imports nothing of this module.)
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

// suggest ends a message about a name that is none of names: with the likeliest of them or, if they are few, all.
func suggest(msg, name string, names []string) string {
	if near := Nearest(name, names); near != "" {
		return msg + "; did you mean " + near + "?"
	}
	if 0 < len(names) && len(names) <= 16 {
		return msg + "; there are " + strings.Join(names, ", ")
	}
	return msg
}

// quote writes a piece of input into a one-line message.
func quote(s string) string {
	if r := []rune(s); len(r) > 80 {
		s = string(r[:80]) + "…"
	}
	return strconv.Quote(s)
}

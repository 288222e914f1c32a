// Package baseline keeps the findings that a code base had when budgetlint came, so that only further ones are reported.
// It reads and writes the file, and decides which findings it covers. It leaves out how findings are found, and what
// becomes of those that are covered.
//
// The file has one entry a line, sorted, so that two branches that change different functions merge:
//
//	budgetlint baseline 1
//	# comment
//	example.com/shop/user (*Client).Get nodeadline net/http.(*Client).Do 2
//
// The fields are package, function, rule, callee and how often. No line numbers and no file names: code may move.
package baseline

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Key is what stays the same about a finding when code around it moves. No field holds blanks or is empty.
type Key struct {
	Package  string // import path
	Function string // (*Client).Get, or the name of a package-level variable; None outside of both
	Rule     string // with category: nodeadline/client
	Callee   string // net/http.(*Client).Do; of the same package .(*Client).Get; of what is no call a type, for, value
}

// None stands in a key for what has no name.
const None = "-"

// Compare orders keys as they stand in the file.
func (k Key) Compare(other Key) int {
	return cmp.Or(
		cmp.Compare(k.Package, other.Package),
		cmp.Compare(k.Function, other.Function),
		cmp.Compare(k.Rule, other.Rule),
		cmp.Compare(k.Callee, other.Callee),
	)
}

func (k Key) String() string {
	return k.Package + " " + k.Function + " " + k.Rule + " " + k.Callee
}

// Entry is a key and how often it is covered.
type Entry struct {
	Key   Key
	Count int
}

func (e Entry) String() string { return e.Key.String() + " " + strconv.Itoa(e.Count) }

// File is the content of a baseline. Its methods must not run at the same time.
type File struct {
	Name    string // for messages
	entries map[Key]int
}

// New returns an empty baseline.
func New(name string) *File { return &File{Name: name, entries: make(map[Key]int)} }

const (
	magic   = "budgetlint baseline "
	version = "1"
	// Neither is met by a file that budgetlint wrote for a real program; they keep a garbage file from being read for long.
	maxSize  = 64 << 20
	maxCount = 1_000_000_000
)

const preface = magic + version + `
# Findings that were here when budgetlint came; they are not reported. Fix them and delete their lines, or let
# "budgetlint baseline" write this file anew. Fields: package, function, rule, callee, how often.
`

// Parse reads a baseline. An error names file and line, and says what to do.
func Parse(name string, data []byte) (*File, error) {
	if len(data) > maxSize {
		return nil, fmt.Errorf("%s: is larger than %d bytes, no baseline is", name, maxSize)
	}
	f := New(name)
	lines := make(map[Key]int)
	n := 0
	for line := range bytes.Lines(data) {
		n++
		text := strings.TrimSpace(string(line))
		if n == 1 {
			if err := checkVersion(strings.TrimPrefix(text, "\ufeff")); err != nil {
				return nil, fmt.Errorf("%s:1: %w", name, err)
			}
			continue
		}
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		e, err := parseEntry(text)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		if first := lines[e.Key]; first > 0 {
			return nil, fmt.Errorf("%s:%d: the entry of line %d again, as merging two branches leaves it: run budgetlint baseline to write the file anew", name, n, first)
		}
		lines[e.Key] = n
		f.entries[e.Key] = e.Count
	}
	if n == 0 {
		return nil, fmt.Errorf("%s:1: %w", name, checkVersion(""))
	}
	return f, nil
}

func checkVersion(first string) error {
	v, ok := strings.CutPrefix(first, magic)
	switch {
	case !ok:
		return fmt.Errorf("is no baseline: its first line is not %q; budgetlint baseline writes one", magic+version)
	case v != version:
		return fmt.Errorf("baseline of version %s, and this budgetlint knows version %s: install the one that wrote it, or run budgetlint baseline to write it anew", strconv.Quote(v), version)
	}
	return nil
}

func parseEntry(text string) (Entry, error) {
	for _, mark := range []string{"<<<<<<<", "=======", ">>>>>>>", "|||||||"} {
		if strings.HasPrefix(text, mark) {
			return Entry{}, fmt.Errorf("a conflict of a merge: take either side, then run budgetlint baseline to write the file anew")
		}
	}
	fields := strings.Fields(text)
	if len(fields) != 5 {
		return Entry{}, fmt.Errorf("is no entry: %d fields, not package, function, rule, callee, count", len(fields))
	}
	count, err := strconv.Atoi(fields[4])
	if err != nil || count < 1 || count > maxCount {
		return Entry{}, fmt.Errorf("the count must be a number from 1 to %d, not %s", maxCount, strconv.Quote(fields[4]))
	}
	return Entry{Key{fields[0], fields[1], fields[2], fields[3]}, count}, nil
}

// Add counts key once more.
func (f *File) Add(key Key) { f.entries[key]++ }

// Keep takes over the entries of old that judged refuses: what a run did not look at stays as it was. It returns how
// many those are.
func (f *File) Keep(old *File, judged func(Key) bool) (kept int) {
	for key, n := range old.entries {
		if !judged(key) {
			f.entries[key] = max(f.entries[key], n) // of a package that does not compile, some may have been found
			kept++
		}
	}
	return kept
}

// Len is the number of entries.
func (f *File) Len() int { return len(f.entries) }

// Format is the file's text: the same for the same entries.
func (f *File) Format() []byte {
	var b bytes.Buffer
	b.WriteString(preface)
	for _, e := range sorted(f.entries) {
		b.WriteString(e.String() + "\n")
	}
	return b.Bytes()
}

func sorted(entries map[Key]int) []Entry {
	var list []Entry
	for _, key := range slices.SortedFunc(maps.Keys(entries), Key.Compare) {
		if n := entries[key]; n > 0 {
			list = append(list, Entry{key, n})
		}
	}
	return list
}

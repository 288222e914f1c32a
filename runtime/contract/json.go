package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// Bounds on what is read at all. A real budget file is a few kilobytes, five levels deep.
const (
	maxSize   = 1 << 20
	maxDepth  = 32
	maxErrors = 50
)

// node is one JSON value with the offset at which it starts. encoding/json alone would drop positions, take the last
// of two equal keys and ignore their case, so the values are read token by token into nodes first.
type node struct {
	kind    kind
	off     int
	text    string   // a string's value, or a number as it is written
	truth   bool     // a boolean's value
	members []member // of an object
}

type kind uint8

const (
	null kind = iota
	boolean
	number
	str
	array
	object
)

func (k kind) String() string {
	return [...]string{"null", "a boolean", "a number", "a string", "an array", "an object"}[k]
}

// member is one key of an object with its value. off is where the key starts.
type member struct {
	key   string
	off   int
	value *node
}

// reader turns bytes into nodes, and collects the faults of the whole file.
type reader struct {
	file  string
	data  []byte
	lines []int // offset of each line's first byte
	dec   *json.Decoder
	errs  []*PosError
}

func newReader(file string, data []byte) *reader {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	r := &reader{file: file, data: data, lines: []int{0}}
	if len(data) > maxSize {
		return r
	}
	for i, b := range data {
		if b == '\n' {
			r.lines = append(r.lines, i+1)
		}
	}
	r.dec = json.NewDecoder(bytes.NewReader(data))
	r.dec.UseNumber()
	return r
}

// document reads the whole file. nil means that it is no JSON document; the reason is then in errs.
func (r *reader) document() *node {
	if len(r.data) > maxSize {
		r.errs = append(r.errs, &PosError{File: r.file, Msg: fmt.Sprintf("is larger than %d bytes", maxSize)})
		return nil
	}
	if len(bytes.TrimSpace(r.data)) == 0 {
		r.fault(0, "", "is empty")
		return nil
	}
	if !utf8.Valid(r.data) {
		off := 0
		for off < len(r.data) {
			c, size := utf8.DecodeRune(r.data[off:])
			if c == utf8.RuneError && size <= 1 {
				break
			}
			off += size
		}
		r.fault(off, "", "is not UTF-8")
		return nil
	}
	// The decoder's tokens give no reliable place for a syntax error, so the syntax is checked as a whole first.
	var syntax *json.SyntaxError
	if err := json.Unmarshal(r.data, new(json.RawMessage)); errors.As(err, &syntax) {
		r.broken(syntax)
		return nil
	}
	v, err := r.value(0)
	if err != nil {
		r.fault(min(r.next(), len(r.data)-1), "", "%s", err)
		return nil
	}
	return v
}

// broken reports a syntax error. Its Offset counts the bytes read, the offending one included.
func (r *reader) broken(err *json.SyntaxError) {
	off := min(max(int(err.Offset)-1, 0), len(r.data)-1)
	switch msg := err.Error(); {
	case strings.HasPrefix(msg, "unexpected end"):
		r.fault(len(r.data)-1, "", "ends too early: a bracket or a quote is not closed")
	case strings.Contains(msg, "after top-level value"):
		r.fault(off, "", "unexpected data after the closing brace")
	default:
		r.fault(off, "", "is not JSON: %s", msg)
	}
}

// next is the offset of the next token: what the decoder has not read yet, without blanks and separators.
func (r *reader) next() int {
	off := int(r.dec.InputOffset())
	for off < len(r.data) && strings.IndexByte(" \t\r\n,:", r.data[off]) >= 0 {
		off++
	}
	return off
}

var errDeep = errors.New("nested too deeply")

func (r *reader) value(depth int) (*node, error) {
	if depth > maxDepth {
		return nil, errDeep
	}
	v := &node{off: r.next()}
	tok, err := r.dec.Token()
	if err != nil {
		return nil, err
	}
	switch tok := tok.(type) {
	case nil:
		v.kind = null
	case bool:
		v.kind, v.truth = boolean, tok
	case json.Number:
		v.kind, v.text = number, tok.String()
	case string:
		v.kind, v.text = str, tok
	case json.Delim:
		return v, r.composite(v, tok, depth)
	}
	return v, nil
}

// composite reads what is between v's brackets. Elements of arrays are read but not kept: no key takes an array.
func (r *reader) composite(v *node, open json.Delim, depth int) error {
	v.kind = array
	if open == '{' {
		v.kind = object
	}
	for r.dec.More() {
		m := member{off: r.next()}
		if v.kind == object {
			tok, err := r.dec.Token()
			if err != nil {
				return err
			}
			key, ok := tok.(string)
			if !ok {
				return errors.New("object key is not a string")
			}
			m.key = key
		}
		value, err := r.value(depth + 1)
		if err != nil {
			return err
		}
		if v.kind == object {
			m.value = value
			v.members = append(v.members, m)
		}
	}
	_, err := r.dec.Token()
	return err
}

func (r *reader) pos(off int) Pos {
	line := sort.SearchInts(r.lines, off+1)
	return Pos{Line: line, Col: off - r.lines[line-1] + 1}
}

func (r *reader) fault(off int, path, format string, args ...any) {
	p := r.pos(off)
	r.errs = append(r.errs, &PosError{Path: path, File: r.file, Line: p.Line, Col: p.Col, Msg: fmt.Sprintf(format, args...)})
}

// err joins the faults in the order of the file.
func (r *reader) err() error {
	slices.SortStableFunc(r.errs, func(a, b *PosError) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Col - b.Col
	})
	var errs []error
	for i, e := range r.errs {
		if i == maxErrors {
			errs = append(errs, &PosError{File: r.file, Line: e.Line, Col: e.Col,
				Msg: fmt.Sprintf("%d more errors from here on", len(r.errs)-maxErrors)})
			break
		}
		errs = append(errs, e)
	}
	return errors.Join(errs...)
}

package lsp

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// encoding is the unit in which columns are counted, by its name in the protocol.
type encoding string

const (
	utf8Bytes  encoding = "utf-8"
	utf16Units encoding = "utf-16" // what the protocol wants of everybody
	utf32Runes encoding = "utf-32"
)

// agree chooses the first encoding of a client's list that is known.
func agree(offered []string) encoding {
	for _, e := range offered {
		if e := encoding(e); e == utf8Bytes || e == utf16Units || e == utf32Runes {
			return e
		}
	}
	return utf16Units
}

// width is how many units a rune of n bytes takes. A byte that is no UTF-8 counts as one character, as editors show it.
func (e encoding) width(r rune, n int) int {
	switch {
	case e == utf8Bytes:
		return n
	case e == utf16Units && r > 0xFFFF:
		return 2
	}
	return 1
}

// mapper translates between byte offsets in one text and the positions of the protocol. What lies outside of the text
// is taken as its nearest end: clients may be a version behind.
type mapper struct {
	text  []byte
	lines []int // offsets at which lines begin
	enc   encoding
}

func newMapper(text []byte, enc encoding) *mapper {
	m := &mapper{text: text, lines: []int{0}, enc: enc}
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\n':
			m.lines = append(m.lines, i+1)
		case '\r': // ends a line alone too
			if i+1 == len(text) || text[i+1] != '\n' {
				m.lines = append(m.lines, i+1)
			}
		}
	}
	return m
}

func (m *mapper) position(offset int) position {
	offset = min(max(offset, 0), len(m.text))
	line, exact := slices.BinarySearch(m.lines, offset)
	if !exact {
		line--
	}
	at := m.lines[line]
	units := 0
	for at < offset {
		r, n := utf8.DecodeRune(m.text[at:])
		if at+n > offset {
			break // in the middle of a character: its beginning
		}
		units += m.enc.width(r, n)
		at += n
	}
	return position{Line: uint32(line), Character: uint32(units)}
}

func (m *mapper) offset(p position) int {
	if int64(p.Line) >= int64(len(m.lines)) {
		return len(m.text)
	}
	at := m.lines[p.Line]
	end := len(m.text)
	if int(p.Line)+1 < len(m.lines) {
		end = m.lines[p.Line+1]
	}
	end = at + len(bytes.TrimRight(m.text[at:end], "\r\n"))
	for units := int64(p.Character); units > 0 && at < end; {
		r, n := utf8.DecodeRune(m.text[at:end])
		if units -= int64(m.enc.width(r, n)); units < 0 {
			break // in the middle of a surrogate pair
		}
		at += n
	}
	return at
}

func (m *mapper) span(start, end int) span {
	return span{m.position(start), m.position(max(start, end))}
}

// line is the span from a place given as the go command gives it, counting from 1 and in bytes, to the end of its line.
func (m *mapper) line(line, col int) span {
	if line < 1 || line > len(m.lines) {
		return span{}
	}
	start := min(m.lines[line-1]+max(col-1, 0), len(m.text))
	end := m.offset(position{uint32(line - 1), 1<<31 - 1})
	return m.span(start, end)
}

// apply makes a change of the protocol in a text.
func apply(text []byte, c change, enc encoding) []byte {
	if c.Range == nil {
		return []byte(c.Text)
	}
	m := newMapper(text, enc)
	start, end := m.offset(c.Range.Start), m.offset(c.Range.End)
	end = max(start, end)
	return slices.Concat(text[:start], []byte(c.Text), text[end:])
}

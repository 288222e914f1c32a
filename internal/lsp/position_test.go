package lsp

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestPositions(t *testing.T) {
	// a, é, 世 and 𝒳 take 1, 2, 3 and 4 bytes; 𝒳 takes two UTF-16 units.
	const text = "aé世𝒳b\r\nx\rlast"
	for _, tt := range []struct {
		offset             int
		line               uint32
		utf8, utf16, utf32 uint32
	}{
		{0, 0, 0, 0, 0}, {1, 0, 1, 1, 1}, {3, 0, 3, 2, 2}, {6, 0, 6, 3, 3}, {10, 0, 10, 5, 4}, {11, 0, 11, 6, 5},
		{13, 1, 0, 0, 0}, {14, 1, 1, 1, 1}, {15, 2, 0, 0, 0}, {19, 2, 4, 4, 4},
	} {
		for enc, units := range map[encoding]uint32{utf8Bytes: tt.utf8, utf16Units: tt.utf16, utf32Runes: tt.utf32} {
			m := newMapper([]byte(text), enc)
			want := position{tt.line, units}
			if got := m.position(tt.offset); got != want {
				t.Errorf("%s: offset %d is %v, want %v", enc, tt.offset, got, want)
			}
			if got := m.offset(want); got != tt.offset {
				t.Errorf("%s: %v is offset %d, want %d", enc, want, got, tt.offset)
			}
		}
	}
	m := newMapper([]byte(text), utf16Units)
	for p, want := range map[position]int{
		{0, 4}:             6,  // in the middle of the pair of 𝒳
		{0, 99}:            11, // behind the line: its end, before the line break
		{9, 0}:             19,
		{1 << 31, 1 << 31}: 19,
	} {
		if got := m.offset(p); got != want {
			t.Errorf("%v is offset %d, want %d", p, got, want)
		}
	}
	for offset, want := range map[int]position{-1: {0, 0}, 8: {0, 3}, 1000: {2, 4}} {
		if got := m.position(offset); got != want {
			t.Errorf("offset %d is %v, want %v", offset, got, want)
		}
	}
	if got := m.line(1, 2); got != (span{position{0, 1}, position{0, 6}}) {
		t.Errorf("line 1 from column 2 is %v", got)
	}
	if got := m.line(0, 0); got != (span{}) {
		t.Errorf("no line is %v", got)
	}
	if got := newMapper(nil, utf16Units).line(1, 1); got != (span{}) {
		t.Errorf("the line of an empty file is %v", got)
	}
}

func TestAgree(t *testing.T) {
	for offered, want := range map[string]encoding{"": utf16Units, "utf-8": utf8Bytes, "utf-7,utf-32,utf-8": utf32Runes, "utf-16,utf-8": utf16Units} {
		if got := agree(strings.Split(offered, ",")); got != want {
			t.Errorf("%s: %s, want %s", offered, got, want)
		}
	}
}

// TestEncodings wants the same range of the same text in the units that the client chose.
func TestEncodings(t *testing.T) {
	for enc, want := range map[string]uint32{"utf-8": 34, "utf-16": 32, "utf-32": 31} {
		can := strings.Replace(everything, `["utf-16"]`, `["`+enc+`"]`, 1)
		c := start(t, strings.Replace(shop, "return db", "/* 𝒳 */ return db", 1), can, "")
		c.open(stockGo)
		if d := c.wants(stockGo, "12 detachedctx"); d[0].Range.Start.Character != want {
			t.Errorf("%s: column %d, want %d", enc, d[0].Range.Start.Character, want)
		}
		m := newMapper([]byte(c.docs[stockGo].text), encoding(enc))
		at := m.span(strings.Index(c.docs[stockGo].text, "context.Background"), strings.Index(c.docs[stockGo].text, ")\n}\n"))
		c.docs[stockGo].version++
		c.notify("textDocument/didChange", `{"textDocument": {"uri": `+quote(c.uri(stockGo))+`, "version": 2}, "contentChanges": [{"range": `+quote(at)+`, "text": "ctx"}]}`)
		c.wants(stockGo)
	}
}

// FuzzPositions wants no panic, and a way back to the beginning of the same character.
func FuzzPositions(f *testing.F) {
	f.Add([]byte("aé世𝒳b\r\nx\n"), 3, uint32(1), uint32(2), "ü")
	f.Add([]byte("\xff\xf0\x9d\r"), 2, uint32(0), uint32(9), "")
	f.Fuzz(func(t *testing.T, text []byte, offset int, line, char uint32, new string) {
		for _, enc := range []encoding{utf8Bytes, utf16Units, utf32Runes} {
			m := newMapper(text, enc)
			at := m.offset(position{line, char})
			if at < 0 || at > len(text) {
				t.Fatalf("%s: offset %d of %d", enc, at, len(text))
			}
			back := m.offset(m.position(offset))
			clamped := min(max(offset, 0), len(text))
			if back > clamped || clamped-back >= utf8.UTFMax {
				t.Errorf("%s: %d comes back as %d", enc, clamped, back)
			}
			apply(text, change{Range: &span{position{line, char}, position{char, line}}, Text: new}, enc)
		}
	})
}

// TestEdits makes edits of random changes and applies them again, as a client does: from the last to the first.
func TestEdits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	words := []string{"a", "b", "", "{", "}", "\t世", "--- x", "+++ y", "@@ -1,1 +1,1 @@", "\\ No newline at end of file"}
	some := func(n int) []byte {
		var b bytes.Buffer
		for i := range n {
			b.WriteString(words[r.IntN(len(words))])
			if i < n-1 || r.IntN(2) == 0 {
				b.WriteString([]string{"\n", "\n", "\r\n"}[r.IntN(3)])
			}
		}
		return b.Bytes()
	}
	for range 2000 {
		before, after := some(r.IntN(30)), some(r.IntN(30))
		if r.IntN(2) == 0 { // mostly alike
			after = bytes.Replace(before, []byte("a"), []byte("c\nd"), 1+r.IntN(2))
		}
		m := newMapper(before, utf16Units)
		got := before
		list := edits(before, after, utf16Units)
		for i := len(list) - 1; i >= 0; i-- {
			e := list[i]
			got = []byte(string(got[:m.offset(e.Range.Start)]) + *e.NewText + string(got[m.offset(e.Range.End):]))
		}
		if !bytes.Equal(got, after) {
			t.Fatalf("%q edited to be %q is %q by %s", before, after, got, quote(list))
		}
	}
}

package report

import (
	"bytes"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// below is name as seen from root, with slashes; false where it lies elsewhere. Either may go through symbolic links.
func below(root, name string) (string, bool) {
	for range 2 {
		rel, err := filepath.Rel(root, name)
		if root != "" && err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			return filepath.ToSlash(rel), true
		}
		if real, err := filepath.EvalSymlinks(root); err == nil {
			root = real
		}
		if real, err := filepath.EvalSymlinks(filepath.Dir(name)); err == nil {
			name = filepath.Join(real, filepath.Base(name))
		}
	}
	return "", false
}

// relativeURI is a path as a relative reference: spaces, percent signs and a colon in its first element are escaped.
func relativeURI(name string) string { return (&url.URL{Path: name}).String() }

// fileURI is an absolute path as a URI.
func fileURI(name string) string {
	name = filepath.ToSlash(name)
	if !strings.HasPrefix(name, "/") { // C:/x
		name = "/" + name
	}
	return (&url.URL{Scheme: "file", Path: name}).String()
}

// sources keeps the lines of the last file that was asked for: findings come sorted by file.
type sources struct {
	name  string
	lines [][]byte
}

// line is a line without its end; false if the file cannot be read any more or is shorter.
func (s *sources) line(name string, n int) ([]byte, bool) {
	if s.name != name {
		data, _ := os.ReadFile(name) // what needs the line does without it
		s.name, s.lines = name, bytes.Split(data, []byte("\n"))
	}
	if n < 1 || n > len(s.lines) {
		return nil, false
	}
	return bytes.TrimSuffix(s.lines[n-1], []byte("\r")), true
}

// utf16Column turns a column in bytes into one in UTF-16 code units, both from 1; 0 where the line is not known.
func (s *sources) utf16Column(name string, p Position) int {
	line, ok := s.line(name, p.Line)
	if !ok || p.Col < 1 || p.Col-1 > len(line)+1 { // the line's end counts as one
		return 0
	}
	col := 1
	for rest := line[:min(p.Col-1, len(line))]; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		col += max(1, utf16.RuneLen(r))
		rest = rest[size:]
	}
	return col + max(0, p.Col-1-len(line))
}

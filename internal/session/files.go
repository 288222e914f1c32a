package session

import (
	"bytes"
	"crypto/sha256"
	"go/ast"
	"go/build"
	"go/parser"
	"go/scanner"
	"go/token"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// source is one version of one file. Another text is another source, so versions are compared by identity.
type source struct {
	name string
	hash [sha256.Size]byte
	text []byte // nil where only the hash is needed any more
	disk stamp  // of the file that it was read from; zero for a buffer

	syntax *ast.File // nil until it is needed
	tf     *token.File
	errs   scanner.ErrorList
	parsed bool
}

// stamp tells versions of a file on disk apart without reading it.
type stamp struct {
	time time.Time
	size int64
}

func stampOf(name string) stamp {
	info, err := os.Stat(name)
	if err != nil || info.IsDir() {
		return stamp{}
	}
	return stamp{info.ModTime(), info.Size()}
}

// read returns the present version of a file: the buffer, or what is on disk.
func (s *Session) read(name string) (*source, error) {
	old := s.files[name]
	text, edited := s.overlay[name]
	var disk stamp
	if !edited {
		if disk = stampOf(name); old != nil && old.disk == disk && disk != (stamp{}) {
			return old, nil
		}
		var err error
		if text, err = os.ReadFile(name); err != nil {
			delete(s.files, name)
			return nil, err
		}
	}
	hash := sha256.Sum256(text)
	if old != nil && old.hash == hash {
		old.text, old.disk = text, disk
		return old, nil
	}
	src := &source{name: name, hash: hash, text: text, disk: disk}
	s.files[name] = src
	return src, nil
}

// parse makes the syntax of a source, once.
func (s *Session) parse(src *source) error {
	if src.parsed {
		return nil
	}
	if src.text == nil {
		text, err := os.ReadFile(src.name)
		if err != nil {
			return err
		}
		src.text = text
	}
	f, err := parser.ParseFile(s.fset, src.name, src.text, parser.ParseComments|parser.SkipObjectResolution)
	src.errs, _ = err.(scanner.ErrorList)
	src.syntax, src.parsed = f, true
	if f != nil {
		src.tf = s.fset.File(f.FileStart)
	}
	return nil
}

// sources returns the files of m's package, sorted by name, parsed, and all of one package clause.
func (s *Session) sources(m *meta) ([]*source, error) {
	names := slices.Clone(m.files)
	for name := range s.overlay {
		if filepath.Dir(name) == m.dir && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var list []*source
	count := make(map[string]int)
	for _, name := range names {
		if !s.belongs(m, name) {
			continue
		}
		src, err := s.read(name)
		if err != nil {
			continue // deleted: the package goes on without it
		}
		if err := s.parse(src); err != nil {
			return nil, err
		}
		if src.syntax == nil || src.syntax.Name == nil {
			continue
		}
		list = append(list, src)
		count[src.syntax.Name.Name]++
	}
	most := "" // half a renaming must not turn the rest of the package into errors
	for _, name := range slices.Sorted(maps.Keys(count)) {
		if n := count[name]; n > count[most] || n == count[most] && name == m.name {
			most = name
		}
	}
	return slices.DeleteFunc(list, func(src *source) bool { return src.syntax.Name.Name != most }), nil
}

// belongs reports whether a file is part of the package by its name and its build constraints. What the go command said
// holds until the head of the file, down to the package clause, is another one; then go/build decides.
func (s *Session) belongs(m *meta, name string) bool {
	listed := slices.Contains(m.files, name)
	text, edited := s.overlay[name]
	if !edited {
		return listed
	}
	if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
		return false
	}
	if disk, err := os.ReadFile(name); err == nil && bytes.Equal(head(disk), head(text)) {
		return listed
	}
	ctxt := build.Default
	ctxt.BuildTags = strings.FieldsFunc(s.opts.Tags, func(r rune) bool { return r == ',' || r == ' ' })
	ctxt.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }
	ok, err := ctxt.MatchFile(m.dir, filepath.Base(name))
	return ok || err != nil && listed // a head that cannot be read is a syntax error of a file that belongs here
}

// head is a file down to the line of its package clause.
func head(text []byte) []byte {
	at := 0
	for line := range bytes.Lines(text) {
		at += len(line)
		if bytes.HasPrefix(line, []byte("package ")) {
			break
		}
	}
	return text[:at]
}

// goFiles lists the Go files of a folder that are no tests, by absolute name.
func goFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if n := e.Name(); strings.HasSuffix(n, ".go") && !strings.HasSuffix(n, "_test.go") && !strings.HasPrefix(n, ".") && !strings.HasPrefix(n, "_") && !e.IsDir() {
			names = append(names, filepath.Join(dir, n))
		}
	}
	return names, nil
}

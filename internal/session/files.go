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
	"strconv"
	"strings"
	"time"
)

// source is one version of one file. Another text is another source, so versions are compared by identity.
type source struct {
	name string
	hash [sha256.Size]byte
	head string // down to the package clause, see holds
	text []byte // nil where only the hash is needed any more
	disk stamp  // of the file that it was read from; zero for a buffer
	fits bool   // go/build thinks that its name and constraints fit

	clause  string   // the package's name in it
	imports []string // as its imports spell them
	scanned bool     // those two are known

	syntax *ast.File // nil while it is not needed
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
	var err error
	if !edited {
		if disk = stampOf(name); old != nil && old.disk == disk && disk != (stamp{}) {
			return old, nil
		}
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
	src := &source{name: name, hash: hash, head: head(text), text: text, disk: disk}
	ctxt := build.Default
	ctxt.BuildTags = strings.FieldsFunc(s.opts.Tags, func(r rune) bool { return r == ',' || r == ' ' })
	ctxt.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }
	src.fits, err = ctxt.MatchFile(filepath.Dir(name), filepath.Base(name))
	src.fits = src.fits || err != nil // a head that cannot be read is a syntax error, not a constraint
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
	s.parsed++
	s.names[src.name] = true
	src.errs, _ = err.(scanner.ErrorList)
	src.syntax, src.parsed = f, true
	src.scanned, src.clause, src.imports = true, "", nil
	if f == nil || f.Name == nil {
		return nil
	}
	src.tf = s.fset.File(f.FileStart)
	src.clause = f.Name.Name
	for _, spec := range f.Imports {
		if path, err := strconv.Unquote(spec.Path.Value); err == nil && path != "C" {
			src.imports = append(src.imports, path)
		}
	}
	return nil
}

// sweep takes what was parsed and is not spoken of any more out of the file set: versions that were superseded, also by
// an edit that came before they were checked, and trials of fixes. Importers may still speak of an old version.
func (s *Session) sweep() {
	s.parsed = 0
	live := make(map[*token.File]bool)
	for _, src := range s.files {
		live[src.tf] = true
	}
	for _, c := range s.checked {
		for _, src := range c.sources {
			live[src.tf] = true
		}
		for _, tf := range c.out.files {
			live[tf] = true
		}
	}
	var dead []*token.File
	s.fset.Iterate(func(tf *token.File) bool {
		if s.names[tf.Name()] && !live[tf] {
			dead = append(dead, tf)
		}
		return true
	})
	for _, tf := range dead {
		s.fset.RemoveFile(tf)
	}
}

// sources returns the files of m's package, sorted by name, and all of one package clause.
func (s *Session) sources(m *meta) ([]*source, error) {
	names := slices.Clone(m.all)
	for name := range s.overlay {
		if filepath.Dir(name) == m.dir && isGo(filepath.Base(name)) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var list []*source
	count := make(map[string]int)
	for _, name := range names {
		src, err := s.read(name)
		if err != nil || !m.holds(src) {
			continue // deleted, say: the package goes on without it
		}
		if !src.scanned {
			if err := s.parse(src); err != nil {
				return nil, err
			}
		}
		list = append(list, src)
		count[src.clause]++
	}
	most := ""        // half a renaming must not turn the rest of the package into errors
	delete(count, "") // no package clause yet
	for _, name := range slices.Sorted(maps.Keys(count)) {
		if n := count[name]; n > count[most] || n == count[most] && name == m.name {
			most = name
		}
	}
	return slices.DeleteFunc(list, func(src *source) bool { return src.clause != most || most == "" }), nil
}

// holds reports whether a file is part of the package. What the go command said holds until the head of the file is
// another one; then go/build decides.
func (m *meta) holds(src *source) bool {
	if head, listed := m.heads[src.name]; listed && head == src.head {
		return slices.Contains(m.files, src.name)
	}
	return src.fits
}

// head is a file down to the line of its package clause.
func head(text []byte) string {
	at := 0
	for line := range bytes.Lines(text) {
		at += len(line)
		if bytes.HasPrefix(line, []byte("package ")) {
			break
		}
	}
	return string(text[:at])
}

// isGo reports whether a file of that name can be part of a package, leaving tests aside.
func isGo(base string) bool {
	return strings.HasSuffix(base, ".go") && !strings.HasSuffix(base, "_test.go") && base[0] != '.' && base[0] != '_'
}

// goFiles lists such files of a folder by absolute name.
func goFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if isGo(e.Name()) && !e.IsDir() {
			names = append(names, filepath.Join(dir, e.Name()))
		}
	}
	return names, nil
}

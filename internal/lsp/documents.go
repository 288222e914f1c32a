package lsp

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/session"
)

func (s *server) didOpen(p didOpenParams) (answer, error) {
	d := p.TextDocument
	name, err := fileName(d.URI)
	if err != nil {
		return nil, err // an editor's own buffer, say: nothing to analyse
	}
	s.set(name, &document{uri: d.URI, version: d.Version, text: []byte(d.Text)})
	return nil, nil
}

func (s *server) didChange(p didChangeParams) (answer, error) {
	name, err := fileName(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	old, enc := s.docs[name], s.enc
	s.mu.Unlock()
	if old == nil {
		return nil, fmt.Errorf("%s is not open", p.TextDocument.URI)
	}
	next := &document{uri: old.uri, version: old.version + 1, text: old.text}
	if p.TextDocument.Version != nil {
		next.version = *p.TextDocument.Version
	}
	for _, c := range p.ContentChanges {
		next.text = apply(next.text, c, enc)
	}
	s.set(name, next)
	return nil, nil
}

func (s *server) didSave(p documentParams) (answer, error) {
	name, err := fileName(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	s.filesChanged([]string{name})
	return nil, nil
}

func (s *server) didClose(p documentParams) (answer, error) {
	name, err := fileName(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	s.set(name, nil)
	return nil, nil
}

func (s *server) didChangeWatched(p watchedParams) (answer, error) {
	var names []string
	for _, c := range p.Changes {
		if name, err := fileName(c.URI); err == nil {
			names = append(names, name)
		}
	}
	s.filesChanged(names)
	return nil, nil
}

// filesChanged makes the sessions look again for what they did not find, if it could be among these files.
func (s *server) filesChanged(names []string) {
	if !slices.ContainsFunc(names, func(name string) bool {
		base := filepath.Base(name)
		return slices.Contains([]string{".go", ".mod", ".sum", ".work", ".yml", ".json"}, filepath.Ext(base)) && !strings.Contains(name, "node_modules")
	}) {
		return
	}
	s.mu.Lock()
	s.look = true
	s.mu.Unlock()
	s.due()
}

// set puts a version of a document in place, nil for none, and has a round begin after the pause.
func (s *server) set(name string, d *document) {
	s.mu.Lock()
	s.edited++
	if d == nil {
		delete(s.docs, name)
	} else {
		d.edited = s.edited
		s.docs[name] = d
	}
	if s.stopRound != nil {
		s.stopRound() // it works on what is no longer there
	}
	s.mu.Unlock()
	s.due()
}

func (s *server) due() {
	select {
	case s.wake <- struct{}{}:
	default: // already
	}
}

// view is the open documents at one moment.
type view struct {
	docs    map[string]*document
	overlay session.Overlay
	dirs    []string // folders with an open Go file, the one edited last first
	enc     encoding
}

func (s *server) view() *view {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := &view{docs: make(map[string]*document), overlay: make(session.Overlay), enc: s.enc}
	last := make(map[string]int)
	for name, d := range s.docs {
		v.docs[name], v.overlay[name] = d, d.text
		if strings.HasSuffix(name, ".go") {
			dir := filepath.Dir(name)
			if last[dir] == 0 {
				v.dirs = append(v.dirs, dir)
			}
			last[dir] = max(last[dir], d.edited)
		}
	}
	slices.SortFunc(v.dirs, func(a, b string) int { return last[b] - last[a] })
	return v
}

// sessionFor finds the session that a folder belongs to; nil outside of any module.
func (s *server) sessionFor(dir string) *session.Session {
	root, ok := session.RootOf(dir)
	if !ok {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	ses := s.sessions[root]
	if ses == nil {
		ses = session.New(root, session.Options{Tags: s.tags})
		s.sessions[root] = ses
	}
	return ses
}

package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/budgetlint/budgetlint/analyzers"
	"github.com/budgetlint/budgetlint/internal/rule"
	"github.com/budgetlint/budgetlint/internal/session"
)

// published is what the client was told about a file last.
type published struct {
	uri     string
	version int32
	open    bool
	json    []byte // of the diagnostics; nil for none
}

// rounds computes findings whenever something changed, until ctx ends.
func (s *server) rounds(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		}
		if !s.pause(ctx) {
			return
		}
		round, stop := context.WithCancel(ctx)
		s.mu.Lock()
		s.stopRound = stop
		look := s.look
		s.look = false
		var all []*session.Session
		for _, ses := range s.sessions {
			all = append(all, ses)
		}
		s.mu.Unlock()
		if look {
			for _, ses := range all {
				ses.Retry()
			}
		}
		err := s.guard("round", func() error { s.round(round, s.view()); return nil })
		if err != nil {
			s.tell(ctx, 1, "a fault of its own, see the log: "+err.Error())
		}
		stop()
	}
}

// pause waits until nothing has changed for a while; false if ctx ended.
func (s *server) pause(ctx context.Context) bool {
	t := time.NewTimer(s.opts.Pause)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return false
		case <-s.wake:
			t.Reset(s.opts.Pause)
		case <-t.C:
			return true
		}
	}
}

// round tells the client about every package with an open file, and takes back what was said about files that are in
// none any more.
func (s *server) round(ctx context.Context, v *view) {
	s.mu.Lock()
	pulls := s.pulls
	s.mu.Unlock()
	start, before := time.Now(), s.checks()
	current := make(map[string][]diagnostic)
	for _, dir := range v.dirs {
		p := s.check(ctx, v, dir)
		if ctx.Err() != nil {
			return // whoever ended it has begun another
		}
		if p == nil {
			continue
		}
		of := s.diagnostics(p, v)
		for name, list := range of {
			current[name] = append(current[name], list...)
			if !pulls || !strings.HasSuffix(name, ".go") {
				s.publish(ctx, v, name, current[name])
			}
		}
	}
	s.mu.Lock()
	s.said, s.saying = s.saying, make(map[string]bool)
	var old []string
	for name := range s.published {
		if _, ok := current[name]; !ok {
			old = append(old, name)
		}
	}
	s.mu.Unlock()
	for _, name := range old {
		s.publish(ctx, v, name, nil)
	}
	if pulls {
		s.refresh()
	}
	s.opts.Log.Debug("round", "open", len(v.dirs), "checked", s.checks()-before, "took", time.Since(start))
	s.rest(v)
}

// checks counts the packages that were type-checked so far.
func (s *server) checks() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, ses := range s.sessions {
		_, checks := ses.Work()
		n += checks
	}
	return n
}

// rest lets go of sessions without an open file, all but the last one: closing a file and opening the next should not
// load the module again.
func (s *server) rest(v *view) {
	used := make(map[session.Root]bool)
	for _, dir := range v.dirs {
		if root, ok := session.RootOf(dir); ok {
			used[root] = true
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for root := range s.sessions {
		if len(used) > 0 && !used[root] {
			delete(s.sessions, root)
		}
	}
}

// check asks for one package, and says what kept it from being analysed. It returns nil where there is none.
func (s *server) check(ctx context.Context, v *view, dir string) *session.Package {
	if session.Foreign(dir) {
		return nil
	}
	ses := s.sessionFor(dir)
	if ses == nil {
		s.tell(ctx, 3, filepath.Base(dir)+" is in no module: it is not analysed")
		return nil
	}
	p, err := ses.Check(ctx, v.overlay, dir, v.dirs)
	switch {
	case ctx.Err() != nil:
		return nil
	case errors.Is(err, session.ErrNoPackage):
		s.opts.Log.Debug("no package", "dir", dir)
		return nil
	case err != nil:
		s.tell(ctx, 1, err.Error())
		return nil
	}
	for _, b := range p.Broken {
		s.opts.Log.Info("does not compile, so nothing is said there", "package", p.Path, "error", b)
	}
	for _, err := range p.Failed {
		s.opts.Log.Error("failed", "package", p.Path, "error", err)
		s.tell(ctx, 2, "a rule gave up on "+p.Path+", see the log")
	}
	if len(p.Faults) > 0 {
		s.tell(ctx, 2, "the configuration has faults: the last one that was sound stays in force")
	}
	return p
}

var severities = map[rule.Severity]int{rule.Error: 1, rule.Warning: 2, rule.Advice: 3}

// diagnostics are the findings of a package by file, also for files without any, and the faults of its configuration.
func (s *server) diagnostics(p *session.Package, v *view) map[string][]diagnostic {
	m := mappers{texts: p.Texts, enc: v.enc}
	of := make(map[string][]diagnostic)
	for name := range p.Texts {
		of[name] = []diagnostic{}
	}
	if p.Config != "" {
		of[p.Config] = []diagnostic{}
	}
	for _, f := range p.Findings {
		of[f.At.File] = append(of[f.At.File], s.diagnostic(f, v, &m))
	}
	for _, f := range p.Faults {
		text, open := v.overlay[f.File]
		if !open {
			text, _ = os.ReadFile(f.File) // the fault may be that it cannot be read
		}
		of[f.File] = append(of[f.File], diagnostic{
			Range: newMapper(text, v.enc).line(f.Line, f.Col), Severity: 1, Source: "budgetlint", Message: f.Message,
		})
	}
	return of
}

func (s *server) diagnostic(f session.Finding, v *view, m *mappers) diagnostic {
	d := diagnostic{
		Range: m.span(f.At), Severity: severities[f.Severity], Code: f.ID(), Source: "budgetlint", Message: f.Message,
		CodeDescription: &href{analyzers.URL(f.Rule)},
	}
	if s.client.TextDocument.PublishDiagnostics.RelatedInformation { // set once, before the first round
		for _, r := range f.Related {
			d.Related = append(d.Related, related{location{v.uri(r.At.File), m.span(r.At)}, r.Message})
		}
	}
	return d
}

// uri is what the client calls a file, if it opened it.
func (v *view) uri(name string) string {
	if d := v.docs[name]; d != nil {
		return d.uri
	}
	return fileURI(name)
}

// mappers makes a mapper for each file once.
type mappers struct {
	texts map[string][]byte
	enc   encoding
	made  map[string]*mapper
}

func (m *mappers) of(name string) *mapper {
	if m.made == nil {
		m.made = make(map[string]*mapper)
	}
	if m.made[name] == nil {
		m.made[name] = newMapper(m.texts[name], m.enc)
	}
	return m.made[name]
}

func (m *mappers) span(at session.Span) span { return m.of(at.File).span(at.Start, at.End) }

// publish sends the diagnostics of a file unless the client has them, or has a newer version of the file.
func (s *server) publish(ctx context.Context, v *view, name string, list []diagnostic) {
	now := published{uri: v.uri(name)}
	params := publishParams{URI: now.uri, Diagnostics: list}
	if d := v.docs[name]; d != nil {
		now.open, now.version = true, d.version
		params.Version = &d.version
	}
	if list == nil {
		params.Diagnostics = []diagnostic{}
	}
	if len(list) > 0 {
		now.json, _ = json.Marshal(list) // plain values
	}
	s.mu.Lock()
	d := s.docs[name]
	stale := d != v.docs[name]
	old, told := s.published[name]
	same := old.version == now.version && old.open == now.open && bytes.Equal(old.json, now.json)
	if stale || same && (told || now.json == nil && !now.open) {
		s.mu.Unlock()
		return
	}
	if now.json == nil && !now.open {
		delete(s.published, name)
	} else {
		s.published[name] = now
	}
	s.mu.Unlock()
	if old.uri != "" && old.uri != now.uri { // closed under the name that the client gave it
		params.URI = old.uri
	}
	s.notify(ctx, "textDocument/publishDiagnostics", params)
}

package session

import (
	"context"
	"fmt"
	"go/token"
	"go/types"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/budgetlint/budgetlint/internal/driver"
	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// Package is what was found in one package. It does not change; the methods of Session that take one refuse it when
// the package was analysed again since.
type Package struct {
	Path, Dir string
	Texts     map[string][]byte // of its files, by absolute name, as analysed
	Findings  []Finding         // by file and position
	// Config is the configuration in force, "" for the defaults; Faults are what is wrong with it. While there are any,
	// the last sound one stays in force.
	Config string
	Faults []Fault
	// Broken names what does not compile, "file:line:col: message". Nothing is said about functions with such an
	// error, nor about files with a syntax error.
	Broken []string
	Failed []error // analyzers that gave up

	c *checked
}

// Finding is a finding with its place by file and offsets in bytes, which outlive the session's positions.
type Finding struct {
	rule.Finding
	At      Span
	Related []Related
}

// Span is a half-open piece of a file.
type Span struct {
	File       string
	Start, End int
}

// Related is another place that belongs to a finding.
type Related struct {
	At      Span
	Message string
}

// ID is the rule's name with the category: "nodeadline/client".
func (f Finding) ID() string {
	if f.Category == "" {
		return f.Rule
	}
	return f.Rule + "/" + f.Category
}

func (s *Session) snapshot(c *checked) *Package {
	p := &Package{Path: c.meta.path, Dir: c.meta.dir, Texts: make(map[string][]byte), Failed: c.failed, c: c}
	if m := c.meta.module; m != nil && m.Main {
		p.Faults = s.configOf(m.Dir).faults
	}
	if c.conf != nil {
		p.Config = c.conf.File
	}
	silent := make(map[string]bool)
	for _, src := range c.sources {
		p.Texts[src.name] = src.text
		for _, err := range src.errs {
			silent[src.name] = true
			p.Broken = append(p.Broken, fmt.Sprintf("%s: %s", err.Pos, err.Msg))
			break // the first says what is wrong; the rest tends to follow from it
		}
	}
	for _, err := range c.errs {
		if !err.Soft {
			p.Broken = append(p.Broken, fmt.Sprintf("%s: %s", s.fset.Position(err.Pos), oneLine(err.Msg)))
		}
	}
	for _, f := range c.findings {
		at, ok := s.span(f.Pos, f.End)
		if !ok || silent[at.File] {
			continue
		}
		found := Finding{Finding: f, At: at}
		for _, r := range f.Related {
			if at, ok := s.span(r.Pos, r.End); ok {
				found.Related = append(found.Related, Related{at, r.Message})
			}
		}
		p.Findings = append(p.Findings, found)
	}
	slices.SortStableFunc(p.Findings, func(a, b Finding) int {
		if c := strings.Compare(a.At.File, b.At.File); c != 0 {
			return c
		}
		return a.At.Start - b.At.Start
	})
	return p
}

// span is a range as it stands in the file itself, whatever //line comments say.
func (s *Session) span(pos, end token.Pos) (Span, bool) {
	tf := s.fset.File(pos)
	if tf == nil {
		return Span{}, false
	}
	at := Span{File: tf.Name(), Start: tf.Offset(pos)}
	at.End = at.Start
	if end.IsValid() && end > pos && int(end) <= tf.Base()+tf.Size() {
		at.End = tf.Offset(end)
	}
	return at, true
}

// Fix makes one fix of a finding of p and returns the new text of each file that it changes. A fix that does not
// type-check is an error.
func (s *Session) Fix(ctx context.Context, p *Package, f Finding, chosen rule.Fix) (map[string][]byte, error) {
	one := f.Finding
	one.Fixes = []rule.Fix{chosen}
	plan, err := s.plan(ctx, p, []driver.Found{{Finding: one, Unsafe: true}})
	if err != nil {
		return nil, err
	}
	if len(plan.Dropped) > 0 {
		return nil, fmt.Errorf("%s", plan.Dropped[0])
	}
	return plan.Files, nil
}

// FixAll makes the safe fixes of p's findings in one file, as far as they change nothing else.
func (s *Session) FixAll(ctx context.Context, p *Package, file string) (text []byte, dropped []string, err error) {
	var found []driver.Found
	for _, f := range p.Findings {
		if f.At.File == file && len(f.Fixes) > 0 && f.Fixes[0].Level == rule.Safe {
			found = append(found, driver.Found{Finding: f.Finding})
		}
	}
	plan, err := s.plan(ctx, p, found, file)
	if err != nil {
		return nil, nil, err
	}
	return plan.Files[file], plan.Dropped, nil
}

// plan applies fixes of findings of p in memory; with only, those that change no other file.
func (s *Session) plan(ctx context.Context, p *Package, found []driver.Found, only ...string) (*driver.Plan, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := p.c
	if s.checked[p.Path] != c || !c.full {
		return nil, ErrStale
	}
	pkg := s.loaded(c)
	var list []driver.Found
	for _, f := range found {
		f.Package, f.Position = pkg, s.fset.Position(f.Pos)
		inside := true
		for _, e := range f.Fixes[0].Edits {
			at, ok := s.span(e.Pos, e.End)
			inside = inside && (len(only) == 0 || ok && slices.Contains(only, at.File))
		}
		if inside {
			list = append(list, f)
		}
	}
	imp := fix.Importer(c.types, func(path string) (*types.Package, error) {
		pkg, _, err := s.importFor(ctx, c.meta, path)
		return pkg, err
	})
	plan := driver.PlanFixes(list, imp, func(name string) ([]byte, error) {
		if text, ok := p.Texts[name]; ok {
			return text, nil
		}
		return nil, os.ErrNotExist
	})
	s.sweep() // what the trials parsed
	return plan, nil
}

// loaded is a checked package as package driver knows packages.
func (s *Session) loaded(c *checked) *packages.Package {
	pkg := &packages.Package{
		PkgPath: c.meta.path, Fset: s.fset, Syntax: c.syntax(), Types: c.types, TypesInfo: c.info, TypesSizes: c.run.Pass.TypesSizes,
	}
	for _, src := range c.sources {
		pkg.GoFiles = append(pkg.GoFiles, src.name)
	}
	return pkg
}

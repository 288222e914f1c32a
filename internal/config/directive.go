package config

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
)

// Directives are the //budgetlint: comments of one package, together with what the configuration says about the same
// functions and files. Its methods may be called by several analyzers at once.
type Directives struct {
	conf        *Config
	moduleDir   string
	exclude     []*regexp.Regexp
	problems    []Problem
	ignores     map[string][]*ignore // by file, as positions name it (//line included)
	entries     map[*types.Func]Entry
	downstreams map[*types.Func]Downstream
	elsewhere   func(*types.Func) (Downstream, bool) // what the directives of other packages say; may be nil
}

// Problem is a fault in a directive.
type Problem struct {
	Pos, End token.Pos
	Message  string // lower case, no full stop
}

// ignore is one name in one //budgetlint:ignore comment.
type ignore struct {
	rule, category string // category "" means all of the rule
	reason         string
	from, to       int // the lines that it silences
	pos, end       token.Pos
	quiet          bool // in a file whose findings never come as far as asking for ignores
	used           atomic.Bool
}

// ParseDirectives reads the directives of one package. files may be broken; info may be nil (then directives on
// functions are checked but not attached); c nil means the defaults; moduleDir "" means unknown: nothing is excluded.
func ParseDirectives(fset *token.FileSet, files []*ast.File, info *types.Info, c *Config, known Known, moduleDir string) *Directives {
	if c == nil {
		c = Default()
	}
	d := &Directives{
		conf:        c,
		moduleDir:   moduleDir,
		ignores:     map[string][]*ignore{},
		entries:     map[*types.Func]Entry{},
		downstreams: map[*types.Func]Downstream{},
	}
	for _, s := range c.Exclude {
		if re, err := pathPattern(s); err == nil {
			d.exclude = append(d.exclude, re)
		}
	}
	for _, file := range files {
		if file == nil || len(file.Comments) == 0 {
			continue
		}
		if fset.File(file.FileStart) == nil {
			continue
		}
		r := &fileReader{d: d, fset: fset, file: file, info: info, known: known}
		name, written, _ := Source(fset, file)
		r.quiet = !written || !c.Tests && strings.HasSuffix(name, "_test.go") || d.Excluded(name)
		r.read()
	}
	slices.SortStableFunc(d.problems, func(a, b Problem) int { return int(a.Pos) - int(b.Pos) })
	return d
}

// Excluded reports whether the configuration's exclude leaves filename out. A relative filename is taken as relative to
// the module's folder; what is outside of it is never excluded.
func (d *Directives) Excluded(filename string) bool {
	if d.moduleDir == "" || len(d.exclude) == 0 {
		return false
	}
	if filepath.IsAbs(filename) {
		rel, err := filepath.Rel(d.moduleDir, filename)
		if err != nil {
			return false
		}
		filename = rel
	}
	filename = filepath.ToSlash(filepath.Clean(filename))
	if filename == ".." || strings.HasPrefix(filename, "../") {
		return false
	}
	folder := ""
	if i := strings.LastIndexByte(filename, '/'); i >= 0 {
		folder = filename[:i]
	}
	return slices.ContainsFunc(d.exclude, func(re *regexp.Regexp) bool {
		return re.MatchString(filename) || folder != "" && re.MatchString(folder)
	})
}

// Ignore reports whether an ignore directive silences rule at pos, and notes that the directive was of use. rule is a
// rule's name, or "rule/category": only then can an ignore of one category apply. pos is what FileSet.Position gives.
func (d *Directives) Ignore(rule string, pos token.Position) bool {
	_, silenced := d.Ignored(rule, pos)
	return silenced
}

// Ignored is Ignore with the reason that the directive gives.
func (d *Directives) Ignored(rule string, pos token.Position) (reason string, silenced bool) {
	rule, category, _ := strings.Cut(rule, "/")
	for _, ig := range d.ignores[pos.Filename] {
		if ig.rule == rule && (ig.category == "" || ig.category == category) && ig.from <= pos.Line && pos.Line <= ig.to {
			ig.used.Store(true)
			reason, silenced = ig.reason, true // go on: each of several that say the same was of use
		}
	}
	return reason, silenced
}

// Problems returns what is wrong with the directives themselves (malformed, unknown, without reason, misplaced), in
// the order of the files; none in files that are generated, excluded, or tests where tests are off.
func (d *Directives) Problems() []Problem { return d.problems }

// Unused returns the ignores that silenced nothing, for the rules in ran. Call it when all of those have run.
func (d *Directives) Unused(ran map[string]bool) []Problem {
	var problems []Problem
	for _, list := range d.ignores {
		for _, ig := range list {
			if ig.used.Load() || ig.quiet || !ran[ig.rule] {
				continue
			}
			problems = append(problems, Problem{ig.pos, ig.end, "nothing here is reported by " + ig.name() + "; remove the ignore"})
		}
	}
	slices.SortFunc(problems, func(a, b Problem) int { return int(a.Pos) - int(b.Pos) })
	return problems
}

func (ig *ignore) name() string {
	if ig.category == "" {
		return ig.rule
	}
	return ig.rule + "/" + ig.category
}

// Entry returns what a directive, or else the first matching row of the configuration's entries, says about fn. Of
// directives only those of this package are known.
func (d *Directives) Entry(fn *types.Func) (Entry, bool) {
	if fn == nil {
		return Entry{}, false
	}
	if e, ok := d.entries[fn.Origin()]; ok {
		return e, true
	}
	for _, e := range d.conf.Entries {
		if e.Match.Match(fn) {
			return e, true
		}
	}
	return Entry{}, false
}

// Downstream returns what a directive, or else the first matching row of the configuration's downstreams, says about
// fn.
func (d *Directives) Downstream(fn *types.Func) (Downstream, bool) {
	if fn == nil {
		return Downstream{}, false
	}
	if ds, ok := d.directive(fn.Origin()); ok {
		return ds, true
	}
	for _, ds := range d.conf.Downstreams {
		if ds.Match.Match(fn) {
			return ds, true
		}
	}
	return Downstream{}, false
}

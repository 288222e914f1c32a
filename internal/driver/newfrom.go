package driver

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/budgetlint/budgetlint/internal/gitlines"
)

// adopt leaves out what the user has accepted: what a baseline covers, and with -new-from what rests on no change.
func (out *Outcome) adopt(ctx context.Context, opts Options, l *loaded) error {
	if err := out.cover(opts, l); err != nil {
		return err
	}
	out.Suppressed = normalize(out.Suppressed)
	if opts.NewFrom == "" {
		return nil
	}
	if _, err := l.changes(ctx, opts.NewFrom, workingDir(opts)); err != nil {
		return err // also where nothing is found: a misspelt revision must not pass for clean code
	}
	var kept []Found
	for _, f := range out.Findings {
		fresh, err := l.fresh(ctx, opts.NewFrom, f)
		if err != nil {
			return err
		}
		if fresh {
			kept = append(kept, f)
		}
	}
	out.Adopted.Old = len(out.Findings) - len(kept)
	out.Findings = kept
	return nil
}

// fresh reports whether something changed in a function that the finding rests on: the one that it stands in, those of
// the further places that it names, and those on its path to the call. Functions and not lines, since what makes a
// finding is as often a line that was removed or that stands elsewhere: the timeout of a context, a limit.
func (l *loaded) fresh(ctx context.Context, rev string, f Found) (bool, error) {
	fset := f.Package.Fset
	places := []token.Pos{f.Pos}
	for _, r := range f.Related {
		places = append(places, r.Pos)
	}
	for _, pos := range places {
		d := declaration(enclosing(f.Package, pos, pos), pos)
		from, to := fset.Position(d.from), fset.Position(d.to)
		changed, err := l.touched(ctx, rev, from.Filename, from.Line, to.Line)
		if changed || err != nil {
			return changed, err
		}
	}
	for _, hop := range f.Path {
		file, from, to, ok := l.hop(hop)
		if !ok {
			continue // of another module, or of the standard library
		}
		changed, err := l.touched(ctx, rev, file, from, to)
		if changed || err != nil {
			return changed, err
		}
	}
	return false, nil
}

func (l *loaded) touched(ctx context.Context, rev, file string, from, to int) (bool, error) {
	changes, err := l.changes(ctx, rev, filepath.Dir(file))
	if err != nil {
		return false, err
	}
	return changes.Touches(file, from, to), nil
}

// changes asks git once for each repository: the modules of a workspace may lie in several.
func (l *loaded) changes(ctx context.Context, rev, dir string) (*gitlines.Changes, error) {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	root, ok := gitlines.Root(dir)
	if !ok {
		root = dir // git says what is wrong
	}
	if c := l.repos[root]; c != nil {
		return c, nil
	}
	c, err := gitlines.Since(ctx, root, rev)
	if err != nil {
		return nil, fmt.Errorf("-new-from %s: %w", rev, err)
	}
	if l.repos == nil {
		l.repos = make(map[string]*gitlines.Changes)
	}
	l.repos[root] = c
	return c, nil
}

// hop finds the function on whose line a hop "pkg/path.Func (file.go:12)" points.
func (l *loaded) hop(hop string) (file string, from, to int, ok bool) {
	name, at, _ := strings.Cut(hop, " (")
	base, number, _ := strings.Cut(strings.TrimSuffix(at, ")"), ":")
	line, err := strconv.Atoi(number)
	if err != nil {
		return "", 0, 0, false
	}
	for _, p := range l.source {
		if !strings.HasPrefix(name, p.PkgPath+".") {
			continue
		}
		if i := slices.IndexFunc(p.Syntax, func(f *ast.File) bool {
			return filepath.Base(p.Fset.Position(f.FileStart).Filename) == base
		}); i >= 0 {
			from, to := around(p, p.Syntax[i], line)
			return p.Fset.Position(p.Syntax[i].FileStart).Filename, from, to, true
		}
	}
	return "", 0, 0, false
}

// around is the lines of the declaration that a line belongs to.
func around(p *packages.Package, file *ast.File, line int) (from, to int) {
	for _, d := range file.Decls {
		from, to := p.Fset.Position(d.Pos()).Line, p.Fset.Position(d.End()).Line
		if from <= line && line <= to {
			return from, to
		}
	}
	return line, line
}

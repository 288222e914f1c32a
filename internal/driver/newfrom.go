package driver

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"path/filepath"
	"strings"

	"github.com/budgetlint/budgetlint/internal/gitlines"
)

// repositories knows what changed since the revision of -new-from. It asks git once for each repository: the modules of
// a workspace may lie in several.
type repositories struct {
	rev   string
	known map[string]*gitlines.Changes // by root
}

// newRepositories asks about the working directory's, also for a run that will find nothing: a misspelt revision must not
// pass for clean code. It returns nil where the options name no revision.
func newRepositories(ctx context.Context, opts Options) (*repositories, error) {
	if opts.NewFrom == "" {
		return nil, nil
	}
	r := &repositories{rev: opts.NewFrom, known: make(map[string]*gitlines.Changes)}
	_, err := r.of(ctx, workingDir(opts))
	return r, err
}

func (r *repositories) of(ctx context.Context, dir string) (*gitlines.Changes, error) {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	root, ok := gitlines.Root(dir)
	if !ok {
		root = dir // git says what is wrong
	}
	if c := r.known[root]; c != nil {
		return c, nil
	}
	c, err := gitlines.Since(ctx, root, r.rev)
	if err != nil {
		return nil, fmt.Errorf("-new-from %s: %w", r.rev, err)
	}
	r.known[root] = c
	return c, nil
}

func (r *repositories) touched(ctx context.Context, file string, from, to int) (bool, error) {
	changes, err := r.of(ctx, filepath.Dir(file))
	if err != nil {
		return false, err
	}
	return changes.Touches(file, from, to), nil
}

// adopt leaves out what the user has accepted: what a baseline covers, and what rests on no change if repos are asked.
func (out *Outcome) adopt(ctx context.Context, opts Options, l *loaded, repos *repositories) error {
	if err := out.cover(opts, l); err != nil {
		return err
	}
	out.Suppressed = normalize(out.Suppressed)
	if repos == nil {
		return nil
	}
	var kept []Found
	for _, f := range out.Findings {
		fresh, err := l.fresh(ctx, repos, f)
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
func (l *loaded) fresh(ctx context.Context, repos *repositories, f Found) (bool, error) {
	fset := f.Package.Fset
	places := []token.Pos{f.Pos}
	for _, r := range f.Related {
		places = append(places, r.Pos)
	}
	for _, pos := range places {
		d := declaration(enclosing(f.Package, pos, pos), pos)
		from, to := fset.Position(d.from), fset.Position(d.to)
		changed, err := repos.touched(ctx, from.Filename, from.Line, to.Line)
		if changed || err != nil {
			return changed, err
		}
	}
	for _, hop := range f.Path {
		file, from, to, ok := l.hop(hop)
		if !ok {
			continue // of another module, or of the standard library
		}
		changed, err := repos.touched(ctx, file, from, to)
		if changed || err != nil {
			return changed, err
		}
	}
	return false, nil
}

// hop finds the declaration of the function that a hop "pkg/path.Type.Method (file.go:12)" leads into, if it is one of
// those loaded from source.
func (l *loaded) hop(hop string) (file string, from, to int, ok bool) {
	name, _, _ := strings.Cut(hop, " (")
	for _, p := range l.source {
		rest, ok := strings.CutPrefix(name, p.PkgPath+".")
		if !ok {
			continue
		}
		for _, f := range p.Syntax {
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && unstarred(funcName(fn)) == rest {
					from, to := p.Fset.Position(fn.Pos()), p.Fset.Position(fn.End())
					return from.Filename, from.Line, to.Line, true
				}
			}
		}
	}
	return "", 0, 0, false
}

// unstarred is (*T).M as T.M.
func unstarred(name string) string {
	return strings.Replace(strings.TrimPrefix(name, "(*"), ").", ".", 1)
}

// Package gitlines tells which lines of Go files changed since a revision, by asking git. It leaves out what that means
// for findings.
package gitlines

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Changes are the changed lines of one repository's work tree. They are read-only, so may be asked at the same time.
type Changes struct {
	root  string            // the work tree, without symbolic links
	files map[string][]span // by path below root, with slashes; an empty list for a file that is new as a whole
}

// span is an inclusive range of half lines: line n is 2n, and what was removed below it, where nothing took its place,
// is 2n+1.
type span struct{ from, to int }

// Since returns what changed in the work tree that dir is in, against the commit at which its history parted from
// rev's: what others did on rev's branch meanwhile is no change of ours. Uncommitted changes and files that git does not
// know yet count; those that it is told to ignore do not.
func Since(ctx context.Context, dir, rev string) (*Changes, error) {
	if rev == "" || strings.HasPrefix(rev, "-") { // git would take it for an option
		return nil, fmt.Errorf("%q is no revision", rev)
	}
	if _, err := exec.LookPath("git"); err != nil {
		return nil, fmt.Errorf("git is needed to know what is new, and is not installed or not on the PATH")
	}
	top, err := git(ctx, dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, fmt.Errorf("%s: no work tree of git: %w", dir, err)
	}
	c := &Changes{root: strings.TrimRight(string(top), "\r\n"), files: make(map[string][]span)}
	if real, err := filepath.EvalSymlinks(c.root); err == nil {
		c.root = real
	}
	base, err := c.base(ctx, rev)
	if err != nil {
		return nil, err
	}
	// Everything that a user's configuration could change about the format is said. Blanks do not count: moved into an
	// if and formatted anew, a line is the same.
	diff, err := git(ctx, c.root, "-c", "core.quotePath=false", "diff", "--unified=0", "--inter-hunk-context=0", "--ignore-all-space",
		"--text", "--no-color", "--no-ext-diff", "--no-textconv", "--find-renames", "--diff-filter=AMRCT", "--ignore-submodules",
		"--src-prefix=a/", "--dst-prefix=b/", base, "--", "*.go")
	if err != nil {
		return nil, err
	}
	if err := c.read(diff); err != nil {
		return nil, err
	}
	untracked, err := git(ctx, c.root, "ls-files", "--others", "--exclude-standard", "-z", "--", "*.go")
	if err != nil {
		return nil, err
	}
	for name := range strings.SplitSeq(string(untracked), "\x00") {
		if name != "" {
			c.files[name] = nil
		}
	}
	return c, nil
}

// base is the commit at which HEAD's history parted from rev's.
func (c *Changes) base(ctx context.Context, rev string) (string, error) {
	hint := ""
	if said, err := git(ctx, c.root, "rev-parse", "--is-shallow-repository"); err == nil && strings.TrimSpace(string(said)) == "true" {
		hint = "; this clone is shallow: fetch the history first (git fetch --unshallow, or fetch-depth: 0 for actions/checkout)"
	}
	for _, r := range []string{rev, "HEAD"} {
		if _, err := git(ctx, c.root, "rev-parse", "--quiet", "--verify", r+"^{commit}"); err != nil {
			return "", fmt.Errorf("git knows no revision %q in %s%s", r, c.root, hint)
		}
	}
	base, err := git(ctx, c.root, "merge-base", rev, "HEAD")
	if err != nil {
		return "", fmt.Errorf("%s and HEAD have no commit in common in %s%s", rev, c.root, hint)
	}
	return strings.TrimSpace(string(base)), nil
}

// Root finds the top folder of the repository that dir is in, without asking git.
func Root(dir string) (root string, ok bool) {
	for {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil { // a folder, or a file in linked work trees and submodules
			return dir, true
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", false
		}
		dir = parent
	}
}

// Touches reports whether one of the lines from to to (inclusive, from 1) of a file changed, or something between them
// was removed.
func (c *Changes) Touches(file string, from, to int) bool {
	spans, ok := c.files[c.name(file)]
	if !ok {
		return false
	}
	return spans == nil || slices.ContainsFunc(spans, func(s span) bool { return s.from <= 2*to && s.to >= 2*from })
}

// name is a file as git names it, "" outside the work tree.
func (c *Changes) name(file string) string {
	if dir, err := filepath.EvalSymlinks(filepath.Dir(file)); err == nil {
		file = filepath.Join(dir, filepath.Base(file))
	}
	rel, err := filepath.Rel(c.root, file)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return ""
	}
	return filepath.ToSlash(rel)
}

// git runs one command. Hooks set variables that name another index or a repository relative to another directory.
func git(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains([]string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "LC_ALL", "GIT_DIFF_OPTS"}, name)
	})
	cmd.Env = append(cmd.Env, "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err == nil {
		return out, nil
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	said := strings.Join(strings.FieldsFunc(stderr.String(), func(r rune) bool { return r == '\n' || r == '\r' }), ": ")
	if said == "" {
		said = err.Error()
	}
	return nil, errors.New(strings.TrimPrefix(said, "fatal: "))
}

// Package session answers, again and again, what the rules find in the packages that somebody is editing. It keeps
// what it learnt in memory: the go command is asked once for a package, other modules come from export data, and after
// an edit only the package itself is checked again, and those of the packages asked for that see a difference. It knows
// no editor and no protocol.
//
// How a difference is seen: an importer is given a package's types and facts as one value, Exported. As long as neither
// its API nor its facts changed, a package keeps the value that it gave out first, so its importers have nothing to do.
// All types that one package meets come from such values, never from two versions of one package.
//
// docs/decisions/011-how-the-editor-server-works.md says why this is not built on packages.Config.Overlay.
package session

import (
	"context"
	"errors"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/mod/modfile"

	"github.com/budgetlint/budgetlint/analyzers"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/driver"
	"github.com/budgetlint/budgetlint/internal/facts"
)

// ErrNoPackage says that a folder holds no package that could be analysed; ErrStale that a Package was superseded.
var (
	ErrNoPackage = errors.New("no package there")
	ErrStale     = errors.New("the package has changed since")
)

// Options is what every go command and every configuration of a session is given.
type Options struct {
	Tags string   // build tags, as for go build
	Env  []string // nil for the process's own
}

// Overlay is the text of files that were edited and not saved, by absolute name.
type Overlay map[string][]byte

// Session holds the packages of one module, or of one go.work file. Its methods may be called at the same time; one
// works at a time.
type Session struct {
	opts Options
	root Root

	mu       sync.Mutex
	fset     *token.FileSet
	files    map[string]*source        // as last read, by name
	metas    map[string]*meta          // packages analysed from source, by import path
	dirs     map[string]string         // folder → import path of the package there, "" for none
	exports  map[string]string         // export data of the others, by import path
	outside  map[string]*types.Package // their types
	missing  map[string]error          // import paths that could not be found
	checked  map[string]*checked       // by import path
	busy     map[string]bool           // packages being brought up to date: one met again is in an import cycle
	configs  map[string]*configured    // by module folder
	stamps   map[string]stamp          // of go.mod and its like, which everything depends on
	overlay  Overlay                   // of the call that is being answered
	round    int                       // number of that call
	keep     []string                  // packages that it keeps ready, by folder
	names    map[string]bool           // of all files ever parsed
	parsed   int                       // files, since the last sweep
	lastGood map[string]*config.Config // configurations before they were broken, by module folder
	listings int                       // how often the go command was asked
	checks   int                       // how often a package was checked
}

// New makes an empty session; packages are loaded when they are asked for.
func New(root Root, opts Options) *Session {
	facts.Register(analyzers.New(config.Default()))
	s := &Session{root: root, opts: opts, lastGood: make(map[string]*config.Config)}
	s.forgetAll()
	return s
}

// Root identifies what shares a session: a go.work file with its modules, or one module.
type Root struct {
	Dir  string // the folder of the go.work or go.mod file
	Work string // the go.work file; "" for none
}

// RootOf finds the root that governs a folder; ok is false outside of any module.
func RootOf(dir string) (root Root, ok bool) {
	module := moduleDir(dir)
	if module == "" {
		return Root{}, false
	}
	if work := driver.GoWork(dir); work != "" {
		// A module that the file does not use is refused by the go command, with a better message than ours.
		if _, err := os.Stat(work); err == nil {
			return Root{Dir: filepath.Dir(work), Work: work}, true
		}
	}
	return Root{Dir: module}, true
}

// Foreign reports whether a folder holds somebody else's code, which people look at and do not edit: the module cache, a
// vendor folder, the standard library.
func Foreign(dir string) bool {
	for elem := range strings.SplitSeq(filepath.ToSlash(dir), "/") {
		if elem == "vendor" || strings.Contains(elem, "@v") {
			return true
		}
	}
	root := moduleDir(dir)
	if root == "" {
		return false
	}
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	path := modfile.ModulePath(text)
	return err == nil && (path == "std" || path == "cmd")
}

// moduleDir is the nearest folder upwards with a go.mod file, "" if there is none.
func moduleDir(dir string) string {
	for {
		if info, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil && !info.IsDir() {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// Check analyses the package in dir as it is with the overlay. Packages that keep lists, folders too, stay ready for
// the next call; of all others only what importers need is kept. The error is ctx's, ErrNoPackage, or what kept the go
// command from answering; faults of a configuration are in the Package.
func (s *Session) Check(ctx context.Context, overlay Overlay, dir string, keep []string) (*Package, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begin(overlay)
	s.keep = keep
	for path, c := range s.checked {
		if m := c.meta; c.full && m.dir != dir && !slices.Contains(keep, m.dir) {
			s.checked[path] = c.forImporters()
		}
	}
	path, err := s.packageIn(ctx, dir)
	if err != nil {
		return nil, err
	}
	c, err := s.eval(ctx, path, true)
	if err != nil {
		return nil, err
	}
	return s.snapshot(c), nil
}

// begin starts a round: within one, a file is looked at once.
func (s *Session) begin(overlay Overlay) {
	s.round++
	s.overlay = overlay
	if s.parsed > 100 {
		s.sweep()
	}
	if s.baseChanged() {
		s.forgetAll()
		s.baseChanged() // notes the new stamps
	}
}

// Retry makes the session look again for what it did not find, as after files were saved.
func (s *Session) Retry() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.missing = make(map[string]error)
	for dir, path := range s.dirs {
		if path == "" {
			delete(s.dirs, dir)
		}
	}
	for _, c := range s.checked {
		c.retry = c.misses
	}
}

// Work counts how often the go command was asked for packages, and how often one was type-checked.
func (s *Session) Work() (listings, checks int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.listings, s.checks
}

func (s *Session) forgetAll() {
	s.fset = token.NewFileSet()
	s.files = make(map[string]*source)
	s.names = make(map[string]bool)
	s.metas = make(map[string]*meta)
	s.dirs = make(map[string]string)
	s.exports = make(map[string]string)
	s.outside = make(map[string]*types.Package)
	s.missing = make(map[string]error)
	s.checked = make(map[string]*checked)
	s.busy = make(map[string]bool)
	s.configs = make(map[string]*configured)
	s.stamps = make(map[string]stamp)
}

// baseChanged reports whether a file that the go command's answers depend on is another one than in the last round.
func (s *Session) baseChanged() bool {
	names := []string{s.root.Work, s.root.Work + ".sum"}
	if s.root.Work == "" {
		names = nil
	}
	dirs := []string{s.root.Dir}
	for _, m := range s.metas {
		if m.module != nil && m.module.Dir != "" && !slices.Contains(dirs, m.module.Dir) {
			dirs = append(dirs, m.module.Dir)
		}
	}
	for _, dir := range dirs {
		names = append(names, filepath.Join(dir, "go.mod"), filepath.Join(dir, "go.sum"), filepath.Join(dir, "vendor", "modules.txt"))
	}
	changed := false
	for _, name := range names {
		now := stampOf(name)
		if old, seen := s.stamps[name]; seen && old != now {
			changed = true
		}
		s.stamps[name] = now
	}
	return changed
}

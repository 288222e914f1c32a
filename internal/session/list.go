package session

import (
	"context"
	"errors"
	"maps"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/budgetlint/budgetlint/internal/driver"
)

// meta is what the go command says about a package that is analysed from source.
type meta struct {
	path, name, dir string
	files           []string          // absolute, sorted, without tests
	all             []string          // the folder's Go files when it was listed, sorted
	heads           map[string]string // theirs, see holds
	imports         map[string]string
	module          *packages.Module
	round           int // in which the folder was last looked at
}

// packageIn returns the import path of the package in dir.
func (s *Session) packageIn(ctx context.Context, dir string) (string, error) {
	if path, known := s.dirs[dir]; known {
		if path == "" {
			return "", ErrNoPackage
		}
		if _, err := s.fresh(ctx, path); err == nil {
			return path, nil
		}
	}
	if err := s.list(ctx, dir, "."); err != nil {
		return "", err
	}
	if path := s.dirs[dir]; path != "" {
		return path, nil
	}
	return "", ErrNoPackage
}

// fresh returns what is known about a package, asking the go command again if files were added to its folder or taken
// away.
func (s *Session) fresh(ctx context.Context, path string) (*meta, error) {
	m := s.metas[path]
	if m == nil {
		return nil, ErrNoPackage
	}
	if m.round == s.round {
		return m, nil
	}
	names, err := goFiles(m.dir)
	if err != nil {
		s.forget(m)
		return nil, ErrNoPackage
	}
	if slices.Equal(names, m.all) {
		m.round = s.round
		return m, nil
	}
	if err := s.list(ctx, m.dir, "."); err != nil {
		return nil, err
	}
	if m = s.metas[path]; m == nil {
		return nil, ErrNoPackage
	}
	return m, nil
}

func (s *Session) forget(m *meta) {
	delete(s.metas, m.path)
	delete(s.dirs, m.dir)
	delete(s.checked, m.path)
}

// list asks the go command for a package and all below it, and for the export data of what the ones from source import.
func (s *Session) list(ctx context.Context, dir, pattern string) error {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return ErrNoPackage
	}
	s.listings++
	mode := packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule
	roots, err := packages.Load(s.config(ctx, dir, mode), pattern)
	if err != nil {
		return listError(ctx, err)
	}
	if pattern == "." {
		delete(s.metas, s.dirs[dir])
		delete(s.dirs, dir)
	}
	for p := range packages.Postorder(roots) { // configurations first: they say what else is followed
		if p.Module != nil && p.Module.Main {
			s.configOf(p.Module.Dir)
		}
	}
	outside := make(map[string]bool) // what the packages from source import
	want := func(p *packages.Package) {
		if p.PkgPath != "unsafe" && len(p.Errors) == 0 && !s.importable(p.PkgPath) && !s.fromSource(p) {
			outside[p.PkgPath] = true
		}
	}
	for p := range packages.Postorder(roots) {
		if !s.fromSource(p) {
			continue
		}
		if err := driver.NewEnough(p.Module); err != nil {
			return err
		}
		s.note(p)
		for _, imp := range p.Imports {
			want(imp)
		}
	}
	if pattern == "." {
		if err := s.nothingIn(dir, roots); err != nil {
			return err
		}
	} else {
		for _, p := range roots {
			want(p)
		}
	}
	return s.export(ctx, dir, slices.Sorted(maps.Keys(outside)))
}

// nothingIn looks at an answer about dir that holds no package of ours: that there are no files to build is no error.
func (s *Session) nothingIn(dir string, roots []*packages.Package) error {
	if path := s.dirs[dir]; path != "" && s.metas[path] != nil {
		return nil
	}
	s.dirs[dir] = ""
	for _, p := range roots {
		for _, e := range p.Errors {
			if !strings.Contains(e.Msg, "no Go files") && !strings.Contains(e.Msg, "build constraints exclude all") && !strings.Contains(e.Msg, "no non-test Go files") {
				return errors.New("load: " + oneLine(e.Msg))
			}
		}
	}
	return nil
}

// importable reports whether the types of a package that is not analysed can be had. What other packages' export data
// merely mentions is not complete.
func (s *Session) importable(path string) bool {
	return s.exports[path] != "" || s.outside[path] != nil && s.outside[path].Complete()
}

// fromSource reports whether a package is analysed: those of the main modules, and those that a configuration names.
func (s *Session) fromSource(p *packages.Package) bool {
	if p.Module == nil {
		return false
	}
	if p.Module.Main {
		return true
	}
	for _, c := range s.configs {
		if c.conf != nil && driver.Follows(c.conf, p.PkgPath) {
			return true
		}
	}
	return false
}

// note keeps what the go command said about a package from source.
func (s *Session) note(p *packages.Package) {
	m := &meta{path: p.PkgPath, name: p.Name, dir: p.Dir, module: p.Module, imports: make(map[string]string), round: s.round}
	for _, f := range p.GoFiles {
		if strings.HasSuffix(f, ".go") {
			m.files = append(m.files, f)
		}
	}
	slices.Sort(m.files)
	for path, imp := range p.Imports {
		m.imports[path] = imp.PkgPath
	}
	var err error
	if m.all, err = goFiles(m.dir); err != nil {
		return // gone again, or an import path without a folder
	}
	m.heads = make(map[string]string)
	for _, name := range m.all {
		if text, err := os.ReadFile(name); err == nil {
			m.heads[name] = head(text)
		}
	}
	s.metas[m.path] = m
	s.dirs[m.dir] = m.path
}

// export finds the export data of packages that are not analysed.
func (s *Session) export(ctx context.Context, dir string, paths []string) error {
	if len(paths) == 0 {
		return nil
	}
	list, err := packages.Load(s.config(ctx, dir, packages.NeedName|packages.NeedExportFile), paths...)
	if err != nil {
		return listError(ctx, err)
	}
	for _, p := range list {
		if p.ExportFile != "" {
			s.exports[p.PkgPath] = p.ExportFile
		}
	}
	return nil
}

func (s *Session) config(ctx context.Context, dir string, mode packages.LoadMode) *packages.Config {
	c := &packages.Config{Context: ctx, Mode: mode, Dir: dir, Env: s.opts.Env}
	if s.opts.Tags != "" {
		c.BuildFlags = []string{"-tags=" + s.opts.Tags}
	}
	return c
}

// listError is what the go command said, without the frame that go/packages puts around it.
func listError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	said := err.Error()
	if _, stderr, ok := strings.Cut(said, ": stderr: "); ok && strings.TrimSpace(stderr) != "" {
		said = stderr
	}
	return errors.New("load: " + oneLine(said))
}

func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' }), ": ")
}

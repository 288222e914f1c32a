package session

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/token"
	"go/types"
	"maps"
	"os"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/gcexportdata"

	"github.com/budgetlint/budgetlint/analyzers"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/driver"
	"github.com/budgetlint/budgetlint/internal/facts"
	"github.com/budgetlint/budgetlint/internal/rule"
)

// exported is what importers are given of a package. Two packages that meet in a third were checked against the same
// one, so there is never more than one version of a type about.
type exported struct {
	types *types.Package
	facts *facts.Set
	bytes []byte // the facts, to compare them
	shape [sha256.Size]byte
	deps  []*exported // of the imports from source, in the order of their paths
	files []*token.File
}

// checked is one package after analysis.
type checked struct {
	meta    *meta
	sources []*source
	conf    *config.Config
	deps    []*exported
	out     *exported
	misses  bool // an import was not found
	retry   bool // … and may be by now
	round   int

	full     bool // all rules ran; the fields below are there
	types    *types.Package
	info     *types.Info
	errs     []types.Error
	run      *facts.Run
	list     []*analysis.Analyzer
	findings []rule.Finding
	failed   []error // analyzers that gave up
}

// forImporters is c without what only its own findings needed.
func (c *checked) forImporters() *checked {
	for _, src := range c.sources {
		src.text, src.syntax, src.parsed = nil, nil, false
	}
	return &checked{meta: c.meta, sources: c.sources, conf: c.conf, deps: c.deps, out: c.out, misses: c.misses, retry: c.retry, round: c.round}
}

// cycle is the error of everything between a package and itself: only the package is checked, without that import.
type cycle struct{ path string }

func (c cycle) Error() string { return "import cycle through " + c.path }

// eval brings a package up to date: full with all rules, else with what its importers need.
func (s *Session) eval(ctx context.Context, path string, full bool) (*checked, error) {
	prev := s.checked[path]
	if prev != nil && prev.round == s.round && (prev.full || !full) {
		return prev, nil
	}
	m, err := s.fresh(ctx, path)
	if err != nil {
		return nil, err
	}
	if s.busy[path] {
		return nil, cycle{path}
	}
	full = full || slices.Contains(s.keep, m.dir) // its turn comes anyway
	s.busy[path] = true
	defer delete(s.busy, path)
	sources, err := s.sources(m)
	if err != nil {
		return nil, err
	}
	c := &checked{meta: m, sources: sources, round: s.round, full: full}
	c.conf = s.configFor(m)
	im := &imports{s: s, ctx: ctx, meta: m, found: make(map[string]*types.Package)}
	if err := im.resolve(c); err != nil {
		return nil, err
	}
	if prev != nil && prev.same(c) {
		prev.meta, prev.round = m, s.round
		return prev, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for _, src := range sources {
		if err := s.parse(src); err != nil {
			return nil, err
		}
	}
	s.check(c, im)
	if err := s.analyze(ctx, c); err != nil {
		return nil, err
	}
	s.publish(prev, c)
	if !full {
		c = c.forImporters()
	}
	s.checked[path] = c
	return c, nil
}

// same reports whether next, not yet checked, would come out as c did.
func (c *checked) same(next *checked) bool {
	return (c.full || !next.full) && !c.retry && c.conf == next.conf &&
		slices.Equal(c.sources, next.sources) && slices.Equal(c.deps, next.deps)
}

// check type-checks a package.
func (s *Session) check(c *checked, im types.Importer) {
	s.checks++
	c.info = &types.Info{
		Types:        make(map[ast.Expr]types.TypeAndValue),
		Defs:         make(map[*ast.Ident]types.Object),
		Uses:         make(map[*ast.Ident]types.Object),
		Implicits:    make(map[ast.Node]types.Object),
		Instances:    make(map[*ast.Ident]types.Instance),
		Scopes:       make(map[ast.Node]*types.Scope),
		Selections:   make(map[*ast.SelectorExpr]*types.Selection),
		FileVersions: make(map[*ast.File]string),
	}
	conf := types.Config{
		Importer:    im,
		Sizes:       types.SizesFor("gc", build.Default.GOARCH),
		FakeImportC: true, // cgo's own files are made from what is on disk: buffers would be ignored
		Error: func(err error) {
			var te types.Error
			if errors.As(err, &te) {
				c.errs = append(c.errs, te)
			}
		},
	}
	if m := c.meta.module; m != nil && m.GoVersion != "" {
		conf.GoVersion = "go" + m.GoVersion
	}
	c.types, _ = conf.Check(c.meta.path, s.fset, c.syntax(), c.info) // errors come through conf.Error
}

func (c *checked) syntax() []*ast.File {
	var files []*ast.File
	for _, src := range c.sources {
		files = append(files, src.syntax)
	}
	return files
}

// analyze runs the rules, or without full the passes below them that make facts.
func (s *Session) analyze(ctx context.Context, c *checked) error {
	if c.conf == nil {
		c.run = &facts.Run{Facts: facts.New(c.types)}
		return nil // never configured soundly: nothing can be said
	}
	// Fresh ones each time: the passes of one set keep an index of the types that they met.
	c.list = analyzers.New(c.conf)
	if !c.full {
		c.list = facts.Makers(c.list)
	}
	set := facts.New(c.types)
	for _, dep := range c.deps {
		set.Inherit(dep.facts)
	}
	c.run = &facts.Run{Facts: set, Pass: analysis.Pass{
		Fset: s.fset, Files: c.syntax(), Pkg: c.types, TypesInfo: c.info, TypeErrors: c.errs,
		TypesSizes: types.SizesFor("gc", build.Default.GOARCH), Module: moduleOf(c.meta), ReadFile: os.ReadFile,
	}}
	for _, a := range c.list {
		step := c.run.Exec(ctx, a)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if step.Err != nil {
			c.failed = append(c.failed, step.Err)
		} else if res, ok := step.Result.(*rule.Result); ok && c.full {
			c.findings = append(c.findings, res.Findings...)
		}
	}
	if c.full && c.conf.Baseline != "" {
		var err error
		if c.findings, err = driver.Uncovered(c.conf.Baseline, s.loaded(c), c.findings); err != nil {
			c.failed = append(c.failed, err) // and all findings are shown
		}
	}
	return nil
}

func moduleOf(m *meta) *analysis.Module {
	if m.module == nil {
		return nil
	}
	return &analysis.Module{Path: m.module.Path, Version: m.module.Version, GoVersion: m.module.GoVersion, Main: m.module.Main}
}

// publish decides what importers get: what they had, if they could not see a difference.
func (s *Session) publish(prev, c *checked) {
	left, err := c.run.Facts.Encode()
	if err != nil {
		c.failed = append(c.failed, err)
	}
	next := &exported{types: c.types, facts: c.run.Facts, bytes: left, shape: shapeOf(c.types), deps: c.deps}
	for _, src := range c.sources {
		next.files = append(next.files, src.tf)
	}
	c.out = next
	if prev == nil {
		return
	}
	if old := prev.out; old.shape == next.shape && bytes.Equal(old.bytes, next.bytes) && slices.Equal(old.deps, next.deps) {
		c.out = old
	}
}

// imports finds the packages that one package imports.
type imports struct {
	s     *Session
	ctx   context.Context
	meta  *meta
	found map[string]*types.Package // by the path in the import
}

// Import answers the type checker from what resolve found.
func (im *imports) Import(path string) (*types.Package, error) {
	if p := im.found[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("package %s is not found", path)
}

// resolve finds everything that the sources of c import, bringing packages from source up to date.
func (im *imports) resolve(c *checked) error {
	paths := make(map[string]bool)
	for _, src := range c.sources {
		for _, path := range src.imports {
			paths[path] = true
		}
	}
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		pkg, from, err := im.s.importFor(im.ctx, im.meta, path)
		var round cycle
		switch {
		case im.ctx.Err() != nil:
			return im.ctx.Err()
		case errors.As(err, &round) && round.path != im.meta.path:
			return err
		case err != nil:
			c.misses = true
		case from != nil:
			c.deps = append(c.deps, from)
		}
		im.found[path] = pkg
	}
	return nil
}

// importFor finds one import of m's package; from is not nil if it is analysed from source.
func (s *Session) importFor(ctx context.Context, m *meta, path string) (pkg *types.Package, from *exported, err error) {
	if path == "unsafe" {
		return types.Unsafe, nil, nil
	}
	resolved := path
	if r := m.imports[path]; r != "" { // vendored, say
		resolved = r
	}
	if s.metas[resolved] == nil && !s.importable(resolved) {
		key := m.dir + "\x00" + path
		if err := s.missing[key]; err != nil {
			return nil, nil, err
		}
		if err := s.list(ctx, m.dir, path); err != nil && ctx.Err() == nil {
			s.missing[key] = err
			return nil, nil, err
		}
		if s.metas[resolved] == nil && !s.importable(resolved) && ctx.Err() == nil {
			s.missing[key] = ErrNoPackage
		}
	}
	if s.metas[resolved] != nil {
		c, err := s.eval(ctx, resolved, false)
		if err != nil {
			return nil, nil, err
		}
		return c.out.types, c.out, nil
	}
	pkg, err = s.readExport(resolved)
	return pkg, nil, err
}

// readExport reads the types of a package that is not analysed, once.
func (s *Session) readExport(path string) (*types.Package, error) {
	if p := s.outside[path]; p != nil && p.Complete() {
		return p, nil
	}
	file := s.exports[path]
	if file == "" {
		return nil, ErrNoPackage
	}
	f, err := os.Open(file)
	if err != nil {
		delete(s.exports, path) // the go command cleared its cache: asked again, it builds it
		return nil, err
	}
	defer f.Close() // it was only read
	r, err := gcexportdata.NewReader(f)
	if err != nil {
		return nil, err
	}
	return gcexportdata.Read(r, s.fset, s.outside, path)
}

package fix

import (
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/config"
)

// What a fix may import; docs/decisions/008-when-fixes-use-the-runtime.md says why it is asked this way.

const (
	runtimeModule = "github.com/budgetlint/budgetlint"
	errgroupPath  = "golang.org/x/sync/errgroup"
)

// runtimePackages are those that fixes import.
var runtimePackages = []string{"aggregate", "budget", "contract", "fallback", "pool", "retry"}

// RuntimePath is the import path of a package of the runtime, such as "pool".
func RuntimePath(name string) string { return runtimeModule + "/runtime/" + name }

// UsesRuntime reports whether a fix at pos may use these packages of the runtime: the module requires them, or the
// configuration says so (fixes: runtime). The runtime itself does without, since an import could close a circle.
func UsesRuntime(pass *analysis.Pass, cfg *config.Config, pos token.Pos, names ...string) bool {
	if strings.HasPrefix(pass.Pkg.Path(), RuntimePath("")) {
		return false
	}
	switch cfg.Fixes {
	case "std":
		return false
	case "runtime":
		return true
	}
	m := moduleOf(pass.Fset.File(pos).Name())
	return !slices.ContainsFunc(names, func(name string) bool { return !mayImport(pass, cfg, m, RuntimePath(name)) })
}

// UsesSync reports whether a fix at pos may import errgroup.
func UsesSync(pass *analysis.Pass, cfg *config.Config, pos token.Pos) bool {
	return mayImport(pass, cfg, moduleOf(pass.Fset.File(pos).Name()), errgroupPath)
}

// mayImport: the package imports it already, or its module requires what it belongs to. Under nogo only the former
// counts, since a build file would have to list the import too.
func mayImport(pass *analysis.Pass, cfg *config.Config, m *module, path string) bool {
	for _, imp := range pass.Pkg.Imports() {
		if imp.Path() == path {
			return true
		}
	}
	return cfg.Host != config.Nogo && m.has(path)
}

// module is what the go.mod above a file says.
type module struct {
	dir      string
	path     string
	requires []string // the modules that it requires directly
	vendors  bool     // what it imports comes from its folder vendor
}

// moduleOf reads the go.mod above a file; nil if there is none in sight (another build system, say) or if it cannot be
// understood, which the go command says better. It is not the driver's idea of the module: vet, nogo and golangci-lint
// give a name at most.
func moduleOf(filename string) *module {
	if !filepath.IsAbs(filename) {
		return nil
	}
	dir := filepath.Dir(filename)
	for {
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil {
			return parseModule(dir, text)
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return nil
		}
		dir = parent
	}
}

func parseModule(dir string, text []byte) *module {
	f, err := modfile.ParseLax("go.mod", text, nil)
	if err != nil {
		return nil
	}
	m := &module{dir: dir}
	if f.Module != nil {
		m.path = f.Module.Mod.Path
	}
	for _, r := range f.Require {
		if !r.Indirect {
			m.requires = append(m.requires, r.Mod.Path)
		}
	}
	_, err = os.Stat(filepath.Join(dir, "vendor", "modules.txt"))
	m.vendors = err == nil
	return m
}

// has: code of the module may import the package. A go tool line alone is an indirect requirement: it brings the
// linter, and says nothing about what the code wants.
func (m *module) has(path string) bool {
	within := func(module string) bool { return path == module || strings.HasPrefix(path, module+"/") }
	switch {
	case m == nil:
		return false
	case m.path != "" && within(m.path):
		return true
	case !slices.ContainsFunc(m.requires, within):
		return false
	}
	if !m.vendors {
		return true
	}
	_, err := os.Stat(filepath.Join(m.dir, "vendor", filepath.FromSlash(path)))
	return err == nil
}

// Importable lists what fixes may import in the module whose go.mod is in dir, or above it, beside the standard library:
// results that a driver keeps depend on it.
func Importable(dir string) (paths []string) {
	m := moduleOf(filepath.Join(dir, "x.go"))
	if m.has(errgroupPath) {
		paths = append(paths, errgroupPath)
	}
	for _, name := range runtimePackages {
		if m.has(RuntimePath(name)) {
			paths = append(paths, RuntimePath(name))
		}
	}
	return paths
}

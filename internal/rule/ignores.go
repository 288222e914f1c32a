package rule

import (
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/config"
)

// NewIgnores returns the pass that reads the //budgetlint: directives of a package, once for all rules; its result is
// a *config.Directives. It reports nothing: what is wrong with a directive is the analyzer directive's business.
func NewIgnores(cfg *config.Config, known config.Known) *analysis.Analyzer {
	var dirs moduleDirs
	return &analysis.Analyzer{
		Name:             "ignores",
		Doc:              "ignores: read the budgetlint directives of a package",
		RunDespiteErrors: true,
		ResultType:       reflect.TypeFor[*config.Directives](),
		FactTypes:        []analysis.Fact{new(config.Said)},
		Run: func(pass *analysis.Pass) (any, error) {
			d := config.ParseDirectives(pass.Fset, pass.Files, pass.TypesInfo, cfg, known, dirs.folder(pass, cfg.Host))
			d.Say(func(fn *types.Func, said *config.Said) {
				if fn.Pkg() == pass.Pkg {
					pass.ExportObjectFact(fn, said)
				}
			})
			d.Hear(func(fn *types.Func, said *config.Said) bool {
				return fn.Pkg() != nil && fn.Pkg() != pass.Pkg && pass.ImportObjectFact(fn, said)
			})
			return d, nil
		},
	}
}

// moduleDirs finds the module of a file by looking for go.mod upwards: pass.Module has no directory, and is nil under
// nogo. Answers are kept, since the packages of a module share most of their folders.
type moduleDirs struct{ known sync.Map } // folder → module root, "" for none

// folder is what the configuration's paths are relative to; "" if that is not known.
func (m *moduleDirs) folder(pass *analysis.Pass, host config.Host) string {
	if host == config.Nogo {
		dir, err := os.Getwd() // Bazel runs it at the root of the workspace, and shows it no go.mod
		if err != nil {
			return ""
		}
		return dir
	}
	for _, f := range pass.Files { // more than the first: cgo's own files live elsewhere
		name, _, _ := config.Source(pass.Fset, f)
		if dir := m.of(name); dir != "" {
			return dir
		}
	}
	return ""
}

func (m *moduleDirs) of(filename string) string {
	if !filepath.IsAbs(filename) {
		return ""
	}
	return m.root(filepath.Dir(filename))
}

func (m *moduleDirs) root(dir string) string {
	if root, ok := m.known.Load(dir); ok {
		return root.(string)
	}
	root := ""
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
		root = dir
	} else if parent := filepath.Dir(dir); parent != dir {
		root = m.root(parent)
	}
	m.known.Store(dir, root)
	return root
}

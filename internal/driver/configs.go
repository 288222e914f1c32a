package driver

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/budgetlint/budgetlint/analyzers"
	"github.com/budgetlint/budgetlint/internal/config"
)

// configurations finds the configuration of each package, and loads each once: one for all with -config, else that of
// the package's module.
type configurations struct {
	opts   Options
	byFile map[string]*config.Config
	byDir  map[string]*config.Config
}

func (c *configurations) of(p *packages.Package) (*config.Config, error) {
	if c.opts.ConfigFile != "" {
		return c.load(c.opts.ConfigFile)
	}
	dir := ""
	if p.Module != nil && p.Module.Main {
		dir = p.Module.Dir
	} else if p.Module == nil && len(p.GoFiles) > 0 {
		dir = filepath.Dir(p.GoFiles[0]) // outside any module, or the standard library
	}
	if conf, ok := c.byDir[dir]; ok {
		return conf, nil
	}
	file := ""
	if dir != "" {
		file, _ = config.Find(dir)
	}
	conf, err := c.load(file)
	if err != nil {
		return nil, err
	}
	if c.byDir == nil {
		c.byDir = make(map[string]*config.Config)
	}
	c.byDir[dir] = conf
	return conf, nil
}

func (c *configurations) load(file string) (*config.Config, error) {
	if conf, ok := c.byFile[file]; ok {
		return conf, nil
	}
	known := analyzers.Known()
	known.Unread = c.opts.NoContract
	conf, err := config.Load(file, known)
	if err != nil {
		return nil, err
	}
	if conf, err = adjust(conf, c.opts, known); err != nil {
		return nil, err
	}
	if c.byFile == nil {
		c.byFile = make(map[string]*config.Config)
	}
	c.byFile[file] = conf
	return conf, nil
}

// follows reports whether a configuration asks for path's module to be analysed from source.
func (c *configurations) follows(path string) bool {
	for _, conf := range c.byFile {
		if Follows(conf, path) {
			return true
		}
	}
	return false
}

// Follows reports whether conf asks for path, a package of another module, to be analysed from source.
func Follows(conf *config.Config, path string) bool {
	return slices.ContainsFunc(conf.Deps, func(pattern string) bool {
		prefix, wild := strings.CutSuffix(pattern, "/...")
		return path == prefix || wild && strings.HasPrefix(path, prefix+"/")
	})
}

// adjust lays the command line over a configuration.
func adjust(conf *config.Config, opts Options, known config.Known) (*config.Config, error) {
	c := *conf
	c.Host = config.Standalone
	c.Tests = opts.Tests
	c.UnsafeFixes = c.UnsafeFixes || opts.UnsafeFixes
	if opts.ContractFile != "" {
		if err := setContract(&c, opts); err != nil {
			return nil, err
		}
	}
	if len(opts.Rules) == 0 {
		return &c, nil
	}
	c.Rules = make(map[string]config.Rule, len(known.Rules))
	for name := range known.Rules {
		r := conf.Rules[name]
		on := slices.Contains(opts.Rules, name)
		if !on || r.Enabled == nil || !*r.Enabled {
			r.Enabled = &on
		}
		c.Rules[name] = r
	}
	return &c, nil
}

// CheckRules fails on a name that is not a rule, and suggests the nearest one.
func CheckRules(names []string) error {
	for _, name := range names {
		if _, ok := analyzers.Lookup(name); !ok {
			return UnknownRule(name)
		}
	}
	return nil
}

// UnknownRule is the error for a name that is not a rule.
func UnknownRule(name string) error {
	if near := nearest(name); near != "" {
		return fmt.Errorf("unknown rule %q: did you mean %s? budgetlint rules lists them", name, near)
	}
	return fmt.Errorf("unknown rule %q: budgetlint rules lists them", name)
}

// nearest is the rule whose name is the fewest edits away, "" if that is more than half of the name.
func nearest(name string) string {
	best, at := "", len(name)/2+1
	for _, r := range analyzers.Table {
		if d := distance(name, r.Name); d < at {
			best, at = r.Name, d
		}
	}
	return best
}

// distance is Levenshtein's, one row at a time.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			d := diagonal
			if a[i] != b[j] {
				d++
			}
			diagonal = row[j+1]
			row[j+1] = min(d, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

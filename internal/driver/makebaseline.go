package driver

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"github.com/budgetlint/budgetlint/internal/baseline"
)

// DefaultBaseline is the name that a baseline gets where nothing says otherwise.
const DefaultBaseline = ".budgetlint.baseline"

// StandardOutput is the name of a baseline that is printed.
const StandardOutput = "-"

// Baseline is one file to write.
type Baseline struct {
	*baseline.File
	Findings int    // that it covers, of those found now
	Kept     int    // entries of packages and rules that the run did not look at, taken over from the file that is there
	Named    string // the configuration that names it, "" if none does
}

// Baselines finds what is there now and makes the files that cover it: file if it is not "", else for each module the one
// that its configuration names, else DefaultBaseline in the working
// directory. Nothing is written.
func Baselines(ctx context.Context, opts Options, file string) ([]*Baseline, *Outcome, error) {
	none := ""
	opts.Baseline, opts.NewFrom = &none, ""
	if file != "" && file != StandardOutput {
		file = opts.file(file)
	}
	out, l, err := run(ctx, opts)
	if err != nil {
		return nil, nil, err
	}
	target := func(g *group) string {
		switch {
		case file != "":
			return file
		case g.config.Baseline != "":
			return g.config.Baseline
		}
		return filepath.Join(workingDir(opts), DefaultBaseline)
	}
	made := make(map[string]*Baseline)
	byPackage := make(map[string]*Baseline)
	for _, g := range l.groups {
		name := target(g)
		if made[name] == nil {
			made[name] = &Baseline{File: baseline.New(name)}
		}
		if g.config.Baseline == name {
			made[name].Named = g.config.File
		}
		for _, p := range g.pkgs {
			byPackage[p.PkgPath] = made[name]
		}
	}
	for _, f := range out.Findings {
		b := byPackage[f.Package.PkgPath]
		b.Findings++
		for _, key := range f.keys {
			b.Add(key)
		}
	}
	var list []*Baseline
	for _, name := range slices.Sorted(maps.Keys(made)) {
		b := made[name]
		list = append(list, b)
		if name == StandardOutput {
			continue // nothing to take over from
		}
		old, err := readBaseline(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, nil, err // it may be no baseline at all
		default:
			world := l.world(opts, func(g *group) bool { return target(g) == name })
			b.Kept = b.Keep(old, func(k baseline.Key) bool { return world.Judged(k.Package, k.Rule) })
		}
	}
	return list, out, nil
}

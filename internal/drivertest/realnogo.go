package drivertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// rulesGo is the release of Bazel's Go rules whose nogo is built, and the checksum of its module.
const (
	rulesGo    = "github.com/bazelbuild/rules_go@v0.65.0"
	rulesGoSum = "h1:oHAvkNIMaOhguFSCHi0bCoUhz2390srk4U0rTn9mqBc="
)

// nogoSources are the files that the rule nogo links with the list of analyzers that it writes.
var nogoSources = []string{
	"constants.go", "env.go", "flags.go", "nogo_fix.go", "nogo_goversions_go118.go", "nogo_goversions_go121.go",
	"nogo_goversions_go122.go", "nogo_main.go", "nogo_version.go", "nolint.go",
}

// nogoList is what the rule nogo writes.
const nogoList = `package main

import (
	"golang.org/x/tools/go/analysis"

	"golang.org/x/tools/nogo/settings"
)

var analyzers = []*analysis.Analyzer{settings.Analyzer}

var configs = map[string]config{}

const debugMode = false
`

// nogoPackage is the package that a user writes to give nogo a configuration, as docs/drivers.md shows it.
const nogoPackage = `package settings

import (
	"embed"

	"github.com/budgetlint/budgetlint/nogo"
)

//go:embed .budgetlint.yml
var files embed.FS

var Analyzer = nogo.New(files)
`

// BuildNogo builds nogo itself with our analyzer, from the sources of rules_go, and returns the program's path. The test
// is skipped if they cannot be downloaded.
func BuildNogo(t testing.TB) string {
	t.Helper()
	var module struct{ Dir, Sum string }
	if err := download(t, Root(t), &module, rulesGo); err != nil {
		t.Skipf("%s cannot be downloaded: %v", rulesGo, err)
	}
	if module.Sum != rulesGoSum {
		t.Fatalf("%s has the checksum %s, want %s", rulesGo, module.Sum, rulesGoSum)
	}
	dir := t.TempDir()
	files := map[string]string{
		"list.go":                  nogoList,
		"settings/settings.go":     nogoPackage,
		"settings/.budgetlint.yml": nogoSettings,
		// nogo imports an internal package of x/tools, for which Bazel has a patch: so it lies below x/tools here.
		"go.mod": "module golang.org/x/tools/nogo\n\ngo 1.26.0\n\nrequire github.com/budgetlint/budgetlint v0.0.0\n\n" +
			fmt.Sprintf("replace github.com/budgetlint/budgetlint => %s\n", Root(t)),
	}
	for _, name := range nogoSources {
		data, err := os.ReadFile(filepath.Join(module.Dir, "go", "tools", "builders", name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(data)
	}
	sum, err := os.ReadFile(filepath.Join(Root(t), "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	files["go.sum"] = string(sum)
	for name, text := range files {
		if err := writeFile(filepath.Join(dir, name), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if _, stderr, code := start(t, dir, "go", "mod", "tidy"); code != 0 {
		t.Skipf("what nogo imports cannot be downloaded: %s", stderr)
	}
	bin := filepath.Join(dir, "nogo"+exe(t))
	run(t, dir, "go", "build", "-o", bin, ".")
	return bin
}

// RealNogo is the program of BuildNogo, run on one package after the other as Bazel runs it.
func RealNogo(bin string) Driver {
	return Driver{"nogo of rules_go", func(t testing.TB, dir string) (list []string) {
		w := newWorkspace(t, dir)
		importcfg := filepath.Join(t.TempDir(), "importcfg")
		for i := range w.targets {
			tg := &w.targets[i]
			var cfg strings.Builder
			args := []string{bin, "-p", tg.path, "-importcfg", importcfg, "-x", tg.factsFile}
			for _, path := range tg.importPaths() {
				if tg.packages[path] == "" {
					continue // unsafe
				}
				fmt.Fprintf(&cfg, "packagefile %s=%s\n", path, tg.packages[path])
				if file := tg.facts[path]; file != "" {
					args = append(args, "-fact", path+"="+file)
				}
			}
			if err := os.WriteFile(importcfg, []byte(cfg.String()), 0o666); err != nil {
				t.Fatal(err)
			}
			if tg.factsOnly {
				args = append(args, "-facts_only")
			}
			for _, name := range tg.ignored {
				args = append(args, "-ignore", name)
			}
			_, stderr, code := start(t, w.root, append(args, tg.files...)...)
			switch code {
			case 0:
				continue
			case 3: // nogoViolation of rules_go's constants.go
			default:
				t.Fatalf("%s: exit code %d\n%s", tg.path, code, stderr)
			}
			list = append(list, w.findings(t, dir, string(stderr))...)
		}
		return settle(list)
	}}
}

// findings reads what nogo printed: a line that says that there are some, then each with the analyzer's name behind it.
func (w *workspace) findings(t testing.TB, dir, text string) (list []string) {
	t.Helper()
	_, text, _ = strings.Cut(strings.TrimSpace(text), "\n")
	for line := range strings.Lines(text) {
		file, rest, _ := strings.Cut(strings.TrimSpace(line), ":")
		message, named := strings.CutSuffix(rest, " (budgetlint)")
		file, below := w.relative(dir, file)
		if !below {
			continue
		}
		f, ok := fromText(file + ":" + message)
		if !named || !ok {
			t.Fatalf("nogo printed %q, not in the form of a finding", line)
		}
		list = append(list, f)
	}
	return list
}

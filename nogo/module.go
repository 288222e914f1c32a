package nogo

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/budgetlint/budgetlint/internal/config"
)

// withModule makes a see the module that a package belongs to, which every other host tells. a is ours alone, unless it
// is x/tools' own.
func withModule(a *analysis.Analyzer, conf *config.Config) {
	if a == inspect.Analyzer {
		return
	}
	run := a.Run
	a.Run = func(pass *analysis.Pass) (any, error) {
		if pass.Module == nil {
			with := *pass
			with.Module = moduleOf(pass, conf)
			pass = &with
		}
		return run(pass)
	}
}

// moduleOf returns the module of the pass's package; nil if it is neither ours nor named under deps, so that nothing of
// it is looked at. The configuration's module: says which packages are ours; without it, where their files lie.
func moduleOf(pass *analysis.Pass, conf *config.Config) *analysis.Module {
	importPath := pass.Pkg.Path()
	if strings.HasSuffix(pass.Pkg.Name(), "_test") {
		importPath = strings.TrimSuffix(importPath, "_test")
	}
	if prefix := longest(conf.Deps, importPath); prefix != "" {
		return &analysis.Module{Path: prefix, Version: "v0.0.0"} // that it has one matters, not which
	}
	if len(conf.Module) > 0 {
		if prefix := longest(conf.Module, importPath); prefix != "" {
			return &analysis.Module{Path: prefix, Main: true}
		}
		return nil
	}
	if len(pass.Files) == 0 {
		return nil
	}
	folder, ok := folderInWorkspace(pass.Fset.File(pass.Files[0].FileStart).Name())
	if !ok {
		return nil
	}
	return &analysis.Module{Path: withoutFolder(importPath, folder), Main: true}
}

// longest returns the longest prefix that covers importPath, "" for none; a pattern may end in "/...".
func longest(patterns []string, importPath string) (prefix string) {
	for _, p := range patterns {
		p = strings.TrimSuffix(p, "/...")
		if len(p) > len(prefix) && (importPath == p || strings.HasPrefix(importPath, p+"/")) {
			prefix = p
		}
	}
	return prefix
}

// folderInWorkspace returns the folder of a file, relative to the root of the workspace, and whether it belongs to the
// workspace: Bazel runs nogo in a tree where other repositories lie below external/ or beside the root, and generated
// files below bazel-out/CONFIGURATION/bin/ in the same way.
func folderInWorkspace(file string) (folder string, ok bool) {
	if filepath.IsAbs(file) {
		root, err := os.Getwd()
		if err != nil {
			return "", false
		}
		if file, err = filepath.Rel(root, file); err != nil {
			return "", false
		}
	}
	elems := strings.Split(path.Dir(path.Clean(filepath.ToSlash(file))), "/")
	if len(elems) >= 3 && elems[0] == "bazel-out" {
		elems = elems[3:]
	}
	if len(elems) > 0 && (elems[0] == "external" || elems[0] == "..") || slices.Contains(elems, "vendor") {
		return "", false
	}
	return path.Join(elems...), true
}

// withoutFolder takes from importPath the elements at its end that it has in common with folder: what is left is the
// prefix that the packages of the workspace share, unless the package has an import path of its own choice.
func withoutFolder(importPath, folder string) string {
	for importPath != "" && folder != "" && folder != "." && path.Base(importPath) == path.Base(folder) {
		parent := path.Dir(importPath)
		if parent == "." {
			break
		}
		importPath, folder = parent, path.Dir(folder)
	}
	return importPath
}

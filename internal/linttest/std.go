package linttest

import (
	"bytes"
	"fmt"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/budgetlint/budgetlint/internal/fix"
)

// stdImporter reads the export data of the standard library and of the runtime. One go list call finds the files, for all
// packages that any fixture under root imports, so that a test binary pays for it once.
func stdImporter(fset *token.FileSet, root string) (types.Importer, error) {
	paths, err := imported(root)
	if err != nil {
		return nil, err
	}
	// What fixes may add.
	paths = append(paths, "context", "errors", "net/http", "time")
	for _, name := range []string{"aggregate", "budget", "contract", "downstream", "fallback", "pool", "retry"} {
		paths = append(paths, fix.RuntimePath(name))
	}
	slices.Sort(paths)
	export, err := exportFiles(slices.Compact(paths))
	if err != nil {
		return nil, err
	}
	return importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		file, ok := export[path]
		if !ok {
			return nil, fmt.Errorf("package %s is neither under testdata/src nor in the standard library or the runtime", path)
		}
		return os.Open(file)
	}), nil
}

// imported lists the paths without a dot in the first element that files under root import.
func imported(root string) (paths []string, err error) {
	fset := token.NewFileSet()
	err = filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(p, ".go") {
			return err
		}
		f, err := parser.ParseFile(fset, p, nil, parser.ImportsOnly)
		if err != nil {
			return nil // its own test says so
		}
		for _, spec := range f.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			first, _, _ := strings.Cut(path, "/")
			_, statErr := os.Stat(filepath.Join(root, filepath.FromSlash(path)))
			if path != "C" && path != "unsafe" && !strings.Contains(first, ".") && statErr != nil {
				paths = append(paths, path)
			}
		}
		return nil
	})
	return paths, err
}

// exportFiles asks the go command, which compiles what its cache does not have.
func exportFiles(paths []string) (map[string]string, error) {
	args := append([]string{"list", "-e", "-export", "-deps", "-f", "{{if .Export}}{{.ImportPath}}\t{{.Export}}{{end}}", "--"}, paths...)
	cmd := exec.Command("go", args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list -export: %w: %s", err, stderr.Bytes())
	}
	export := make(map[string]string)
	for line := range strings.Lines(string(out)) {
		if path, file, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			export[path] = file
		}
	}
	return export, nil
}

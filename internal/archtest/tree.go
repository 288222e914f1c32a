// Package archtest answers whether the tree still has the shape that docs/architecture.md describes: who imports whom,
// and a few limits on what a file may do. It leaves out everything that vet and the compiler say.
//
// It reads the files itself, in the test's own process: the go command keys its test cache on the files that a test
// opened, but not on those that a child (`go list`) did, so a child's answer would be replayed after the tree changed.
package archtest

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

const modulePath = "github.com/budgetlint/budgetlint"

// A Violation is one place that breaks one rule.
type Violation struct {
	File string // slash-separated, relative to the root
	Line int
	Text string
}

func (v Violation) String() string {
	if v.Line == 0 {
		return v.File + ": " + v.Text
	}
	return fmt.Sprintf("%s:%d: %s", v.File, v.Line, v.Text)
}

// file is one text file of the tree.
type file struct {
	name string // slash-separated, relative to the root
	data []byte
	fset *token.FileSet
	ast  *ast.File // nil for what is not Go, in testdata, or of another module
}

func (f *file) test() bool { return strings.HasSuffix(f.name, "_test.go") }

// pkg is the folder, relative to the module: "internal/catalog", "." for the root.
func (f *file) pkg() string { return path.Dir(f.name) }

func (f *file) at(n token.Pos, format string, args ...any) Violation {
	return Violation{f.name, f.fset.Position(n).Line, fmt.Sprintf(format, args...)}
}

// read returns the text files below root. Folders that begin with "_", .git, bin and
// node_modules are not the project's own.
func read(root string) ([]*file, error) {
	var files []*file
	foreign := map[string]bool{} // folders that the module's packages do not include
	err := filepath.WalkDir(root, func(full string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, full)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(rel)
		if d.IsDir() {
			switch base := d.Name(); {
			case name == ".":
				return nil
			case base == ".git" || base == "node_modules" || name == "bin" || strings.HasPrefix(base, "_"):
				return filepath.SkipDir
			case base == "testdata":
				foreign[name] = true
			default:
				_, err := os.Stat(filepath.Join(full, "go.mod"))
				foreign[name] = err == nil || foreign[path.Dir(name)]
			}
			return nil
		}
		if d.Name() == ".git" { // of a worktree: a file that names the repository's place
			return nil
		}
		if !d.Type().IsRegular() {
			return nil
		}
		f := &file{name: name, fset: token.NewFileSet()}
		if f.data, err = os.ReadFile(full); err != nil {
			return err
		}
		if bytes.IndexByte(f.data, 0) >= 0 {
			return nil // binary
		}
		if strings.HasSuffix(name, ".go") && !foreign[f.pkg()] {
			if f.ast, err = parser.ParseFile(f.fset, full, f.data, parser.SkipObjectResolution|parser.ParseComments); err != nil {
				return err
			}
		}
		files = append(files, f)
		return nil
	})
	return files, err
}

// Check returns everything below root that breaks the rules.
func Check(root string) ([]Violation, error) {
	files, err := read(root)
	if err != nil {
		return nil, err
	}
	found := imports(files)
	for _, f := range files {
		found = append(found, machinePaths(f)...)
		if f.ast == nil {
			continue
		}
		found = append(found, inits(f)...)
		if !f.test() {
			found = append(found, length(f)...)
			found = append(found, exits(f)...)
		}
	}
	return found, nil
}

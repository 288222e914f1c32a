package syntax

import (
	"go/ast"
	"slices"
	"strings"
)

// testLibraries are imported by code that serves tests, in whatever file it stands.
var testLibraries = []string{"testing", "github.com/onsi/ginkgo", "github.com/onsi/gomega", "github.com/stretchr/testify"}

// ForTests reports whether code serves tests although its file is not named _test.go: a folder of its package's path
// is named for tests, or the file imports a library for tests.
func ForTests(pkgPath string, file *ast.File) bool {
	return TestFolder(pkgPath) || slices.ContainsFunc(file.Imports, func(spec *ast.ImportSpec) bool {
		path := strings.Trim(spec.Path.Value, `"`)
		return slices.ContainsFunc(testLibraries, func(lib string) bool { return path == lib || strings.HasPrefix(path, lib+"/") })
	})
}

// TestFolder reports whether a folder of an import path is named for tests.
func TestFolder(path string) bool {
	for _, elem := range strings.Split(path, "/") {
		switch elem {
		case "test", "tests", "testing", "testutil", "testutils", "testhelper", "testhelpers", "e2e", "mock", "mocks", "fake", "fakes":
			return true
		}
	}
	return false
}

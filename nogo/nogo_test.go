package nogo

import (
	"go/token"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"
)

func settings(text string) fstest.MapFS { return fstest.MapFS{".budgetlint.yml": {Data: []byte(text)}} }

// A configuration that is wrong, or not there, stops the build with a line that says where.
func TestBadSettings(t *testing.T) {
	for _, test := range []struct {
		files fstest.MapFS
		want  string
	}{
		{fstest.MapFS{}, ".budgetlint.yml: configuration cannot be read: file does not exist"},
		{settings("rules:\n  nodedline: {enabled: false}\n"), ".budgetlint.yml:2:3: "},
		{settings("contract: budget.json\n"), `.budgetlint.yml:1:11: contract "budget.json" cannot be read: file does not exist`},
	} {
		a := New(test.files)
		if err := analysis.Validate([]*analysis.Analyzer{a}); err != nil {
			t.Fatal(err)
		}
		if _, err := a.Run(&analysis.Pass{Fset: token.NewFileSet()}); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("got %v, want %s…", err, test.want)
		}
	}
}

// The contract lies beside the configuration, in the embedded files as on disk.
func TestContract(t *testing.T) {
	files := settings("contract: conf/budget.json\n")
	files["conf/budget.json"] = &fstest.MapFile{Data: []byte(`{"aggregator": {"totalBudgetMs": 1000, "downstreams": {"user-service": {"timeoutMs": 400}}}}`)}
	conf, err := load(files)
	if err != nil {
		t.Fatal(err)
	}
	if conf.Contract == nil || conf.ContractFile != "conf/budget.json" {
		t.Errorf("contract %v from %q", conf.Contract, conf.ContractFile)
	}
}

func TestFolderInWorkspace(t *testing.T) {
	type answer struct {
		Folder string
		OK     bool
	}
	here, err := filepath.Abs("pkg/a.go")
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]answer{
		"a.go":              {".", true},
		"services/api/a.go": {"services/api", true},
		here:                {"pkg", true},
		"bazel-out/k8-fastbuild/bin/services/api/gen.go":              {"services/api", true},
		"bazel-out/k8-fastbuild/bin/external/gazelle++deps+x/gen.go":  {"", false},
		"external/gazelle++go_deps+com_github_pkg_errors/errors.go":   {"", false},
		"../gazelle++go_deps+com_github_pkg_errors/errors.go":         {"", false},
		"vendor/github.com/pkg/errors/errors.go":                      {"", false},
		"third_party/vendor/github.com/pkg/errors/errors.go":          {"", false},
		filepath.Join(filepath.Dir(filepath.Dir(here)), "..", "x.go"): {"", false},
	} {
		folder, ok := folderInWorkspace(file)
		if d := cmp.Diff(want, answer{folder, ok}); d != "" {
			t.Errorf("%s (-want +got):\n%s", file, d)
		}
	}
}

func TestWithoutFolder(t *testing.T) {
	for _, test := range []struct{ importPath, folder, want string }{
		{"example.com/shop/services/api", "services/api", "example.com/shop"},
		{"example.com/shop", ".", "example.com/shop"},
		{"example.com/shop", "", "example.com/shop"},
		{"example.com/api", "services/api", "example.com"}, // a prefix set in the middle of the tree
		{"example.com/own/choice", "services/api", "example.com/own/choice"},
		{"api", "services/api", "api"}, // no prefix at all
		{"services/api", "services/api", "services"},
	} {
		if got := withoutFolder(test.importPath, test.folder); got != test.want {
			t.Errorf("withoutFolder(%q, %q) = %q, want %q", test.importPath, test.folder, got, test.want)
		}
	}
}

func TestLongest(t *testing.T) {
	patterns := []string{"example.com/shop", "example.com/shop/internal/...", "example.com/corp/..."}
	for path, want := range map[string]string{
		"example.com/shop":            "example.com/shop",
		"example.com/shop/api":        "example.com/shop",
		"example.com/shop/internal/x": "example.com/shop/internal",
		"example.com/shopping":        "",
		"example.com/corp":            "example.com/corp",
		"net/http":                    "",
	} {
		if got := longest(patterns, path); got != want {
			t.Errorf("longest(%q) = %q, want %q", path, got, want)
		}
	}
}

package archtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTree(t *testing.T) {
	found, err := Check("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range found {
		t.Error(v)
	}
	for _, r := range arrows {
		if r.why == "" {
			t.Errorf("the row for %s gives no reason", r.pkgs)
		}
	}
}

// TestPlanted plants each fault in a tree of its own and wants it found, and nothing else.
func TestPlanted(t *testing.T) {
	const own = `import _ "` + modulePath
	for name, tt := range map[string]struct {
		file, text string
		says       string // "" where the tree is sound
	}{
		"rule imports rule":       {"analyzers/a/a.go", "package a\n\n" + own + "/analyzers/b\"\n", "analyzers/a/a.go:3: analyzers/a must not import"},
		"rule imports model":      {"analyzers/a/a.go", "package a\n\n" + own + "/internal/deadline\"\n", ""},
		"rule loads packages":     {"analyzers/a/a.go", "package a\n\nimport _ \"golang.org/x/tools/go/packages\"\n", "must not import golang.org/x/tools/go/packages"},
		"similar path":            {"internal/config/c.go", "package config\n\nimport _ \"go.yaml.in/yaml/v3x\"\n", "must not import go.yaml.in/yaml/v3x"},
		"catalog imports model":   {"internal/catalog/c.go", "package catalog\n\n" + own + "/internal/downstream\"\n", "internal/catalog must not import"},
		"runtime imports x/tools": {"runtime/budget/b.go", "package budget\n\nimport _ \"golang.org/x/tools/go/ast/astutil\"\n", "runtime/budget must not import"},
		"runtime imports inside":  {"runtime/budget/b.go", "package budget\n\n" + own + "/internal/syntax\"\n", "runtime/budget must not import"},
		"runtime imports below":   {"runtime/httpbudget/h.go", "package httpbudget\n\n" + own + "/runtime/record\"\n", ""},
		"runtime imports beside":  {"runtime/budget/b.go", "package budget\n\n" + own + "/runtime/record\"\n", "runtime/budget must not import"},
		"contract imports budget": {"runtime/contract/c.go", "package contract\n\n" + own + "/runtime/budget\"\n", "runtime/contract must not import"},
		"runtime test needs cmp":  {"runtime/budget/b_test.go", "package budget\n\nimport _ \"github.com/google/go-cmp/cmp\"\n", "runtime/budget must not import"},
		"other test needs cmp":    {"internal/report/r_test.go", "package report\n\nimport _ \"github.com/google/go-cmp/cmp\"\n", ""},
		"homeless package":        {"internal/misc/m.go", "package misc\n", "internal/misc has no row"},
		"init":                    {"internal/report/r.go", "package report\n\nfunc init() {}\n", "r.go:3: func init"},
		"init of the plugin":      {"plugin/p.go", "package plugin\n\nfunc init() {}\n", ""},
		"method called init":      {"internal/report/r.go", "package report\n\ntype t int\n\nfunc (t) init() {}\n", ""},
		"panic":                   {"internal/report/r.go", "package report\n\nfunc f() { panic(1) }\n", "r.go:3: panic outside of main"},
		"panic in the runtime":    {"runtime/budget/b.go", "package budget\n\nfunc f() { panic(1) }\n", ""},
		"exit in the runtime":     {"runtime/budget/b.go", "package budget\n\nimport \"os\"\n\nfunc f() { os.Exit(1) }\n", "os.Exit outside"},
		"log.Fatalf":              {"internal/report/r.go", "package report\n\nimport \"log\"\n\nfunc f() { log.Fatalf(\"\") }\n", "log.Fatalf outside"},
		"exit in main":            {"cmd/budgetlint/main.go", "package main\n\nimport \"os\"\n\nfunc main() { os.Exit(1) }\n", ""},
		"long":                    {"internal/report/r.go", "package report\n" + strings.Repeat("\n", maxLines), "401 lines"},
		"long test":               {"internal/report/r_test.go", "package report\n" + strings.Repeat("\n", maxLines), ""},
		"machine path":            {"docs/x.md", "see\n`/ho" + "me/me/x`\n", "docs/x.md:2: absolute path"},
		"npm's files":             {"editors/x/node_modules/y/y.txt", "see `/ho" + "me/me/x`\n", ""},
		"relative path":           {"docs/x.md", "docs/ho" + "me/me and a/tmp/x\n", ""},
		"fault in testdata":       {"testdata/src/a/a.go", "package a\n\nfunc init() { panic(1) }\n", ""},
		"fault in other module":   {"bench/x/a.go", "package a\n\nfunc init() { panic(1) }\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			plant(t, root, "bench/go.mod", "module bench\n")
			plant(t, root, tt.file, tt.text)
			all, err := Check(root)
			if err != nil {
				t.Fatal(err)
			}
			var found []Violation
			for _, v := range all {
				if !strings.Contains(v.Text, "matches no package") { // all other rows, in a tree of one file
					found = append(found, v)
				}
			}
			switch {
			case tt.says == "" && len(found) > 0:
				t.Errorf("found %v, want nothing", found)
			case tt.says != "" && (len(found) != 1 || !strings.Contains(found[0].String(), tt.says)):
				t.Errorf("found %v, want one that says %q", found, tt.says)
			}
		})
	}
	all, err := Check(t.TempDir())
	if err != nil || len(all) != len(arrows) {
		t.Errorf("an empty tree leaves %d of %d rows without a package (err %v)", len(all), len(arrows), err)
	}
}

func plant(t *testing.T, root, name, text string) {
	t.Helper()
	full := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

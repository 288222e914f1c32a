package fix

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestImportable(t *testing.T) {
	pool, retry := RuntimePath("pool"), RuntimePath("retry")
	for name, tt := range map[string]struct {
		gomod    string
		vendored []string // nil: no folder vendor
		want     []string // of errgroup, pool and retry
	}{
		"line":          {"module m\n\nrequire golang.org/x/sync v0.25.0\n", nil, []string{errgroupPath}},
		"block":         {"module m\n\nrequire (\n\tgolang.org/x/sync v0.25.0\n\t" + runtimeModule + " v1.0.0\n)\n", nil, []string{errgroupPath, pool, retry}},
		"indirect":      {"module m\n\nrequire (\n\tgolang.org/x/sync v0.25.0 // indirect\n)\n", nil, nil},
		"tool":          {"module m\n\ntool " + runtimeModule + "/cmd/budgetlint\n\nrequire " + runtimeModule + " v1.0.0 // indirect\n", nil, nil},
		"longer name":   {"module m\n\nrequire golang.org/x/synctools v0.1.0\n", nil, nil},
		"replace":       {"module m\n\nreplace (\n\tgolang.org/x/sync v0.1.0 => ../sync\n)\n", nil, nil},
		"exclude":       {"module m\n\nexclude (\n\tgolang.org/x/sync v0.1.0\n)\n\nrequire a.b/c v1.0.0\n", nil, nil},
		"itself":        {"module " + runtimeModule + "\n", nil, []string{pool, retry}},
		"below it":      {"module " + runtimeModule + "/bench\n", nil, nil},
		"vendored":      {"module m\n\nrequire " + runtimeModule + " v1.0.0\n", []string{pool}, []string{pool}},
		"not vendored":  {"module m\n\nrequire golang.org/x/sync v0.25.0\n", []string{}, nil},
		"broken":        {"module m\n\nrequire golang.org/x/sync\n", nil, nil},
		"future syntax": {"module m\n\nfrobnicate x\n\nrequire golang.org/x/sync v0.25.0\n", nil, []string{errgroupPath}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, filepath.Join(dir, "go.mod"), tt.gomod)
			if tt.vendored != nil {
				write(t, filepath.Join(dir, "vendor", "modules.txt"), "")
			}
			for _, p := range tt.vendored {
				write(t, filepath.Join(dir, "vendor", filepath.FromSlash(p), "x.go"), "package x\n")
			}
			sub := filepath.Join(dir, "a", "b")
			if err := os.MkdirAll(sub, 0o777); err != nil {
				t.Fatal(err)
			}
			got := slices.DeleteFunc(Importable(sub), func(p string) bool { return p != errgroupPath && p != pool && p != retry })
			if !slices.Equal(got, tt.want) {
				t.Errorf("importable: %q, want %q", got, tt.want)
			}
		})
	}
	if got := Importable("a/b"); got != nil {
		t.Errorf("in a relative folder: %q", got)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

package driver

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A go command that hands out no export data must find the types of imports in what their units left.
func TestUnitsWithoutExportData(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.go"), "package a\n\nconst X = 1\n")
	write(t, filepath.Join(dir, "b.go"), "package b\n\nimport \"example.com/a\"\n\nconst Y = a.X\n")
	write(t, filepath.Join(dir, "c.go"), "package c\n\nimport \"example.com/b\"\n\n//budgetlint:ignore nodeadline\nconst Z int = b.Y\n")
	units := []unit{
		{ImportPath: "example.com/a", ModulePath: "example.com/a", ModuleVersion: "v1.0.0", VetxOnly: true},
		{ImportPath: "example.com/b", ModulePath: "example.com/m", VetxOnly: true, ImportMap: map[string]string{"example.com/a": "example.com/a"},
			PackageVetx: map[string]string{"example.com/a": filepath.Join(dir, "a.vetx")}},
		{ImportPath: "example.com/c", ModulePath: "example.com/m", ImportMap: map[string]string{"example.com/b": "example.com/b"},
			PackageVetx: map[string]string{"example.com/b": filepath.Join(dir, "b.vetx")}},
	}
	for _, u := range units {
		name := u.ImportPath[len(u.ImportPath)-1:]
		u.ID, u.Dir, u.GoVersion = u.ImportPath, dir, "go1.26"
		u.GoFiles = []string{filepath.Join(dir, name+".go")}
		u.VetxOutput = filepath.Join(dir, name+".vetx")
		code, stdout, stderr := runTool(t, dir, u)
		if u.VetxOnly {
			if code != 0 || stdout+stderr != "" {
				t.Fatalf("%s: exit code %d\n%s%s", name, code, stdout, stderr)
			}
			continue
		}
		if code != 1 || !strings.Contains(stderr, "c.go:5:1: ") || !strings.Contains(stderr, "(directive)") {
			t.Errorf("%s: exit code %d\n%s%s", name, code, stdout, stderr)
		}
	}
}

// Units whose facts nobody asks for are not even parsed.
func TestIdleUnits(t *testing.T) {
	dir := t.TempDir()
	for _, u := range []unit{
		{ImportPath: "net/http", VetxOnly: true},
		{ImportPath: "vendor/golang.org/x/net/idna", VetxOnly: true},
		{ImportPath: "example.com/dep/x", ModulePath: "example.com/dep", ModuleVersion: "v1.2.3", VetxOnly: true},
		{ImportPath: "example.com/dep/x", ModulePath: "example.com/dep", VetxOnly: true, Dir: filepath.Join(dir, "vendor", "example.com", "dep")},
		{ImportPath: "example.com/m_test", ModulePath: "example.com/m"},
	} {
		u.GoFiles = []string{filepath.Join(dir, "nosuch_test.go")}
		u.ImportMap = map[string]string{"fmt": "fmt"}
		u.PackageFile = map[string]string{"fmt": "nosuch"}
		u.VetxOutput = filepath.Join(dir, "vetx")
		if code, stdout, stderr := runTool(t, dir, u); code != 0 || stdout+stderr != "" {
			t.Errorf("%s: exit code %d\n%s%s", u.ImportPath, code, stdout, stderr)
		}
		if data, err := os.ReadFile(u.VetxOutput); err != nil || len(data) > 0 {
			t.Errorf("%s: %d bytes of facts, %v", u.ImportPath, len(data), err)
		}
	}
}

func runTool(t *testing.T, dir string, u unit, flags ...string) (code int, stdout, stderr string) {
	t.Helper()
	data, err := json.Marshal(u)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "vet.cfg")
	write(t, file, string(data))
	var out, errs bytes.Buffer
	code = Vettool(append(flags, file), &out, &errs)
	return code, out.String(), errs.String()
}

// A damaged facts file is an error that names the import and the way out, and neither a crash nor a silent loss.
func TestDamagedFacts(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "m.go"), "package m\n\nimport _ \"unsafe\"\n\n//budgetlint:ignore nodeadline\nconst Z = 1\n")
	vetx := filepath.Join(dir, "a.vetx")
	u := unit{
		ID: "example.com/m", ImportPath: "example.com/m", ModulePath: "example.com/m", Dir: dir, GoVersion: "go1.26",
		GoFiles: []string{filepath.Join(dir, "m.go")}, ImportMap: map[string]string{"unsafe": "unsafe"},
		PackageVetx: map[string]string{"example.com/a": vetx}, VetxOutput: filepath.Join(dir, "m.vetx"),
	}
	const head = vetxMagic + "\x00\x00\x00\x00\x00\x00\x00\x00"
	for _, data := range []string{"vetx", head[:7], head + "facts", head + strings.Repeat("\xff", 300), head + "\x03\x04\x00\x01"} {
		write(t, vetx, data)
		code, stdout, stderr := runTool(t, dir, u)
		if code != 1 || !strings.HasPrefix(stderr, "budgetlint: facts of example.com/a: damaged, or not written by this version") {
			t.Errorf("%q: exit code %d\n%s%s", data, code, stdout, stderr)
		}
	}
	write(t, vetx, "")
	if code, _, stderr := runTool(t, dir, u); code != 1 || !strings.Contains(stderr, "(directive)") {
		t.Errorf("no facts: exit code %d\n%s", code, stderr)
	}
}

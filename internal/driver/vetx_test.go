package driver

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/gcexportdata"
)

func TestVetx(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.vetx")
	if err := writeVetx(file, nil, nil, nil); err != nil {
		t.Fatal(err)
	}
	if typesData, facts, err := readVetx(file); err != nil || len(typesData)+len(facts) > 0 {
		t.Errorf("empty: %d %d %v", len(typesData), len(facts), err)
	}

	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "a.go", `package a; const X = 42`, 0)
	if err != nil {
		t.Fatal(err)
	}
	a, err := new(types.Config).Check("a", fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := writeVetx(file, fset, a, []byte("facts")); err != nil {
		t.Fatal(err)
	}
	typesData, facts, err := readVetx(file)
	if err != nil || string(facts) != "facts" {
		t.Fatalf("%q, %v", facts, err)
	}
	back, err := gcexportdata.Read(bytes.NewReader(typesData), token.NewFileSet(), make(map[string]*types.Package), "a")
	if err != nil || back.Scope().Lookup("X") == nil {
		t.Errorf("types do not survive: %v, %v", back, err)
	}

	for _, bad := range []string{"vetx", "blx1", "blx1\xff\xff\xff\xff\xff\xff\xff\xff"} {
		write(t, file, bad)
		if _, _, err := readVetx(file); err == nil {
			t.Errorf("%q passes", bad)
		}
	}
}

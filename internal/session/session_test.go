package session

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// module writes a txtar archive into a temporary folder and returns it.
func module(t testing.TB, archive string) string {
	t.Helper()
	dir := t.TempDir()
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		write(t, filepath.Join(dir, filepath.FromSlash(f.Name)), string(f.Data))
	}
	return dir
}

func write(t testing.TB, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func open(t testing.TB, dir string) *Session {
	t.Helper()
	root, ok := RootOf(dir)
	if !ok {
		t.Fatalf("%s is in no module", dir)
	}
	return New(root, Options{})
}

// check returns "file:line rule" for each finding.
func check(t testing.TB, s *Session, overlay Overlay, dir string, keep ...string) (*Package, []string) {
	t.Helper()
	p, err := s.Check(context.Background(), overlay, dir, keep)
	if err != nil {
		t.Fatal(err)
	}
	return p, shown(p)
}

func shown(p *Package) []string {
	var list []string
	for _, f := range p.Findings {
		line := 1 + strings.Count(string(p.Texts[f.At.File][:f.At.Start]), "\n")
		list = append(list, fmt.Sprintf("%s:%d %s", filepath.Base(f.At.File), line, f.ID()))
	}
	return list
}

const twoPackages = `
-- go.mod --
module example.com/shop

go 1.26
-- api/api.go --
package api

import (
	"context"

	"example.com/shop/stock"
)

func Page(ctx context.Context) error {
	return stock.Get()
}
-- stock/stock.go --
package stock

import "net/http"

func Get() error {
	resp, err := http.Get("http://stock")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
`

// What the baseline covers is not shown; it is read again when it has changed.
func TestBaseline(t *testing.T) {
	const old, new = "budgetlint baseline 1\nexample.com/m Old nodeadline net/http.Get 1\n", "example.com/m New nodeadline net/http.Get 1\n"
	dir := module(t, `
-- go.mod --
module example.com/m

go 1.26
-- .budgetlint.yml --
baseline: old.txt
-- old.txt --
-- m.go --
package m

import "net/http"

func Old() { http.Get("http://a.example") }

func New() { http.Get("http://a.example") }
`)
	file := filepath.Join(dir, "old.txt")
	write(t, file, old)
	s := open(t, dir)
	if _, got := check(t, s, nil, dir); len(got) != 1 || got[0] != "m.go:7 nodeadline" {
		t.Errorf("%q, want what is new", got)
	}
	write(t, file, old+new)
	if _, got := check(t, s, nil, dir); len(got) != 0 {
		t.Errorf("%q, want nothing", got)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if p, got := check(t, s, nil, dir); len(got) != 2 || len(p.Failed) != 1 {
		t.Errorf("%q, failed %v: want both, and why", got, p.Failed)
	}
}

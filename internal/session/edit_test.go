package session

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func itoa(n int) string { return strconv.Itoa(n) }

func TestX(t *testing.T) {
	dir := module(t, twoPackages)
	s := open(t, dir)
	p, got := check(t, s, nil, filepath.Join(dir, "stock"))
	t.Log(got, p.Broken, p.Failed, p.Faults)
	p, got = check(t, s, nil, filepath.Join(dir, "api"), filepath.Join(dir, "stock"))
	t.Log(got, p.Broken, p.Failed)
	for _, f := range p.Findings { t.Log(f.Message) }
	file := filepath.Join(dir, "stock", "stock.go")
	text := strings.Replace(twoPackages[strings.Index(twoPackages, "package stock"):], "func Get", "\n\nfunc Get", 1)
	p, got = check(t, s, Overlay{file: []byte(text)}, filepath.Join(dir, "stock"), filepath.Join(dir, "api"))
	t.Log(got, p.Broken, p.Failed)
	files, err := s.Fix(t.Context(), p, p.Findings[0], p.Findings[0].Fixes[0])
	t.Log(string(files[file]), err)
	c, err := s.CallAt(p, file, strings.Index(text, "http.Get")+2)
	t.Log(c, err)
	t.Log(s.Work())
	p, got = check(t, s, Overlay{file: []byte(text)}, filepath.Join(dir, "api"), filepath.Join(dir, "stock"))
	t.Log(got, p.Broken, p.Failed)
	t.Log(s.Work())
	_ = slices.Equal[[]string]
}

package session

import (
	"context"
	"errors"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func wants(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}

// work runs f and wants that many go commands and type-checked packages.
func work(t *testing.T, s *Session, listings, checks int, f func()) {
	t.Helper()
	l, c := s.Work()
	f()
	if l2, c2 := s.Work(); l2-l != listings || c2-c != checks {
		t.Errorf("%d go commands and %d checks, want %d and %d", l2-l, c2-c, listings, checks)
	}
}

// TestEdit wants the least work that an edit can do with: nothing without one, the package itself for one inside of
// its functions, the importers too for one that they can see.
func TestEdit(t *testing.T) {
	dir := module(t, twoPackages)
	api, stock := filepath.Join(dir, "api"), filepath.Join(dir, "stock")
	file := filepath.Join(stock, "stock.go")
	disk, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := func(old, new string) Overlay {
		return Overlay{file: []byte(strings.Replace(string(disk), old, new, 1))}
	}
	s := open(t, dir)
	both := func(o Overlay) (inAPI, inStock []string) {
		t.Helper()
		_, inStock = check(t, s, o, stock, api)
		_, inAPI = check(t, s, o, api, stock)
		return inAPI, inStock
	}

	inAPI, inStock := both(nil)
	wants(t, inAPI, "api.go:10 ctxdrop/wrapper")
	wants(t, inStock, "stock.go:6 nodeadline")
	work(t, s, 0, 0, func() { both(nil) })
	work(t, s, 0, 0, func() { both(text("", "")) }) // an open buffer with the same text

	work(t, s, 0, 1, func() {
		inAPI, inStock = both(text("func Get", "// Get asks.\n\nfunc Get"))
		wants(t, inAPI, "api.go:10 ctxdrop/wrapper")
		wants(t, inStock, "stock.go:8 nodeadline")
	})
	work(t, s, 0, 2, func() { // a fact: it does not go out any more
		inAPI, inStock = both(text(`http.Get("http://stock")`, `new(http.Response), error(nil)`))
		wants(t, inAPI)
		wants(t, inStock)
	})
	work(t, s, 0, 2, func() { both(text("func Get", "func Put() {}\n\nfunc Get")) }) // the API
	work(t, s, 0, 2, func() {
		inAPI, inStock = both(nil)
		wants(t, inAPI, "api.go:10 ctxdrop/wrapper")
		wants(t, inStock, "stock.go:6 nodeadline")
	})

	write(t, file, strings.Replace(string(disk), "func Get", "\nfunc Get", 1))
	inAPI, inStock = both(nil) // saved by somebody else
	wants(t, inStock, "stock.go:7 nodeadline")
}

// TestVersionsDoNotMix has a diamond: below is edited, and top must not meet the old type through left and the new
// one directly.
func TestVersionsDoNotMix(t *testing.T) {
	dir := module(t, `
-- go.mod --
module example.com/d

go 1.26
-- below/below.go --
package below

type T struct{ A int }
-- left/left.go --
package left

import "example.com/d/below"

func Use(t below.T) {}
-- right/right.go --
package right

import "example.com/d/below"

func New() below.T { return below.T{} }
-- top/top.go --
package top

import (
	"example.com/d/left"
	"example.com/d/right"
)

func Run() { left.Use(right.New()) }
`)
	s := open(t, dir)
	below, top, right := filepath.Join(dir, "below"), filepath.Join(dir, "top"), filepath.Join(dir, "right")
	o := Overlay{}
	step := func(name, text string) {
		t.Helper()
		o = map[string][]byte(o)
		next := Overlay{filepath.Join(dir, filepath.FromSlash(name)): []byte(text)}
		for k, v := range o {
			if _, ok := next[k]; !ok {
				next[k] = v
			}
		}
		o = next
		for _, d := range []string{below, top} {
			if p, _ := check(t, s, o, d, below, top, right); len(p.Broken) > 0 {
				t.Errorf("after %q: %v", text, p.Broken)
			}
		}
	}
	step("below/below.go", "package below\n\ntype T struct{ A int }\n\nfunc F() {}\n")
	step("right/right.go", "package right\n\nimport \"example.com/d/below\"\n\nfunc New() below.T { return below.T{A: 1} }\n")
	step("below/below.go", "package below\n\ntype T struct{ A, B int }\n\nfunc F() {}\n")
	step("right/right.go", "package right\n\nimport \"example.com/d/below\"\n\nfunc New() below.T { return below.T{B: 1} }\n\nfunc Old() {}\n")
	step("left/left.go", "package left\n\nimport \"example.com/d/below\"\n\nfunc Use(t below.T) { _ = t.B }\n")
}

// TestFiles adds, removes and changes files of a package, saved and unsaved.
func TestFiles(t *testing.T) {
	dir := module(t, twoPackages)
	stock := filepath.Join(dir, "stock")
	s := open(t, dir)
	_, got := check(t, s, nil, stock)
	wants(t, got, "stock.go:6 nodeadline")

	const more = "package stock\n\nimport \"net/http\"\n\nfunc Put() { http.Post(\"http://stock\", \"\", nil) }\n"
	added := filepath.Join(stock, "more.go")
	work(t, s, 0, 1, func() {
		_, got = check(t, s, Overlay{added: []byte(more)}, stock) // never saved
		wants(t, got, "more.go:5 nodeadline", "stock.go:6 nodeadline")
	})
	for name, text := range map[string]string{
		"a constraint":    "//go:build plan9\n\n" + more,
		"another package": strings.Replace(more, "package stock", "package other", 1),
		"a test":          "package stock_test\n",
		"nothing":         "",
		"a start":         "pack",
	} {
		if _, got = check(t, s, Overlay{added: []byte(text)}, stock); !slices.Equal(got, []string{"stock.go:6 nodeadline"}) {
			t.Errorf("%s: %q", name, got)
		}
	}
	write(t, added, more)
	_, got = check(t, s, nil, stock)
	wants(t, got, "more.go:5 nodeadline", "stock.go:6 nodeadline")
	write(t, added, "//go:build plan9\n\n"+more) // saved with a constraint, then closed
	_, got = check(t, s, nil, stock)
	wants(t, got, "stock.go:6 nodeadline")
	if err := os.Remove(added); err != nil {
		t.Fatal(err)
	}
	_, got = check(t, s, nil, stock)
	wants(t, got, "stock.go:6 nodeadline")

	// Deleted while it is open: the buffer is what counts, until it is closed.
	file := filepath.Join(stock, "stock.go")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if _, err = s.Check(context.Background(), nil, stock, nil); !errors.Is(err, ErrNoPackage) {
		t.Errorf("a folder without files: %v", err)
	}
	write(t, file, string(text))
	s.Retry()
	_, got = check(t, s, nil, stock)
	wants(t, got, "stock.go:6 nodeadline")
	if err := os.RemoveAll(stock); err != nil {
		t.Fatal(err)
	}
	if _, err = s.Check(context.Background(), nil, stock, nil); !errors.Is(err, ErrNoPackage) {
		t.Errorf("a folder that is gone: %v", err)
	}
	if _, err = s.Check(context.Background(), nil, filepath.Join(dir, "api"), nil); err != nil {
		t.Errorf("its importer: %v", err)
	}
}

// TestFileSet wants the file set to hold no more than three versions of a file, whatever is edited, opened, closed and
// tried, also when edits come before the last one is checked.
func TestFileSet(t *testing.T) {
	dir := module(t, twoPackages)
	api, stock := filepath.Join(dir, "api"), filepath.Join(dir, "stock")
	file := filepath.Join(stock, "stock.go")
	disk, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, dir)
	check(t, s, nil, api)
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	for i := range 300 {
		text := []byte(strings.Repeat("// x\n", i%7+1) + string(disk))
		if i%50 == 49 {
			text = append(text, "\nfunc F"+strconv.Itoa(i)+"() {}\n"...)
		}
		o := Overlay{file: text}
		switch i % 3 {
		case 0:
			p, _ := check(t, s, o, stock, api)
			if _, err := s.Fix(context.Background(), p, p.Findings[0], p.Findings[0].Fixes[0]); err != nil {
				t.Fatal(err)
			}
		case 1:
			check(t, s, o, api) // stock is closed
		case 2:
			if _, err := s.Check(canceled, o, stock, nil); !errors.Is(err, context.Canceled) {
				t.Fatalf("canceled: %v", err)
			}
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sweep()
	count := make(map[string]int)
	s.fset.Iterate(func(tf *token.File) bool {
		if strings.HasPrefix(tf.Name(), dir) {
			count[filepath.Base(tf.Name())]++
		}
		return true
	})
	for name, n := range count {
		if n > 3 { // as read, as last checked, as importers know it
			t.Errorf("%d versions of %s", n, name)
		}
	}
	if len(count) != 2 {
		t.Errorf("files: %v", count)
	}
}

// TestCycles has packages that import each other and themselves, by an edit and on disk.
func TestCycles(t *testing.T) {
	dir := module(t, twoPackages+`
-- later/later.go --
package later

import "example.com/shop/stock"

func F() error { return stock.Get() }
`)
	stock := filepath.Join(dir, "stock")
	file := filepath.Join(stock, "stock.go")
	disk, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, dir)
	for name, path := range map[string]string{"an importer": "example.com/shop/later", "itself": "example.com/shop/stock"} {
		text := strings.Replace(string(disk), `import "net/http"`, "import (\n\t\"net/http\"\n\t_ \""+path+"\"\n)", 1)
		p, _ := check(t, s, Overlay{file: []byte(text)}, stock)
		if len(p.Broken) != 1 || !strings.Contains(p.Broken[0], "could not import "+path) {
			t.Errorf("%s: %q", name, p.Broken)
		}
		_, got := check(t, s, nil, stock)
		wants(t, got, "stock.go:6 nodeadline")
	}
	write(t, file, strings.Replace(string(disk), `import "net/http"`, "import (\n\t\"net/http\"\n\t_ \"example.com/shop/later\"\n)", 1))
	for range 2 {
		if p, err := open(t, dir).Check(context.Background(), nil, stock, nil); err != nil || len(p.Broken) == 0 {
			t.Errorf("on disk: %v", err)
		}
		if p, err := s.Check(context.Background(), nil, filepath.Join(dir, "later"), nil); err != nil || len(p.Broken) == 0 {
			t.Errorf("from the other side: %v", err)
		}
	}
}

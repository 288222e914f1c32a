package lsp

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

var benchDir = flag.String("dir", "", "module that BenchmarkEdit edits; its packages are generated without it")

// generated is a module of n packages in layers: each serves an endpoint that calls three packages of the layer below.
func generated(n int) string {
	const perLayer = 20
	var b strings.Builder
	b.WriteString("-- go.mod --\nmodule example.com/big\n\ngo 1.26\n")
	for i := range n {
		fmt.Fprintf(&b, "-- p%d/p.go --\npackage p%d\n\nimport (\n\t\"context\"\n\t\"encoding/json\"\n\t\"net/http\"\n", i, i)
		var below []int
		if layer := i / perLayer; layer > 0 {
			for k := range 3 {
				below = append(below, (layer-1)*perLayer+(i+k*7)%perLayer)
			}
		}
		slices.Sort(below)
		for _, j := range below {
			fmt.Fprintf(&b, "\n\t\"example.com/big/p%d\"", j)
		}
		b.WriteString("\n)\n\ntype Answer struct{ ID, Name string }\n\ntype Client struct{ HTTP *http.Client }\n")
		for f := range 12 {
			fmt.Fprintf(&b, `
// Load%d asks one service and everything below.
func (c *Client) Load%d(ctx context.Context, url string) (*Answer, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var a Answer
	if err := json.NewDecoder(resp.Body).Decode(&a); err != nil {
		return nil, err
	}
`, f, f)
			for _, j := range below {
				fmt.Fprintf(&b, "\tif _, err := (&p%d.Client{HTTP: c.HTTP}).Load%d(ctx, a.Name); err != nil {\n\t\treturn nil, err\n\t}\n", j, f)
			}
			b.WriteString("\treturn &a, nil\n}\n")
		}
	}
	return b.String()
}

// BenchmarkEdit measures from a keystroke to the diagnostics of what is open, the pause of 200 ms included: in the
// package of a module that most others import, with ten of its importers open.
//
//	go test ./internal/lsp -run - -bench Edit -benchtime 20x [-dir CHECKOUT]
func BenchmarkEdit(b *testing.B) {
	archive := ""
	if *benchDir == "" {
		archive = generated(200)
	}
	watching := strings.Replace(everything, `"workspace": {`, `"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}, `, 1)
	c := startWith(b, archive, watching, "", Options{})
	if *benchDir != "" {
		c.dir, _ = filepath.Abs(*benchDir)
	}
	popular, importers := popular(b, c.dir)
	files := []string{popular}
	files = append(files, importers[:min(10, len(importers))]...)
	begin := time.Now()
	for _, f := range files {
		c.open(f)
	}
	for _, f := range files {
		c.diagnostics(f)
	}
	b.Logf("%s with %d importers, %d open; first load %s", popular, len(importers), len(files)-1, time.Since(begin).Round(time.Millisecond))
	original := c.docs[popular].text
	for _, kind := range []struct {
		name string
		text func(i int) string
	}{
		{"inside", func(i int) string { return strings.Replace(original, "{\n", fmt.Sprintf("{\n\t// %d\n", i), 1) }},
		{"api", func(i int) string { return original + fmt.Sprintf("\nfunc Bench%d() {}\n", i) }},
	} {
		b.Run(kind.name, func(b *testing.B) {
			i, before, checked := 0, cpu(), c.checked
			for b.Loop() {
				i++
				c.replace(popular, kind.text(i))
				c.settle()
			}
			b.ReportMetric(float64((cpu()-before).Milliseconds())/float64(i), "cpu-ms/op")
			b.ReportMetric(float64(c.checked-checked)/float64(i), "checked/op")
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			b.ReportMetric(float64(m.HeapAlloc)/1e6, "MB-live")
		})
	}
}

// cpu is the processor time that this process has taken so far: on a busy machine the clock says little.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// popular finds the package of a module that most others import, and those, by a file each.
func popular(t testing.TB, dir string) (file string, importers []string) {
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,GoFiles,Imports", "./...")
	cmd.Dir = dir
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	type listed struct {
		ImportPath, Dir  string
		GoFiles, Imports []string
	}
	var all []listed
	for dec := json.NewDecoder(strings.NewReader(string(out))); dec.More(); {
		var p listed
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		if len(p.GoFiles) > 0 {
			all = append(all, p)
		}
	}
	t.Logf("%d packages", len(all))
	by := make(map[string][]string)
	first := make(map[string]string)
	for _, p := range all {
		rel, err := filepath.Rel(dir, filepath.Join(p.Dir, p.GoFiles[0]))
		if err != nil {
			t.Fatal(err)
		}
		first[p.ImportPath] = rel
		for _, imp := range p.Imports {
			by[imp] = append(by[imp], rel)
		}
	}
	best := ""
	for path := range first {
		if len(by[path]) > len(by[best]) || len(by[path]) == len(by[best]) && path < best {
			best = path
		}
	}
	return first[best], by[best]
}

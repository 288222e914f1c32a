package docs

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/budgetlint/budgetlint"

// packages that the examples use, by name. Where failsafe-go is used, its fallback is meant.
var packages = map[string]string{
	"context": "context", "errors": "errors", "fmt": "fmt", "time": "time",
	"aggregate": module + "/runtime/aggregate", "budget": module + "/runtime/budget", "breaker": module + "/runtime/breaker",
	"contract": module + "/runtime/contract", "downstream": module + "/runtime/downstream", "fallback": module + "/runtime/fallback",
	"pool": module + "/runtime/pool", "retry": module + "/runtime/retry",
	"errgroup": "golang.org/x/sync/errgroup", "gobreaker": "github.com/sony/gobreaker/v2",
	"hystrix": "github.com/afex/hystrix-go/hystrix", "failsafe": "github.com/failsafe-go/failsafe-go",
	"retrypolicy": "github.com/failsafe-go/failsafe-go/retrypolicy", "circuitbreaker": "github.com/failsafe-go/failsafe-go/circuitbreaker",
	"timeout": "github.com/failsafe-go/failsafe-go/timeout",
}

const failsafeFallback = "github.com/failsafe-go/failsafe-go/fallback"

// peers are the libraries that this module does not require, at the versions that the page was written for.
var peers = map[string]string{
	"github.com/afex/hystrix-go":         "v0.0.0-20180502004556-fa1af6a1f4f5",
	"github.com/failsafe-go/failsafe-go": "v0.9.8",
}

// block is one piece of Go code on the page.
type block struct {
	line    int
	section string
	text    string
	imports []string
}

func (b *block) uses(prefix string) bool {
	return slices.ContainsFunc(b.imports, func(p string) bool { return p == prefix || strings.HasPrefix(p, prefix+"/") })
}

func (b *block) peer() bool {
	for m := range peers {
		if b.uses(m) {
			return true
		}
	}
	return false
}

func TestMigrate(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	blocks := read(t, filepath.Join(root, "docs", "migrate.md"))
	prelude := blocks[0]
	var own, others []block
	before, after := map[string]int{}, map[string]int{}
	for _, b := range blocks[1:] {
		if b.uses(module) {
			after[b.section]++
		} else {
			before[b.section]++
		}
		if b.peer() {
			others = append(others, b)
		} else {
			own = append(own, b)
		}
	}
	for _, section := range []string{"errgroup", "gobreaker", "hystrix-go", "failsafe-go"} {
		if before[section] == 0 || after[section] == 0 {
			t.Errorf("section %s has %d blocks of old code and %d of new", section, before[section], after[section])
		}
	}
	t.Run("own", func(t *testing.T) { compile(t, root, prelude, own, nil) })
	t.Run("peers", func(t *testing.T) {
		if testing.Short() {
			t.Skip("-short")
		}
		compile(t, root, prelude, others, peers)
	})
}

// read returns the page's Go code, in order.
func read(t *testing.T, name string) (blocks []block) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	section, inside := "", false
	for i, line := range strings.Split(string(text), "\n") {
		switch {
		case inside && line == "```":
			inside = false
		case inside:
			blocks[len(blocks)-1].text += line + "\n"
		case line == "```go":
			inside = true
			blocks = append(blocks, block{line: i + 1, section: section})
		case strings.HasPrefix(line, "## "):
			section = strings.TrimPrefix(line, "## ")
		}
	}
	for i := range blocks {
		resolve(t, &blocks[i])
	}
	if len(blocks) < 2 {
		t.Fatalf("%s has %d blocks of Go code", name, len(blocks))
	}
	return blocks
}

// resolve finds what a block imports, as goimports would.
func resolve(t *testing.T, b *block) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), fmt.Sprintf("docs/migrate.md:%d", b.line), "package p\n"+b.text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok && packages[id.Name] != "" {
				used[packages[id.Name]] = true
			}
		}
		return true
	})
	if used[packages["failsafe"]] && used[packages["fallback"]] {
		delete(used, packages["fallback"])
		used[failsafeFallback] = true
	}
	b.imports = slices.Sorted(maps.Keys(used))
}

// compile vets the blocks, each in a package of its own, in a module that requires this one and others.
func compile(t *testing.T, root string, prelude block, blocks []block, require map[string]string) {
	t.Helper()
	dir := t.TempDir()
	own, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	gomod := "module example.com/migrate\n\ngo 1.26.0\n\nreplace " + module + " => " + root + "\n\nrequire " + module + " v0.0.0\n"
	for _, m := range regexp.MustCompile(`(?:github.com/sony/gobreaker/v2|golang.org/x/sync) v\S+`).FindAllString(string(own), -1) {
		gomod += "require " + m + "\n"
	}
	for _, m := range slices.Sorted(maps.Keys(require)) {
		gomod += "require " + m + " " + require[m] + "\n"
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "go.mod"), gomod)
	write(t, filepath.Join(dir, "go.sum"), string(sums))
	for _, b := range blocks {
		sub := filepath.Join(dir, fmt.Sprintf("line%d", b.line))
		write(t, filepath.Join(sub, "shared.go"), source(prelude))
		write(t, filepath.Join(sub, "block.go"), source(b))
	}
	if require != nil {
		// Their go.sum lines are not ours to keep.
		if out, err := command(dir, "mod", "tidy"); err != nil {
			t.Skipf("the libraries cannot be downloaded: go mod tidy: %v\n%s", err, out)
		}
	}
	if out, err := command(dir, "vet", "./..."); err != nil {
		t.Errorf("go vet: %v (line N of docs/migrate.md is folder lineN)\n%s", err, out)
	}
	t.Logf("%d blocks", len(blocks))
}

func source(b block) string {
	text := "package p\n\n"
	for _, path := range b.imports {
		text += fmt.Sprintf("import %q\n", path)
	}
	return text + "\n" + b.text
}

func command(dir string, args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	return cmd.CombinedOutput()
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

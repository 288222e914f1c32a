package drivertest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/budgetlint/budgetlint/nogo"
)

// shop is a module with a finding of each kind that nogo's settings tell apart.
var shop = map[string]string{
	"go.mod":         "module example.com/shop\n\ngo 1.26.0\n\nrequire example.com/corp v1.0.0\n\nreplace example.com/corp => ../corp\n",
	"../corp/go.mod": "module example.com/corp\n\ngo 1.26.0\n",
	// Without a look into corp nobody knows that Ask calls anybody.
	"../corp/corp.go": "package corp\n\nimport \"net/http\"\n\nfunc Ask() error {\n\tresp, err := http.Get(\"http://corp\")\n\tif err != nil {\n\t\treturn err\n\t}\n\treturn resp.Body.Close()\n}\n",
	"api/api.go": `package api

import (
	"context"
	"net/http"
	"time"

	"example.com/corp"
)

func Page(ctx context.Context) error {
	time.Sleep(30)
	return corp.Ask()
}

func Each(ctx context.Context, c *http.Client, urls []string) error {
	for _, u := range urls {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
		if err == nil {
			var resp *http.Response
			if resp, err = c.Do(req); err == nil {
				err = resp.Body.Close()
			}
		}
		cancel()
		if err != nil {
			return err
		}
	}
	return nil
}
`,
	"legacy/legacy.go": "package legacy\n\nimport \"time\"\n\nfunc Wait() { time.Sleep(30) }\n",
	// A fake is no evidence and no place for findings, though nogo sees it as part of the package.
	"api/api_test.go": "package api\n\nimport \"time\"\n\nfunc wait() { time.Sleep(30) }\n",
	"api/x_test.go":   "package api_test\n\nimport (\n\t\"testing\"\n\n\t\"example.com/shop/api\"\n)\n\nfunc TestPage(t *testing.T) { _ = api.Page(t.Context()) }\n",
}

func writeModule(t *testing.T, files map[string]string) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "main")
	for name, text := range files {
		if err := writeFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestNogoSettings wants of the settings what docs/drivers.md says of them.
func TestNogoSettings(t *testing.T) {
	dir := writeModule(t, shop)
	sleeps := []string{"api/api.go:12:13 timeoutunit", "legacy/legacy.go:5:26 timeoutunit"}
	for _, test := range []struct {
		name, yaml string
		want       []string
	}{
		{"errors and warnings stop the build", "{}\n", sleeps},
		{"advice too where it is asked for", "fail-on: advice\n", []string{"api/api.go:12:13 timeoutunit", "api/api.go:22:19 seqloop", "legacy/legacy.go:5:26 timeoutunit"}},
		{"nothing is to fail", "fail-on: never\n", nil},
		{"exclude counts from the root of the workspace", "exclude: [\"legacy/...\"]\n", sleeps[:1]},
		{"module says what is ours", "module: [example.com/shop/legacy]\n", sleeps[1:]},
		{"a rule is off", "rules:\n  timeoutunit: {enabled: false}\n", nil},
		{"deps are followed", "deps: [\"example.com/corp/...\"]\nrules:\n  timeoutunit: {enabled: false}\n", []string{"api/api.go:13:9 ctxdrop/wrapper"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := nogo.New(fstest.MapFS{".budgetlint.yml": {Data: []byte(test.yaml)}})
			var got []string
			for _, f := range NogoWith(t, dir, a) {
				words := strings.SplitN(f, " ", 3)
				got = append(got, words[0]+" "+words[1])
			}
			if d := cmp.Diff(test.want, got); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
	t.Run("the default", func(t *testing.T) {
		if got := NogoWith(t, dir, nogo.Analyzer); len(got) != len(sleeps) {
			t.Errorf("got %q, want what the empty configuration gives", got)
		}
	})
}

// One file serves all: the module's own .budgetlint.yml, embedded for nogo, found by the command, named for go vet.
func TestOneConfiguration(t *testing.T) {
	dir := writeModule(t, shop)
	file := filepath.Join(dir, ".budgetlint.yml")
	text := "fail-on: advice\ndeps: [\"example.com/corp/...\"]\nexclude: [\"legacy/...\"]\nrules:\n  seqloop: {severity: error}\n"
	if err := writeFile(file, []byte(text)); err != nil {
		t.Fatal(err)
	}
	bin := Build(t)
	vet := Vet(bin)
	Compare(t, dir, Standalone(bin),
		Driver{vet.Name, func(t testing.TB, dir string) []string {
			t.Setenv("BUDGETLINT_CONFIG", file)
			return vet.Find(t, dir)
		}},
		Driver{"nogo", func(t testing.TB, dir string) []string { return NogoWith(t, dir, nogo.New(os.DirFS(dir))) }})
}

// docs/drivers.md tells users what the tests here build.
func TestNogoDocumented(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(Root(t), "docs", "drivers.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, version, _ := strings.Cut(rulesGo, "@")
	for _, text := range []string{nogoPackage, "rules_go " + version} {
		if !strings.Contains(string(page), text) {
			t.Errorf("docs/drivers.md does not have\n%s", text)
		}
	}
}

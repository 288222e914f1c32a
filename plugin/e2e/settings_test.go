package e2e

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// shop is a module of two packages: page calls client, which calls out.
func shop(t *testing.T) (dir string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "go.mod"), "module example.com/shop\n\ngo 1.26.0\n")
	write(t, filepath.Join(dir, "client", "client.go"), shopClient)
	write(t, filepath.Join(dir, "page", "page.go"), shopPage)
	return dir
}

const shopClient = `package client

import (
	"context"
	"net/http"
)

func User(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}
`

const shopPage = `package page

import (
	"context"
	"net/http"

	"example.com/shop/client"
)

func Show(w http.ResponseWriter, r *http.Request) {
	resp, err := client.User(context.Background(), "http://user.internal/1")
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	w.WriteHeader(resp.StatusCode)
}
`

const sqlPage = `package page

import (
	"database/sql"
	"net/http"
)

var db *sql.DB

func Show(w http.ResponseWriter, r *http.Request) {
	if _, err := db.ExecContext(r.Context(), "UPDATE visits SET n = n + 1"); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}
`

const (
	detached = "page/page.go:11:27: context.Background() reaches (*http.Client).Do although r.Context() is at hand"
	budget   = `{ "aggregator": { "totalBudgetMs": 1000, "downstreams": { "user-service": { "timeoutMs": 400 } } } }`
)

// one wants exactly one finding in prefix's file, and that it begins with prefix.
func one(t *testing.T, what, prefix string, found lines) {
	t.Helper()
	file, _, _ := strings.Cut(prefix, ":")
	found = filter(found, file+":")
	if len(found) != 1 || !strings.HasPrefix(found[0], prefix) {
		t.Errorf("%s: found\n\t%s\nwant one that begins with\n\t%s", what, strings.Join(found, "\n\t"), prefix)
	}
}

// The example, as it is, on the dashboard: what the command reports beside advice, and what other linters report.
func TestExampleAsItIs(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dashboard(t, dir)
	example := read(t, filepath.Join(root, ".golangci.example.yml"))
	write(t, filepath.Join(dir, ".golangci.yml"), example)
	if _, err := command(dir, nil, built.golangci, "config", "verify"); err != nil {
		t.Error(err)
	}
	all, _ := golangci(t, dir, "./...")
	var ours lines
	for _, issue := range all {
		if !strings.Contains(issue, " from ") {
			ours = append(ours, issue)
		}
	}
	want := budgetlint(t, dir, false, "./...")
	same(t, "the example", want, ours)
	if advice := budgetlint(t, dir, true, "./..."); len(advice) == len(want) {
		t.Error("the dashboard gives no advice that could be left out")
	}
}

func TestRefused(t *testing.T) {
	dir := shop(t)
	for _, tt := range []struct {
		settings map[string]any
		says     string
	}{
		{map[string]any{"rulez": map[string]any{"seqcalls": true}}, `unknown key "rulez"; did you mean rules?`},
		{map[string]any{"fixTimout": "2s"}, `unknown key "fixtimout"; did you mean fixTimeout?`},
		{map[string]any{"rules": map[string]any{"nodeadlin": nil, "seqcals": map[string]any{"enabled": false}}}, `unknown rule "seqcals"; did you mean seqcalls?`},
		{map[string]any{"contract": "budget.json"}, `a file is not in the key of golangci-lint's cache`},
		{map[string]any{"contract": map[string]any{"aggregator": map[string]any{"totalBudgetMs": 5}}}, "contract must be text"},
		{map[string]any{"contract": "{ \"aggregator\": {} }"}, ".contract:1:17: aggregator: downstreams is missing"},
		{map[string]any{"fail-on": "error"}, "fail-on has no place here"},
	} {
		configure(t, dir, tt.settings)
		stdout, stderr, err := outputs(dir, nil, built.golangci, "run", "--allow-parallel-runners", "./...")
		if code := exitCode(err); code <= 1 || !strings.Contains(stderr, tt.says) || stdout != "" {
			t.Errorf("%v: exit code %d\n%s%s\nwant a failure that says %s", tt.settings, code, stdout, stderr, tt.says)
		}
	}
}

// Settings are all that golangci-lint keeps results under beside the code: those of other settings are not shown.
func TestSettingsAreInTheCacheKey(t *testing.T) {
	dir := shop(t)
	configure(t, dir, nil)
	found, _ := golangci(t, dir, "./...")
	one(t, "defaults", detached, found)

	configure(t, dir, map[string]any{"rules": map[string]any{"detachedctx": map[string]any{"enabled": false}, "nodeadline": map[string]any{"enabled": false}}})
	if found, _ = golangci(t, dir, "./..."); len(found) > 0 {
		t.Errorf("rules are off: found %s", found)
	}

	configure(t, dir, nil)
	found, _ = golangci(t, dir, "./...")
	one(t, "defaults again", detached, found)

	// .budgetlint.yml is not read.
	write(t, filepath.Join(dir, ".budgetlint.yml"), "rules: { detachedctx: { enabled: false }, nodeadline: { enabled: false } }\n")
	found, _ = golangci(t, dir, "./...")
	one(t, "with .budgetlint.yml", detached, found)

	// A contract makes the request's own context too little for SQL.
	configure(t, dir, nil)
	write(t, filepath.Join(dir, "page", "page.go"), sqlPage)
	if found, _ = golangci(t, dir, "./..."); len(filter(found, "page/")) > 0 {
		t.Errorf("without contract: found %s", found)
	}
	configure(t, dir, map[string]any{"contract": budget})
	found, _ = golangci(t, dir, "./...")
	one(t, "with contract", "page/page.go:11:", found)
}

func TestCache(t *testing.T) {
	dir := shop(t)
	configure(t, dir, nil)
	cache, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	env := []string{"GL_DEBUG=goanalysis/issues/cache", "GOLANGCI_LINT_CACHE=" + cache}
	found, _, log := verbose(t, dir, env, "./...")
	one(t, "first run", detached, found)
	if !strings.Contains(log, "analyzing 2/2 packages") {
		t.Errorf("first run: %s", log)
	}
	found, _, log = verbose(t, dir, env, "./...")
	one(t, "second run", detached, found)
	if !strings.Contains(log, "analyzing 0/2 packages") {
		t.Errorf("second run: not from the cache: %s", log)
	}

	// What page reports rests on client, which gets a limit of its own: the finding now says so.
	bounded := strings.Replace(shopClient, "http.DefaultClient.Do(req)", "(&http.Client{Timeout: time.Second}).Do(req)", 1)
	write(t, filepath.Join(dir, "client", "client.go"), strings.Replace(bounded, `"net/http"`, "\"net/http\"\n\t\"time\"", 1))
	after, _, _ := verbose(t, dir, env, "./...")
	same(t, "a dependency has changed", budgetlint(t, dir, false, "./..."), after)
	if slices.Equal(filter(found, "page/"), filter(after, "page/")) {
		t.Errorf("a dependency has changed, but page is reported as before: %s", after)
	}

	// Facts of a package that is not asked for: from source, and later from the cache.
	write(t, filepath.Join(dir, "client", "client.go"), shopClient+"\n// anew\n")
	for _, what := range []string{"page alone", "page alone, again"} {
		found, _, _ = verbose(t, dir, env, "./page")
		one(t, what, detached, found)
		write(t, filepath.Join(dir, "page", "page.go"), shopPage+"\n// anew\n")
	}
}

// An issue may be kept in golangci-lint's way, for the whole linter, or in ours, by rule; an ignore of ours that silences
// nothing is reported, one of golangci-lint's is the business of its nolintlint.
func TestIgnores(t *testing.T) {
	dir := shop(t)
	configure(t, dir, nil)
	line := "\tresp, err := client.User("
	for comment, want := range map[string]string{
		"\t//nolint:budgetlint // asked for by a cron job\n":                      "",
		"\t//budgetlint:ignore detachedctx the answer is wanted in any case\n":    "",
		"\t//budgetlint:ignore seqcalls one after the other on purpose\n":         "page/page.go:11:22: nothing here is reported by seqcalls",
		"\t//budgetlint:ignore detachedctx\n":                                     "page/page.go:11:2: the ignore of detachedctx gives no reason",
		"\t//nolint:errcheck // another linter\n":                                 "page/page.go:12:27: context.Background() reaches",
		"\t//nolint:budgetlint // twice\n\t//budgetlint:ignore lockedcall none\n": "",
	} {
		write(t, filepath.Join(dir, "page", "page.go"), strings.Replace(shopPage, line, comment+line, 1))
		all, _ := golangci(t, dir, "./...")
		found := filter(all, "page/")
		if want == "" && len(found) > 0 || want != "" && (len(found) == 0 || !strings.HasPrefix(found[0], want)) {
			t.Errorf("%sfound %q, want %q", comment, found, want)
		}
	}
}

// With unsafe-fixes --fix makes those that need a look too, but none that would edit another file than the finding's,
// of which golangci-lint would make a part.
func TestUnsafeFixes(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dashboard(t, dir)
	_, safe := golangci(t, dir, "./...")
	configure(t, dir, map[string]any{"unsafe-fixes": true})
	_, all := golangci(t, dir, "./...")
	if all <= safe {
		t.Errorf("%d fixes with unsafe-fixes, %d without", all, safe)
	}
	golangci(t, dir, "--fix", "./...")
	if _, err := command(dir, nil, "go", "vet", "./..."); err != nil {
		t.Error(err)
	}
	const elsewhere = "examples/dashboard/before/handlers.go:56:17: (*http.Client).Do may wait for ever: http.Client without Timeout"
	found, _ := golangci(t, dir, "./...")
	one(t, "a fix in another file", elsewhere, filter(found, elsewhere))
}

func filter(found lines, prefix string) (list lines) {
	for _, f := range found {
		if strings.HasPrefix(f, prefix) {
			list = append(list, f)
		}
	}
	return list
}

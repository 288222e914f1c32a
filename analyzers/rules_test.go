package analyzers_test

import (
	"context"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/budgetlint/budgetlint/analyzers"
	"github.com/budgetlint/budgetlint/internal/driver"
	"github.com/budgetlint/budgetlint/internal/report"
	"github.com/budgetlint/budgetlint/internal/rule"
	"github.com/budgetlint/budgetlint/internal/ruledoc"
)

// These are the promises that every rule keeps. A new row of the table is held to them without a line here.

var update = flag.Bool("update", false, "rewrite the generated pages and tables")

const (
	root      = ".."
	minShapes = 8 // bad ones, and good ones, in each fixture
)

// bare are the rules without a fixture of that size, and without a primitive of the runtime that serves them.
var bare = map[string]string{
	"directive": "it is about comments; internal/config tests their forms",
}

// mute are the rules that say nothing where third parties do not resolve; their own tests run on stubs of those.
var mute = map[string]string{
	"retrystack": "one of the two layers is a library",
}

// page is what internal/ruledoc shows of a rule.
func page(t *testing.T, r analyzers.Rule) ruledoc.Rule {
	t.Helper()
	doc, err := ruledoc.Parse(r.Doc)
	if err != nil {
		t.Fatal(err)
	}
	p := ruledoc.Rule{Doc: doc, Since: r.Since, URL: analyzers.URL(r.Name), Serves: r.Serves}
	for _, name := range slices.Sorted(maps.Keys(r.Options)) {
		p.Options = append(p.Options, ruledoc.Option{Name: name, Values: r.Options[name].Values, Default: r.Options[name].Default})
	}
	for _, c := range r.Categories {
		p.Categories = append(p.Categories, ruledoc.Category{Name: c.Name, Summary: c.Summary, Severity: c.Severity.String(), On: c.On, Fix: c.Fix.String()})
	}
	example := filepath.Join(root, "testdata", "src", r.Name, "example.go")
	p.Example = ruledoc.Example{Code: text(t, example), Fixed: text(t, example+".golden")}
	return p
}

// text is a file's content, "" if there is none.
func text(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(b)
}

func TestRows(t *testing.T) {
	names := map[string]bool{}
	for _, r := range analyzers.Table {
		if names[r.Name] {
			t.Errorf("%s has two rows", r.Name)
		}
		names[r.Name] = true
		if !regexp.MustCompile(`^\d+\.\d+\.\d+$`).MatchString(r.Since) {
			t.Errorf("%s: Since is %q, want the release that had it first", r.Name, r.Since)
		}
		if len(r.Categories) == 0 || r.Categories[0].Name != "" {
			t.Errorf("%s: the first category is the plain finding, without a name", r.Name)
		}
		seen := map[string]bool{}
		for _, c := range r.Categories {
			if (c.Name == "") != (c.Summary == "") {
				t.Errorf("%s/%s: a summary belongs to every category but the plain one", r.Name, c.Name)
			}
			if seen[c.Name] {
				t.Errorf("%s/%s has two rows", r.Name, c.Name)
			}
			seen[c.Name] = true
			if c.Severity == 0 || c.Fix == 0 {
				t.Errorf("%s/%s: severity %d, fix level %d: both must be said", r.Name, c.Name, c.Severity, c.Fix)
			}
		}
	}
}

// What the table says a rule serves, and what the list of downstream rules says it is found by, are the same.
func TestServes(t *testing.T) {
	for _, r := range analyzers.Table {
		var listed []int
		for _, d := range ruledoc.Downstreams {
			if d.Number > 0 && slices.Contains(d.FoundBy, r.Name) {
				listed = append(listed, d.Number)
			}
		}
		if diff := cmp.Diff(listed, slices.Sorted(slices.Values(r.Serves))); diff != "" {
			t.Errorf("%s: internal/ruledoc lists it for these downstream rules, the table (+) for others:\n%s", r.Name, diff)
		}
	}
}

func TestDocs(t *testing.T) {
	primitive := regexp.MustCompile(`\b(budget|record|contract|fallback|retry|breaker|pool|httpbudget|downstream|aggregate)\.[A-Z]\w+`)
	for _, r := range analyzers.Table {
		d := page(t, r).Doc
		if d.Name != r.Name {
			t.Errorf("the doc of %s is that of %s", r.Name, d.Name)
		}
		first, _ := utf8.DecodeRuneInString(d.Summary)
		if unicode.IsUpper(first) || strings.HasSuffix(d.Summary, ".") {
			t.Errorf("%s: summary %q: no capital, no full stop", r.Name, d.Summary)
		}
		if bare[r.Name] == "" && !primitive.MatchString(r.Doc) {
			t.Errorf("%s: doc.go names no primitive of the runtime that serves it, as in budget.Within(ctx, d)", r.Name)
		}
	}
}

func TestGenerated(t *testing.T) {
	var all []ruledoc.Rule
	want := map[string]string{}
	for _, r := range analyzers.Table {
		p := page(t, r)
		all = append(all, p)
		want["docs/rules/"+r.Name+".md"] = ruledoc.Markdown(p)
	}
	want["docs/rules/README.md"] = ruledoc.Index(all)
	for _, part := range []struct{ file, name, body string }{
		{"AGENTS.md", "rules", "\n" + ruledoc.AgentsTable(all, runtimePackages(t)) + "\n"},
		{"README.md", "rules", "\n" + ruledoc.RulesTable(all, "docs/rules/") + "\n"},
		{"README.md", "excerpt", "\n```\n" + excerpt(t) + "```\n\n"},
	} {
		if want[part.file] == "" {
			want[part.file] = text(t, filepath.Join(root, part.file))
		}
		spliced, err := ruledoc.Splice(want[part.file], part.name, part.body)
		if err != nil {
			t.Errorf("%s: %v", part.file, err)
			continue
		}
		want[part.file] = spliced
	}
	block, err := ruledoc.AgentsBlock(want["AGENTS.md"])
	if err != nil {
		t.Error(err)
	}
	want["internal/setup/agents.md"] = block
	pages, err := filepath.Glob(filepath.Join(root, "docs", "rules", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pages {
		if name := "docs/rules/" + filepath.Base(p); want[name] == "" {
			t.Errorf("%s is the page of no rule", name)
		}
	}
	for name, now := range want {
		full := filepath.Join(root, filepath.FromSlash(name))
		if *update {
			if err := os.WriteFile(full, []byte(now), 0o644); err != nil {
				t.Error(err)
			}
		} else if diff := cmp.Diff(text(t, full), now); diff != "" {
			t.Errorf("%s is stale; run make update:\n%s", name, diff)
		}
	}
}

// excerpt is what the README's first command prints: of each rule the first finding.
func excerpt(t *testing.T) string {
	t.Helper()
	opts := driver.Options{Dir: root, Patterns: []string{"./examples/dashboard/before"}}
	out, err := driver.Run(context.Background(), opts)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	handler, err := report.New("text", &b, report.Options{})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, f := range out.Shown(opts) {
		if seen[f.Rule] {
			continue
		}
		seen[f.Rule] = true
		if err := handler.Finding(f); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// runtimePackages are the packages of runtime/ that exist.
func runtimePackages(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "runtime", "*", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		names = append(names, filepath.Base(filepath.Dir(f)))
	}
	return slices.Compact(names)
}

func TestFixtures(t *testing.T) {
	for _, r := range analyzers.Table {
		if bare[r.Name] != "" {
			continue
		}
		dir := filepath.Join(root, "testdata", "src", r.Name)
		if text(t, filepath.Join(dir, "example.go")) == "" {
			t.Errorf("%s has no testdata/src/%s/example.go for its page", r.Name, r.Name)
			continue
		}
		bad, good, golden := shapes(t, dir)
		if bad < minShapes || good < minShapes {
			t.Errorf("%s: fixture has %d bad and %d good functions, want %d of each", r.Name, bad, good, minShapes)
		}
		fixes := slices.ContainsFunc(r.Categories, func(c analyzers.Category) bool { return c.Fix != rule.Show })
		if fixes != (golden > 0) {
			t.Errorf("%s: the table says fixes: %t, the fixture has %d golden files", r.Name, fixes, golden)
		}
	}
}

// shapes counts the functions of a fixture that hold an expectation, those that hold none, and the golden files. A
// function that only serves others is counted as good: the count is a floor, not a proof.
func shapes(t *testing.T, dir string) (bad, good, golden int) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if strings.HasSuffix(name, ".golden") {
			golden++
		}
		if filepath.Ext(name) != ".go" {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); !ok || fn.Body == nil {
				continue
			}
			if wants(file, decl) {
				bad++
			} else {
				good++
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return bad, good, golden
}

func wants(file *ast.File, decl ast.Decl) bool {
	for _, g := range file.Comments {
		for _, c := range g.List {
			// A comment at the end of a one-line function stands after it.
			if decl.Pos() <= c.Pos() && c.Pos() <= decl.End()+2 && strings.Contains(c.Text, " want ") {
				return true
			}
		}
	}
	return false
}

// The fixtures are also packages of this module, though their imports of each other do not resolve so: enough is left
// to see every rule speak through the driver.
func TestMessages(t *testing.T) {
	if testing.Short() {
		t.Skip("loads all fixtures")
	}
	var patterns []string
	for _, r := range analyzers.Table {
		if bare[r.Name] == "" {
			patterns = append(patterns, "./testdata/src/"+r.Name+"/...")
		}
	}
	if len(patterns) == 0 {
		t.Skip("no fixtures")
	}
	out, err := driver.Run(context.Background(), driver.Options{Dir: root, Patterns: patterns, ConfigFile: everythingOn(t)})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range out.Failed {
		t.Error(err)
	}
	spoke := map[string]bool{}
	for _, f := range out.Findings {
		spoke[f.Rule] = true
		id := f.Rule
		if f.Category != "" {
			id += "/" + f.Category
		}
		first, _ := utf8.DecodeRuneInString(f.Message)
		if unicode.IsUpper(first) || strings.HasSuffix(f.Message, ".") || strings.HasSuffix(f.Message, ")") && strings.Contains(f.Message, "("+id+")") {
			t.Errorf("%v: message %q (%s): no capital, no full stop, without the rule's name", f.Position, f.Message, id)
		}
		for _, fix := range f.Fixes {
			if first, _ := utf8.DecodeRuneInString(fix.Title); unicode.IsUpper(first) || strings.HasSuffix(fix.Title, ".") {
				t.Errorf("%v: fix %q: no capital, no full stop", f.Position, fix.Title)
			}
		}
	}
	for _, r := range analyzers.Table {
		if bare[r.Name] == "" && mute[r.Name] == "" && !spoke[r.Name] {
			t.Errorf("%s says nothing about its own fixture", r.Name)
		}
	}
}

// everythingOn is a configuration that enables every rule.
func everythingOn(t *testing.T) string {
	t.Helper()
	text := "rules:\n"
	for _, r := range analyzers.Table {
		text += "  " + r.Name + ": { enabled: true }\n"
	}
	file := filepath.Join(t.TempDir(), ".budgetlint.yml")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// Every category that a rule's source writes has a row, and every row is written somewhere, by the rule or by the model
// that hands it the fault: a row without that would promise what is never reported.
func TestCategories(t *testing.T) {
	model, _ := literals(t, filepath.Join(root, "internal", "deadline"))
	for _, r := range analyzers.Table {
		words, written := literals(t, r.Name)
		for _, c := range r.Categories {
			if c.Name != "" && !words[c.Name] && !model[c.Name] {
				t.Errorf("%s/%s has a row, but neither analyzers/%s nor internal/deadline writes it", r.Name, c.Name, r.Name)
			}
			delete(written, c.Name)
		}
		for name := range written {
			t.Errorf("%s/%s has no row in the table", r.Name, name)
		}
	}
}

// literals returns the string literals of a folder's package, and those of them that are given to a field Category.
func literals(t *testing.T, dir string) (all, category map[string]bool) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	all, category = map[string]bool{}, map[string]bool{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := literal(n); ok {
				all[s] = true
			}
			if kv, ok := n.(*ast.KeyValueExpr); ok {
				key, _ := kv.Key.(*ast.Ident)
				if s, ok := literal(kv.Value); ok && key != nil && key.Name == "Category" {
					category[s] = true
				}
			}
			return true
		})
	}
	return all, category
}

func literal(n ast.Node) (string, bool) {
	lit, ok := n.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(lit.Value)
	return s, err == nil
}

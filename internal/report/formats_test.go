package report

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// everything is findings that use all that formats can say, in files with names that need escapes.
func everything(t *testing.T) (root string, list []Finding) {
	t.Helper()
	root = filepath.Join(t.TempDir(), "repo")
	write := func(name, text string) string {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return file
	}
	src := "package a\r\n\r\nvar x = \"é😀\" + get(1)\r\n"
	odd := write("sp ace/100%/ü:,#?.go", src)
	colon := write("a:b.go", src)
	outside := write("../other/c d.go", src)
	at := func(l1, c1, l2, c2 int) Range { return Range{Position{l1, c1}, Position{l2, c2}} }
	call := at(3, 20, 3, 26) // get(1), behind a letter of two bytes and one of four
	base := Finding{
		Rule: "nodeadline", Severity: "error", Confidence: "definite", Message: "a <b> & 100%:\nsecond, line",
		File: "sp ace/100%/ü:,#?.go", Abs: odd, Range: call, Package: "example.com/a", Function: "(*T).F", Callee: "net/http.Get",
		Fingerprint: Fingerprint("example.com/a", "(*T).F", "nodeadline", "net/http.Get", 1), URL: "https://example.com/nodeadline",
		Path:    []string{"example.com/a.get (a.go:3)"},
		Related: []Related{{File: "a:b.go", Abs: colon, Range: at(3, 1, 3, 4), Message: "made here"}},
		Fixes: []Fix{
			{Title: "bound it", Level: "safe", Edits: []Edit{
				{File: "x", Abs: odd, Range: call, New: "get(2)"}, {File: "x", Abs: odd, Range: at(1, 1, 1, 1), New: "// x\n"}, {File: "y", Abs: colon, Range: at(1, 1, 1, 8), New: ""},
			}},
			{Title: "look at the page", Level: "show"},
		},
	}
	ignored, baselined, far, unknown := base, base, base, base
	ignored.Suppressed = &Suppressed{Ignored, "the tail stays open"}
	baselined.Suppressed = &Suppressed{Baselined, "in the baseline x"}
	far.Rule, far.Category, far.Severity, far.Abs, far.Related, far.Fixes, far.Path = "seqcalls", "sql", "advice", outside, nil, nil, nil
	far.Range, far.Function, far.Confidence = at(1, 1, 3, 26), "-", "likely"
	unknown.Rule, unknown.Severity, unknown.Abs, unknown.Fixes = "nosuch", "warning", filepath.Join(root, "gone.go"), nil
	return root, []Finding{base, ignored, baselined, far, unknown}
}

func render(t *testing.T, format string, o Options, run Run, list []Finding) string {
	t.Helper()
	var buf bytes.Buffer
	h, err := New(format, &buf, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		if err := h.Finding(f); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.End(run); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

func compile(t *testing.T, file string) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	s, err := c.Compile(file)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func validate(t *testing.T, s *jsonschema.Schema, text string) error {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(v)
}

func sarifOptions(root string) Options {
	rule := Rule{ID: "nodeadline", Summary: "calls that nothing bounds", Severity: "error", On: true, URL: "https://example.com/n", Text: "text", Markdown: "*text*"}
	other := rule
	other.ID, other.Severity, other.On = "seqcalls/sql", "advice", false
	return Options{Root: root, Version: "v1.2.3", Rules: []Rule{rule, other}}
}

func TestSARIF(t *testing.T) {
	root, list := everything(t)
	schema := compile(t, "testdata/sarif-schema-2.1.0.json")
	text := render(t, "sarif", sarifOptions(root), Run{ExitCode: 2, Troubles: []string{"a.go:1:1: broken"}}, list)
	if err := validate(t, schema, text); err != nil {
		t.Errorf("not SARIF: %v\n%s", err, text)
	}
	if again := render(t, "sarif", sarifOptions(root), Run{ExitCode: 2, Troubles: []string{"a.go:1:1: broken"}}, list); again != text {
		t.Error("the same run is written in two ways")
	}
	// The check can fail.
	for _, change := range [][2]string{{`"level": "note"`, `"level": "advice"`}, {`"startLine": 3`, `"startLine": 0`}, {`"columnKind": "utf16CodeUnits"`, `"columnKind": "bytes"`}, {`"ruleIndex": -1`, `"ruleindex": -1`}} {
		if wrong := strings.Replace(text, change[0], change[1], 1); wrong == text || validate(t, schema, wrong) == nil {
			t.Errorf("%s instead of %s is not found", change[1], change[0])
		}
	}

	var log sarifLog
	if err := json.Unmarshal([]byte(text), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	first := run.Results[0]
	if d := cmp.Diff(sarifPhysical{
		sarifArtifact{URI: "sp%20ace/100%25/%C3%BC:,%23%3F.go", URIBaseID: srcRoot},
		sarifRegion{StartLine: 3, StartColumn: 17, EndLine: 3, EndColumn: 23},
	}, first.Locations[0].Physical); d != "" {
		t.Errorf("place (-want +got):\n%s", d)
	}
	if got := first.Related[0].Physical.Artifact.URI; got != "./a:b.go" {
		t.Errorf("a file with a colon: %s", got)
	}
	if n := len(first.Fixes); n != 1 || len(first.Fixes[0].Changes) != 2 || len(first.Fixes[0].Changes[0].Replacements) != 2 {
		t.Errorf("fixes: %+v", first.Fixes)
	}
	var kinds []string
	for _, r := range run.Results {
		kind := ""
		for _, s := range r.Suppressions {
			kind = s.Kind + ": " + s.Justification
		}
		kinds = append(kinds, kind)
	}
	if d := cmp.Diff([]string{"", "inSource: the tail stays open", "external: in the baseline x", "", ""}, kinds); d != "" {
		t.Errorf("suppressions (-want +got):\n%s", d)
	}
	if n := strings.Count(text, `"suppressions": []`); n != 3 {
		t.Errorf("%d results say that they are not suppressed, want 3", n)
	}
	far, unknown := run.Results[3], run.Results[4]
	if uri := far.Locations[0].Physical.Artifact.URI; !strings.HasPrefix(uri, "file:///") || !strings.HasSuffix(uri, "/other/c%20d.go") || far.RuleIndex != 1 || far.Level != "note" {
		t.Errorf("outside of the root: %+v", far)
	}
	if r := unknown.Locations[0].Physical.Region; unknown.RuleIndex != -1 || r.StartColumn != 0 || r.StartLine != 3 {
		t.Errorf("of a file that is gone: %+v", unknown)
	}
	if d := cmp.Diff([]sarifInvocation{{false, 2, []sarifNotification{{"error", sarifMessage{Text: "a.go:1:1: broken"}}}}}, run.Invocations); d != "" {
		t.Errorf("invocation (-want +got):\n%s", d)
	}
}

func TestSARIFWithoutFindings(t *testing.T) {
	text := render(t, "sarif", Options{}, Run{}, nil)
	if err := validate(t, compile(t, "testdata/sarif-schema-2.1.0.json"), text); err != nil {
		t.Error(err)
	}
	if !strings.Contains(text, `"results": []`) || !strings.Contains(text, `"executionSuccessful": true`) {
		t.Error(text)
	}
}

// A checkout that is reached through a link is the same repository.
func TestBelow(t *testing.T) {
	dir := t.TempDir()
	real, link := filepath.Join(dir, "real"), filepath.Join(dir, "link")
	if err := os.Mkdir(real, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, link); err != nil {
		t.Skip(err)
	}
	for _, test := range []struct{ root, name, want string }{
		{real, filepath.Join(link, "a.go"), "a.go"},
		{link, filepath.Join(real, "a.go"), "a.go"},
		{link, filepath.Join(link, "a.go"), "a.go"},
		{real, filepath.Join(real, "..a.go"), "..a.go"},
		{real, filepath.Join(dir, "a.go"), ""},
		{"", filepath.Join(dir, "a.go"), ""},
	} {
		if got, ok := below(test.root, test.name); got != test.want || ok != (test.want != "") {
			t.Errorf("%s below %s: %q, want %q", test.name, test.root, got, test.want)
		}
	}
}

func TestGitHub(t *testing.T) {
	root, list := everything(t)
	want := "::error file=sp ace/100%25/ü%3A%2C#?.go,line=3,endLine=3,col=17,endColumn=23,title=budgetlint%3A nodeadline::a <b> & 100%25:%0Asecond, line%0Afix: bound it\n" +
		"::notice file=" + escapeProperty.Replace(list[3].Abs) + ",line=1,endLine=3,title=budgetlint%3A seqcalls/sql::a <b> & 100%25:%0Asecond, line\n" +
		"::warning file=gone.go,line=3,endLine=3,title=budgetlint%3A nosuch::a <b> & 100%25:%0Asecond, line\n"
	if d := cmp.Diff(want, render(t, "github", Options{Root: root}, Run{}, list)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// The problem matcher finds in the text what is reported, and nothing else.
func TestProblemMatcher(t *testing.T) {
	data, err := os.ReadFile("../../docs/problem-matcher.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		ProblemMatcher []struct {
			Pattern []struct {
				Regexp                            string
				File, Line, Column, Message, Code int
			}
		}
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	p := file.ProblemMatcher[0].Pattern[0]
	re := regexp.MustCompile(p.Regexp)
	root, list := everything(t)
	for i := range list {
		list[i].Message = strings.ReplaceAll(list[i].Message, "\n", " ")
		list[i].File = strings.ReplaceAll(list[i].File, ":", "")
	}
	var got [][]string
	for line := range strings.Lines(render(t, "text", Options{Root: root}, Run{}, list)) {
		if m := re.FindStringSubmatch(strings.TrimSuffix(line, "\n")); m != nil {
			got = append(got, []string{m[p.File], m[p.Line], m[p.Column], m[p.Message], m[p.Code]})
		}
	}
	var want [][]string
	for _, f := range list {
		if f.Suppressed == nil {
			want = append(want, []string{f.File, "3", "20", f.Message, f.ID()})
		}
	}
	want[1][1], want[1][2] = "1", "1"
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// The published schema accepts what is written, and names every field of it and no other.
func TestFindingsSchema(t *testing.T) {
	const file = "../../docs/findings.schema.json"
	schema := compile(t, file)
	_, list := everything(t)
	for line := range strings.Lines(render(t, "json", Options{}, Run{}, list)) {
		if err := validate(t, schema, line); err != nil {
			t.Errorf("%v\n%s", err, line)
		}
		if wrong := strings.Replace(line, `"line":3`, `"line":"3"`, 1); validate(t, schema, wrong) == nil {
			t.Error("a line that is a text is not found")
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var root node
	if err := json.Unmarshal(data, &root); err != nil {
		t.Fatal(err)
	}
	root.compare(t, &root, "finding", reflect.TypeFor[Finding]())
}

// node is the part of JSON Schema that the published schema uses.
type node struct {
	Ref        string `json:"$ref"`
	Type       string
	Properties map[string]*node
	Required   []string
	Items      *node
	Defs       map[string]*node `json:"$defs"`
}

func (n *node) compare(t *testing.T, root *node, what string, typ reflect.Type) {
	if name, ok := strings.CutPrefix(n.Ref, "#/$defs/"); ok {
		n = root.Defs[name]
	}
	switch typ.Kind() {
	case reflect.Pointer:
		n.compare(t, root, what, typ.Elem())
	case reflect.Slice:
		if n.Items == nil {
			t.Fatalf("%s: the schema says nothing about the items", what)
		}
		n.Items.compare(t, root, what+"[]", typ.Elem())
	case reflect.Struct:
		var names, required []string
		for f := range typ.Fields() {
			name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name == "-" {
				continue
			}
			names = append(names, name)
			if rest == "" {
				required = append(required, name)
			}
			if p := n.Properties[name]; p != nil {
				p.compare(t, root, what+"."+name, f.Type)
			} else {
				t.Errorf("%s: the schema has no %s", what, name)
			}
		}
		for name := range n.Properties {
			if !slices.Contains(names, name) {
				t.Errorf("%s: the schema has %s, which is never written", what, name)
			}
		}
		if d := cmp.Diff(required, n.Required, cmp.Transformer("sort", func(s []string) []string { return slices.Sorted(slices.Values(s)) })); d != "" {
			t.Errorf("%s: what is always written (-) and what is required (+):\n%s", what, d)
		}
	}
}

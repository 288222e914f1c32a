package ruledoc

import (
	"strings"
	"testing"
)

const sample = `// Package slowpoke reports calls that dawdle. It leaves out
// calls that hurry.
//
// # Analyzer slowpoke
//
// slowpoke: calls that dawdle
//
// One slow call holds the whole page.
//
//	slow.Call(ctx) // for ever
//
// # Not reported
//
// Calls of [context.Context] methods.
//
// # Fix
//
// Use budget.Within(ctx, d).
package slowpoke

import _ "embed"

// Doc is this file.
var Doc string
`

func row(t *testing.T) Rule {
	t.Helper()
	d, err := Parse(sample)
	if err != nil {
		t.Fatal(err)
	}
	return Rule{
		Doc: d, Since: "0.1.0", URL: "https://example.com/slowpoke.md", Serves: []int{3},
		Options:    []Option{{Name: "request", Values: []string{"all", "off"}, Default: "off"}, {Name: "main", Default: "false"}},
		Categories: []Category{{Severity: "error", Fix: "safe", On: true}, {Name: "client", Summary: "clients that dawdle", Severity: "advice", Fix: "show"}},
		Example: Example{
			Code:  "package p\n\n// want \"on its own line\"\nfunc f() {\n\tcall() // want `calls` \"twice\"\n}\n",
			Fixed: "package p\n\nfunc f() {\n\tbetter() // want `calls`\n}\n",
		},
	}
}

func TestParse(t *testing.T) {
	d := row(t).Doc
	if d.Name != "slowpoke" || d.Summary != "calls that dawdle" {
		t.Errorf("name %q, summary %q", d.Name, d.Summary)
	}
	if want := "Package slowpoke reports calls that dawdle. It leaves out calls that hurry."; d.Sentence != want {
		t.Errorf("sentence %q", d.Sentence)
	}
	if len(d.About) != 2 || len(d.Sections) != 2 || d.Section("Fix") == nil {
		t.Errorf("about has %d blocks, want 2; sections %v", len(d.About), d.Sections)
	}
}

func TestParseRejects(t *testing.T) {
	cut := func(old, new string) string { return strings.Replace(sample, old, new, 1) }
	for name, tt := range map[string]struct{ doc, says string }{
		"no package comment": {"package slowpoke\n", "no package comment"},
		"other sentence":     {cut("reports calls", "finds calls"), `must begin with "Package slowpoke reports "`},
		"no summary":         {cut("// slowpoke: calls that dawdle\n//\n", ""), `line "slowpoke: summary"`},
		"only headings":      {"// Package slowpoke reports x.\n//\n// # Fix\n//\n// y\npackage slowpoke\n", `"Fix" stands before`},
		"nothing about it":   {cut("// One slow call holds the whole page.\n//\n//\tslow.Call(ctx) // for ever\n//\n", ""), "what goes wrong"},
		"no silence":         {cut("// # Not reported\n", "// # Silent\n"), "Not reported"},
		"no fix":             {cut("// Use budget.Within(ctx, d).\n", "//\n"), `"# Fix"`},
		"not Go":             {"no package", "expected 'package'"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := Parse(tt.doc); err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("err = %v, want one that says %q", err, tt.says)
			}
		})
	}
}

func TestMarkdown(t *testing.T) {
	want := "<!-- Generated from analyzers/slowpoke/doc.go and testdata/src/slowpoke; `make update` writes it. DO NOT EDIT. -->\n" + `
# slowpoke: calls that dawdle

One slow call holds the whole page.

	slow.Call(ctx) // for ever

| finding | reports | severity | default | fix |
|---|---|---|---|---|
| 'slowpoke' | calls that dawdle | error | on | safe |
| 'slowpoke/client' | clients that dawdle | advice | off | show |

Since 0.1.0. Serves downstream rule 3 of [AGENTS.md](../../AGENTS.md): every external call has an explicit timeout.

## Example

'''go
package p

func f() {
	call()
}
'''

## Use instead

'''go
package p

func f() {
	better()
}
'''

## Not reported

Calls of [context.Context](https://pkg.go.dev/context#Context) methods.

## Fix

Use budget.Within(ctx, d).

## Options

| option | values | default |
|---|---|---|
| 'request' | all, off | 'off' |
| 'main' | true, false | 'false' |

## Silence it

One place, with the reason: '//budgetlint:ignore slowpoke why it is right here' on the line or the line above.
Everywhere: 'rules: {slowpoke: {enabled: false}}' in '.budgetlint.yml'.
`
	equal(t, strings.ReplaceAll(want, "'", "`"), Markdown(row(t)))
}

func TestText(t *testing.T) {
	equal(t, `slowpoke: calls that dawdle

One slow call holds the whole page.

	slow.Call(ctx) // for ever

NOT REPORTED

Calls of context.Context methods.

FIX

Use budget.Within(ctx, d).

FINDINGS

  slowpoke: calls that dawdle (error, on, fix: safe)
  slowpoke/client: clients that dawdle (advice, off, fix: show)

OPTIONS

  request: all, off (default off)
  main: true, false (default false)

Since 0.1.0. https://example.com/slowpoke.md
`, Text(row(t)))
}

func TestTables(t *testing.T) {
	rules := []Rule{row(t)}
	equal(t, "| rule | reports | severity | fix |\n|---|---|---|---|\n"+
		"| [slowpoke](x/slowpoke.md) | calls that dawdle | error | safe |\n"+
		"| [slowpoke/client](x/slowpoke.md) | clients that dawdle | advice, off | show |\n", RulesTable(rules, "x/"))

	rules[0].Doc.Name = "nodeadline"
	table := AgentsTable(rules, []string{"budget"})
	if want := "| 3 | every external call has an explicit timeout | `nodeadline`, timeoutunit† | `budget.Within`, downstream.Config.Timeout† |\n"; !strings.Contains(table, want) {
		t.Errorf("no row %sin\n%s", want, table)
	}
	if got := strings.Count(table, "\n| "); got != len(Downstreams) {
		t.Errorf("%d rows, want %d", got, len(Downstreams))
	}
}

func TestSplice(t *testing.T) {
	text := "a\n<!-- t:begin by hand -->\nold\n<!-- t:end -->\nb\n"
	got, err := Splice(text, "t", "new\n")
	if err != nil {
		t.Fatal(err)
	}
	equal(t, strings.Replace(text, "old", "new", 1), got)
	for _, bad := range []string{"", "<!-- t:begin -->\n", "<!-- t:end -->\n<!-- t:begin -->\n"} {
		if _, err := Splice(bad, "t", "new\n"); err == nil {
			t.Errorf("Splice(%q) is no error", bad)
		}
	}
}

func equal(t *testing.T, want, got string) {
	t.Helper()
	if want != got {
		t.Errorf("want\n%s\ngot\n%s", want, got)
	}
}

package ruledoc

import (
	"fmt"
	"go/doc/comment"
	"regexp"
	"strings"
)

// Rule is a row of the rules table as far as pages show it. It is not analyzers.Rule, since that package's rules would
// then be imported by what documents them.
type Rule struct {
	Doc        Doc
	Since      string
	URL        string // of the page
	Serves     []int  // numbers of Downstream rules
	Options    []Option
	Categories []Category
	Example    Example
}

// Category is one kind of finding. Name is "" for the plain one.
type Category struct {
	Name, Severity, Fix string
	Summary             string // what it reports; "" for the plain one, which the rule's own summary describes
	On                  bool
}

// Option is one key that .budgetlint.yml may set for the rule.
type Option struct {
	Name    string
	Values  []string // empty for true and false
	Default string
}

// Example is a rule's fixture: proved by its test, so a page can show it.
type Example struct {
	Code  string // example.go
	Fixed string // example.go.golden, "" where fixes change nothing
}

// Reports says what a category is about.
func (r Rule) Reports(c Category) string {
	if c.Summary == "" {
		return r.Doc.Summary
	}
	return c.Summary
}

// ID names a category as findings do: rule or rule/category.
func (c Category) ID(rule string) string {
	if c.Name == "" {
		return rule
	}
	return rule + "/" + c.Name
}

// Default is "on" or "off".
func (c Category) Default() string {
	if c.On {
		return "on"
	}
	return "off"
}

const generated = "<!-- Generated from %s; `make update` writes it. DO NOT EDIT. -->\n\n"

// Markdown is the page docs/rules/NAME.md.
func Markdown(r Rule) string {
	name := r.Doc.Name
	return fmt.Sprintf(generated, "analyzers/"+name+"/doc.go and testdata/src/"+name) +
		fmt.Sprintf("# %s: %s\n\n", name, r.Doc.Summary) + body(r, "../..")
}

// Help is the page for hosts that show it beside a finding: without its title, and with links that hold everywhere.
func Help(r Rule) string { return body(r, "https://github.com/budgetlint/budgetlint/blob/main") }

// body is a page whose links into the repository begin with root.
func body(r Rule, root string) string {
	var b strings.Builder
	name := r.Doc.Name
	b.WriteString(markdown(r.Doc.About) + "\n")

	b.WriteString("| finding | reports | severity | default | fix |\n|---|---|---|---|---|\n")
	for _, c := range r.Categories {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", c.ID(name), r.Reports(c), c.Severity, c.Default(), c.Fix)
	}
	fmt.Fprintf(&b, "\nSince %s.%s\n", r.Since, serves(r.Serves, root))

	if r.Example.Code != "" {
		fmt.Fprintf(&b, "\n## Example\n\n```go\n%s```\n", code(r.Example.Code))
	}
	if r.Example.Fixed != "" {
		fmt.Fprintf(&b, "\n## Use instead\n\n```go\n%s```\n", code(r.Example.Fixed))
	}
	for _, s := range r.Doc.Sections {
		fmt.Fprintf(&b, "\n## %s\n\n%s", s.Title, markdown(s.Blocks))
	}
	if len(r.Options) > 0 {
		b.WriteString("\n## Options\n\n| option | values | default |\n|---|---|---|\n")
		for _, o := range r.Options {
			fmt.Fprintf(&b, "| `%s` | %s | `%s` |\n", o.Name, o.values(), o.Default)
		}
	}
	fmt.Fprintf(&b, "\n## Silence it\n\nOne place, with the reason: `//budgetlint:ignore %s why it is right here` on the line or the line above.\n", name)
	fmt.Fprintf(&b, "Everywhere: `rules: {%s: {enabled: false}}` in `.budgetlint.yml`.\n", name)
	return b.String()
}

// Text is what `budgetlint explain` prints.
func Text(r Rule) string {
	var b strings.Builder
	name := r.Doc.Name
	fmt.Fprintf(&b, "%s: %s\n\n%s", name, r.Doc.Summary, plain(r.Doc.About))
	for _, s := range r.Doc.Sections {
		fmt.Fprintf(&b, "\n%s\n\n%s", strings.ToUpper(s.Title), plain(s.Blocks))
	}
	b.WriteString("\nFINDINGS\n\n")
	for _, c := range r.Categories {
		fmt.Fprintf(&b, "  %s: %s (%s, %s, fix: %s)\n", c.ID(name), r.Reports(c), c.Severity, c.Default(), c.Fix)
	}
	if len(r.Options) > 0 {
		b.WriteString("\nOPTIONS\n\n")
		for _, o := range r.Options {
			fmt.Fprintf(&b, "  %s: %s (default %s)\n", o.Name, o.values(), o.Default)
		}
	}
	fmt.Fprintf(&b, "\nSince %s. %s\n", r.Since, r.URL)
	return b.String()
}

func (o Option) values() string {
	if len(o.Values) == 0 {
		return "true, false"
	}
	return strings.Join(o.Values, ", ")
}

func serves(numbers []int, root string) string {
	var b strings.Builder
	for _, n := range numbers {
		if d, ok := downstreamRule(n); ok {
			fmt.Fprintf(&b, " Serves downstream rule %d of [AGENTS.md](%s/AGENTS.md): %s.", n, root, d.Text)
		}
	}
	return b.String()
}

// markdown prints blocks; headings do not occur in them.
func markdown(blocks []comment.Block) string {
	p := comment.Printer{DocLinkBaseURL: "https://pkg.go.dev"}
	return string(p.Markdown(&comment.Doc{Content: blocks}))
}

func plain(blocks []comment.Block) string {
	return string(new(comment.Printer).Text(&comment.Doc{Content: blocks}))
}

var (
	wantLine = regexp.MustCompile(`(?m)^[ \t]*// want .*\n`)
	wantTail = regexp.MustCompile(`(?m)[ \t]*// want .*$`)
)

// code is a fixture without the expectations of its test.
func code(src string) string {
	src = wantTail.ReplaceAllString(wantLine.ReplaceAllString(src, ""), "")
	return strings.TrimRight(src, "\n") + "\n"
}

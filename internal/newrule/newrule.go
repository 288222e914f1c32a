// Package newrule starts a rule: a folder with code and test, a fixture, and a line in the table, all of which compile
// and pass. It does not think of the rule; what it writes reports every call that leaves the process.
package newrule

import (
	"bytes"
	"embed"
	"fmt"
	"go/format"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
)

//go:embed templates
var templates embed.FS

// targets are the files of a rule, by template. NAME stands for the rule.
var targets = []struct{ template, file string }{
	{"doc.go.tmpl", "analyzers/NAME/doc.go"},
	{"rule.go.tmpl", "analyzers/NAME/NAME.go"},
	{"test.go.tmpl", "analyzers/NAME/NAME_test.go"},
	{"example.go.tmpl", "testdata/src/NAME/example.go"},
}

const table = "analyzers/rules.go"

var valid = regexp.MustCompile(`^[a-z]{4,16}$`)

// Write writes the rule's files below root, the folder of the module, and adds its row. It changes nothing where the
// name does not do or is taken. It returns the files written, relative to root.
func Write(root, name string) (written []string, err error) {
	if !valid.MatchString(name) || token.IsKeyword(name) {
		return nil, fmt.Errorf("rule name %q: want one word of 4 to 16 lower-case letters that reads after \"ignore\": the fault, as in ctxdrop", name)
	}
	texts := map[string][]byte{}
	for _, t := range targets {
		file := strings.ReplaceAll(t.file, "NAME", name)
		if _, err := os.Stat(filepath.Join(root, filepath.Dir(filepath.FromSlash(file)))); err == nil {
			return nil, fmt.Errorf("rule %s exists: %s is there", name, filepath.ToSlash(filepath.Dir(file)))
		}
		if texts[file], err = render(t.template, name); err != nil {
			return nil, err
		}
		written = append(written, file)
	}
	rows, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(table)))
	if err != nil {
		return nil, err
	}
	if texts[table], err = addRow(string(rows), name); err != nil {
		return nil, err
	}
	written = append(written, table)
	for _, file := range written {
		full := filepath.Join(root, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(full, texts[file], 0o644); err != nil {
			return nil, err
		}
	}
	return written, nil
}

func render(name, rule string) ([]byte, error) {
	t, err := template.ParseFS(templates, "templates/"+name)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, rule); err != nil {
		return nil, err
	}
	return format.Source(b.Bytes())
}

// The row goes before that of directive, which is last since it waits for all others.
const (
	importAnchor = "\t\"github.com/budgetlint/budgetlint/analyzers/directive\"\n"
	rowAnchor    = "\t{\n\t\tName: \"directive\","
)

func addRow(rows, name string) ([]byte, error) {
	for _, anchor := range []string{importAnchor, rowAnchor} {
		if strings.Count(rows, anchor) != 1 {
			return nil, fmt.Errorf("%s: found no single %q to put the new rule at", table, strings.TrimSpace(anchor))
		}
	}
	row := fmt.Sprintf(`	{
		Name: %q, Since: "0.1.0", Doc: %s.Doc, New: %s.New,
		Categories: []Category{
			{Severity: rule.Advice, On: true, Fix: rule.Show},
		},
	},
`, name, name, name)
	rows = strings.Replace(rows, importAnchor, importAnchor+fmt.Sprintf("\t%q\n", "github.com/budgetlint/budgetlint/analyzers/"+name), 1)
	rows = strings.Replace(rows, rowAnchor, row+rowAnchor, 1)
	return format.Source([]byte(rows)) // sorts the imports
}

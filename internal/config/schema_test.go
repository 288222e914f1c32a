package config

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"
)

// schema is the part of JSON Schema that docs/budgetlint.schema.json uses.
type schema struct {
	Ref        string `json:"$ref"`
	Type       any
	Enum       []any
	Properties map[string]*schema
	Additional json.RawMessage `json:"additionalProperties"`
	Items      *schema
	Required   []string
	Defs       map[string]*schema `json:"$defs"`
}

// The schema and the loader's tables name the same keys, with the same kinds and words.
func TestSchemaIsTrue(t *testing.T) {
	data, err := os.ReadFile("../../docs/budgetlint.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	s := new(schema)
	if err := json.Unmarshal(data, s); err != nil {
		t.Fatal(err)
	}
	compare(t, "file", s, settings)
	compare(t, "downstream", s.Defs["downstream"], downstreamFields)
	compare(t, "entry", s.Defs["entry"], entryFields)
	rule := s.Defs["rule"]
	if len(rule.Properties) != 2 || rule.Properties["enabled"].Type != "boolean" || !slices.Equal(texts(rule.Properties["severity"].Enum), severities) {
		t.Errorf("rule: %+v", rule)
	}
	if n := len(s.Defs); n != 4 {
		t.Errorf("%d definitions; compare the new one with its table here", n)
	}
}

func compare[T any](t *testing.T, what string, s *schema, table []field[T]) {
	t.Helper()
	if string(s.Additional) != "false" {
		t.Errorf("%s: the schema lets unknown keys through, the loader does not", what)
	}
	for key := range s.Properties {
		if !slices.ContainsFunc(table, func(f field[T]) bool { return f.key == key }) {
			t.Errorf("%s: the schema has %s, the loader refuses it", what, key)
		}
	}
	for _, f := range table {
		p := s.Properties[f.key]
		switch {
		case p == nil:
			t.Errorf("%s: the loader accepts %s, the schema refuses it", what, f.key)
		case !kindIs(p, f.kind, f.words):
			t.Errorf("%s.%s: the loader reads %s %v, the schema says %+v", what, f.key, f.kind, f.words, *p)
		case f.required != slices.Contains(s.Required, f.key):
			t.Errorf("%s.%s: required by the loader: %t", what, f.key, f.required)
		}
	}
}

func kindIs(p *schema, kind string, words []string) bool {
	switch kind {
	case "string":
		return p.Type == "string"
	case "bool":
		return p.Type == "boolean"
	case "duration":
		return p.Ref == "#/$defs/duration"
	case "words":
		return slices.Equal(texts(p.Enum), words)
	case "strings":
		return orNull(p.Type, "array") && p.Items.Type == "string"
	case "rows":
		return orNull(p.Type, "array") && p.Items.Ref != ""
	case "rules":
		return orNull(p.Type, "object")
	}
	return false
}

// orNull is the type of a key that may stand there without a value.
func orNull(given any, name string) bool { return fmt.Sprint(given) == "["+name+" null]" }

func texts(values []any) []string {
	var out []string
	for _, v := range values {
		out = append(out, fmt.Sprint(v))
	}
	return out
}

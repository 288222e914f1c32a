package contract

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"testing"
)

// schema is the part of JSON Schema that docs/budget.schema.json uses.
type schema struct {
	Ref              string `json:"$ref"`
	Type             string
	Enum             []string
	Pattern          string
	Minimum, Maximum *float64
	ExclusiveMinimum *float64
	Properties       map[string]*schema
	// Additional is false or a schema.
	Additional json.RawMessage `json:"additionalProperties"`
	Required   []string
	AnyOf      []*schema
	Defs       map[string]*schema `json:"$defs"`
}

func load(t *testing.T) *schema {
	data, err := os.ReadFile("../../docs/budget.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	s := new(schema)
	if err := json.Unmarshal(data, s); err != nil {
		t.Fatal(err)
	}
	return s
}

// The schema and the parser's tables name the same keys with the same kinds, so that an editor's opinion is ours.
func TestSchemaIsTrue(t *testing.T) {
	s := load(t)
	compare(t, "root", s, rootFields)
	compare(t, "aggregator", s.Defs["aggregator"], aggregatorFields)
	compare(t, "downstream", s.Defs["downstream"], downstreamFields)
	compare(t, "retry", s.Defs["retry"], retryFields)
	compare(t, "circuitBreaker", s.Defs["circuitBreaker"], breakerFields)
	if n := len(s.Defs); n != 5 {
		t.Errorf("%d definitions; compare the new one with its table here", n)
	}
}

func compare[T any](t *testing.T, what string, s *schema, table []field[T]) {
	t.Helper()
	if string(s.Additional) != "false" {
		t.Errorf("%s: the schema lets unknown keys through, the parser does not", what)
	}
	keys := keysOf(table)
	for key := range s.Properties {
		if !slices.Contains(keys, key) {
			t.Errorf("%s: the schema has %s, the parser refuses it", what, key)
		}
	}
	var required []string
	required = append(required, s.Required...)
	for _, alternative := range s.AnyOf {
		required = append(required, alternative.Required...)
	}
	for _, f := range table {
		p := s.Properties[f.key]
		if p == nil {
			t.Errorf("%s: the parser accepts %s, the schema refuses it", what, f.key)
			continue
		}
		if !kindIs(p, f.kind, f.min) {
			t.Errorf("%s.%s: the parser reads a %s (at least %d), the schema says %+v", what, f.key, f.kind, f.min, *p)
		}
		if f.required && !slices.Contains(required, f.key) {
			t.Errorf("%s.%s: required by the parser, not by the schema", what, f.key)
		}
	}
	for _, key := range required {
		i := slices.IndexFunc(table, func(f field[T]) bool { return f.key == key })
		if i < 0 || !table[i].required && !slices.ContainsFunc(table, func(f field[T]) bool { return f.twin == key && f.required }) {
			t.Errorf("%s.%s: required by the schema, not by the parser", what, key)
		}
	}
}

func kindIs(p *schema, kind string, least int) bool {
	switch kind {
	case "ms":
		return p.Type == "integer" && *p.Minimum == float64(least) && *p.Maximum == float64(maxTime.Milliseconds())
	case "count":
		return p.Type == "integer" && *p.Minimum == float64(least) && *p.Maximum == 1_000_000
	case "rate":
		return p.Type == "number" && *p.ExclusiveMinimum == 0 && *p.Maximum == 1
	case "duration":
		return p.Ref == "#/$defs/duration"
	case "boolean":
		return p.Type == "boolean"
	case "word":
		return slices.Equal(p.Enum, []string{Low.String(), Normal.String()})
	case "name":
		return p.Type == "string"
	case "object":
		return p.Ref != "" || p.Type == "object"
	}
	return false
}

func TestSchemaDurations(t *testing.T) {
	re := regexp.MustCompile(load(t).Defs["duration"].Pattern)
	for text, want := range map[string]bool{"400ms": true, "2s": true, "1m30s": true, "1.5s": true, "400": false, "-1s": false, "": false} {
		if re.MatchString(text) != want {
			t.Errorf("the schema takes %q: %t", text, !want)
		}
	}
}

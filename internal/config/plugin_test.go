package config

import (
	"errors"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/budgetlint/budgetlint/runtime/contract"
)

var pluginKnown = Known{Rules: map[string]RuleOptions{
	"nodeadline": {Enabled: true, Options: map[string]Option{"request": {Values: []string{"contract", "all", "off"}}}},
	"seqcalls":   {Enabled: true, Options: map[string]Option{"sql": {}}},
}}

// fromYAML is FromPlugin for text, with keys lowered as golangci-lint does it: those of mappings, but not of mappings
// that stand in lists.
func fromYAML(t *testing.T, text string) (*Config, error) {
	t.Helper()
	var given any
	if err := yaml.Unmarshal([]byte(text), &given); err != nil {
		t.Fatal(err)
	}
	return FromPlugin(lowered(given), pluginKnown)
}

func lowered(v any) any {
	m, ok := v.(map[string]any)
	if !ok {
		return v
	}
	low := map[string]any{}
	for key, value := range m {
		low[strings.ToLower(key)] = lowered(value)
	}
	return low
}

func TestFromPlugin(t *testing.T) {
	c, err := fromYAML(t, `
rules: { nodeadline: { request: all, severity: warning }, seqcalls: { enabled: false } }
downstreams: [{ match: "example.com/shop.(*Client).Get*", name: userService, effect: read }]
exclude: ["internal/legacy/..."]
likely: off
fixTimeout: 2s
unsafe-fixes: true
advice: true
tests: true
contract: |
  { "aggregator": { "totalBudgetMs": 1000, "downstreams": { "userService": { "timeoutMs": 400 } } } }
`)
	if err != nil {
		t.Fatal(err)
	}
	if c.Host != Plugin || c.File != "" || c.ContractFile != "" {
		t.Errorf("host %d, files %q and %q", c.Host, c.File, c.ContractFile)
	}
	nodeadline, seqcalls := c.Rules["nodeadline"], c.Rules["seqcalls"]
	if nodeadline.Severity != "warning" || nodeadline.Options["request"] != "all" || seqcalls.Enabled == nil || *seqcalls.Enabled {
		t.Errorf("rules %+v", c.Rules)
	}
	if c.Likely || c.FixTimeout != 2*time.Second || !c.UnsafeFixes || !c.Advice || !c.Tests || len(c.Exclude) != 1 {
		t.Errorf("settings %+v", c)
	}
	if len(c.Downstreams) != 1 || c.Contract == nil {
		t.Fatalf("downstreams %v, contract %v", c.Downstreams, c.Contract)
	}
	if d := c.Contract.Aggregator("").Downstream(c.Downstreams[0].Name); d == nil || d.Timeout != 400*time.Millisecond {
		t.Errorf("the contract does not know %s: %+v", c.Downstreams[0].Name, c.Contract)
	}
}

func TestFromPluginDefaults(t *testing.T) {
	for _, given := range []any{nil, map[string]any{}, map[string]any{"rules": nil}} {
		c, err := FromPlugin(given, pluginKnown)
		if err != nil || c.Host != Plugin || !c.Likely || c.Advice || c.Contract != nil {
			t.Errorf("%v: %+v %v", given, c, err)
		}
	}
}

func TestFromPluginRefuses(t *testing.T) {
	for text, says := range map[string]string{
		"fixTimout: 2s":                             `unknown key "fixtimout"; did you mean fixTimeout?`,
		"rules: { nodeadlin: {} }":                  `unknown rule "nodeadlin"; did you mean nodeadline?`,
		"rules: { nodeadline: { reqest: all } }":    `unknown key "reqest" in nodeadline; did you mean request?`,
		"rules: { nodeadline: { severity: high } }": "nodeadline.severity must be one of",
		"downstreams: [{ name: x }]":                "downstreams[0] has no match",
		"fail-on: error":                            "fail-on has no place here: golangci-lint fails on every issue",
		"baseline: findings.txt":                    "baseline has no place here: the file is not in the key",
		"advice: 1":                                 "advice must be true or false",
		"tests: on":                                 "tests must be true or false",
		"[a]":                                       "settings must be a mapping, not a list",
		"text":                                      "settings must be a mapping, not a string",
		"contract: budget.json":                     `contract "budget.json" is not the contract itself`,
		"contract: ../ops/budget.json":              "is not in the key of golangci-lint's cache",
		"contract: { aggregator: {} }":              "contract must be text",
		"contract: [a]":                             "contract must be a string, not a list",
		"contract: ''":                              "contract is empty",
	} {
		_, err := fromYAML(t, text)
		var fault *Error
		if !errors.As(err, &fault) || !strings.HasPrefix(err.Error(), pluginFile+": ") || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v\nwant %s", text, err, says)
		}
	}
	_, err := fromYAML(t, "contract: |\n  { \"aggregator\": { \"downstreams\": { \"a\": { \"timeoutMs\": 1 } },\n    \"totalBudget\": 1 } }\n")
	var fault *contract.PosError
	if !errors.As(err, &fault) || fault.Line != 2 || fault.File != pluginFile+".contract" {
		t.Errorf("%v: want the line within the text", err)
	}
}

// The example shows every key that the settings have.
func TestPluginExampleIsWhole(t *testing.T) {
	data, err := os.ReadFile("../../.golangci.example.yml")
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for _, f := range pluginSettings {
		shown := regexp.MustCompile(`(?m)^[ #]         ` + regexp.QuoteMeta(f.key) + `:`).MatchString(text)
		if shown != (refused[f.key] == "") {
			t.Errorf("%s: shown in .golangci.example.yml: %t", f.key, shown)
		}
	}
	for _, f := range settings {
		if !slices.ContainsFunc(pluginSettings, func(p field[Config]) bool { return p.key == f.key }) {
			t.Errorf("%s: a key of .budgetlint.yml that the plugin does not know", f.key)
		}
	}
}

// Names that differ only by case could not be told apart.
func TestKeysWithoutCase(t *testing.T) {
	seen := map[string]string{}
	for _, f := range pluginSettings {
		low := strings.ToLower(f.key)
		if other, ok := seen[low]; ok {
			t.Errorf("%s and %s", other, f.key)
		}
		seen[low] = f.key
	}
}

func FuzzFromPlugin(f *testing.F) {
	f.Add("rules: { nodeadline: { request: all } }\nadvice: true")
	f.Add("contract: |\n  {}")
	f.Add("downstreams: [1, {match: 2}]")
	f.Fuzz(func(t *testing.T, text string) {
		var given any
		if yaml.Unmarshal([]byte(text), &given) != nil {
			t.Skip()
		}
		c, err := FromPlugin(given, pluginKnown)
		if (c == nil) == (err == nil) {
			t.Errorf("configuration %v and error %v", c, err)
		}
	})
}

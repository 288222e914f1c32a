package config_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/runtime/contract"
)

var known = config.Known{Rules: map[string]config.RuleOptions{
	"ctxdrop": {Enabled: true, Severity: "error"},
	"nodeadline": {Enabled: true, Severity: "error", Categories: []string{"client", "request"}, Options: map[string]config.Option{
		"request": {Values: []string{"contract", "all", "off"}, Default: "contract"},
		"main":    {Default: "false"},
	}},
	"seqcalls":   {Enabled: true, Severity: "advice", Options: map[string]config.Option{"sql": {Default: "false"}}},
	"sharedpool": {Severity: "advice"},
}}

// full is the shape that the documentation promises.
const full = `contract: budget.json
rules:
  sharedpool: { enabled: true }
  seqcalls: { severity: warning, sql: false }
  nodeadline: { request: contract }        # contract (default) | all | off
downstreams:
  - { match: "example.com/shop/client.(*Client).Get*", name: user-service, effect: read }
entries:
  - { match: "example.com/shop/worker.(*Consumer).Handle", total: 2s }
deps: ["example.com/corp/..."]             # other modules analysed from source
exclude: ["internal/legacy/..."]
likely: on                                 # on | off
module: ["example.com/shop"]              # prefixes counted as main; obligatory under nogo only
fixTimeout: 2s
fail-on: warning
fixes: auto
`

const budget = `{"aggregator": {"totalBudgetMs": 1000, "downstreams": {"user-service": {"timeoutMs": 400}}}}`

// write makes a folder with files, given as name, text, name, text.
func write(t *testing.T, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		name := filepath.Join(dir, filepath.FromSlash(files[i]))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(files[i+1]), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFullShape(t *testing.T) {
	dir := write(t, ".budgetlint.yml", full, "budget.json", budget)
	c, err := config.Load(filepath.Join(dir, ".budgetlint.yml"), known)
	if err != nil {
		t.Fatal(err)
	}
	if c.ContractFile != filepath.Join(dir, "budget.json") || c.Contract.Aggregator("").Downstream("user-service") == nil {
		t.Errorf("contract %s, %+v", c.ContractFile, c.Contract)
	}
	on := true
	rules := map[string]config.Rule{
		"sharedpool": {Enabled: &on},
		"seqcalls":   {Severity: "warning", Options: map[string]string{"sql": "false"}},
		"nodeadline": {Options: map[string]string{"request": "contract"}},
	}
	if diff := cmp.Diff(rules, c.Rules); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
	if d := c.Downstreams; len(d) != 1 || d[0].Name != "user-service" || d[0].Effect != "read" || d[0].Match.String() != "example.com/shop/client.(*Client).Get*" {
		t.Errorf("downstreams %+v", d)
	}
	if e := c.Entries; len(e) != 1 || e[0].Total != 2*time.Second || e[0].Match.String() != "example.com/shop/worker.(*Consumer).Handle" {
		t.Errorf("entries %+v", e)
	}
	got := []any{c.Deps, c.Exclude, c.Module, c.Likely, c.FixTimeout, c.FailOn, c.Fixes}
	want := []any{[]string{"example.com/corp/..."}, []string{"internal/legacy/..."}, []string{"example.com/shop"}, true, 2 * time.Second, "warning", "auto"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestEmptyIsDefault(t *testing.T) {
	for _, text := range []string{"", "\n", "# nothing yet\n", "---\n", "{}", "null", "rules:\nexclude:\ndownstreams:\n", "rules:\n  nodeadline:\n"} {
		c, err := config.Parse(".budgetlint.yml", []byte(text), known)
		if err != nil || !c.Likely || c.Contract != nil || c.FailOn != "" {
			t.Errorf("%q: %+v, %v", text, c, err)
		}
	}
	if c, err := config.Load("", known); err != nil || c.File != "" || !c.Likely {
		t.Errorf(`Load("") = %+v, %v`, c, err)
	}
	for text, want := range map[string]bool{"likely: off": false, "likely: false": false, "likely: on": true, "likely: true": true} {
		if c, err := config.Parse("x", []byte(text), known); err != nil || c.Likely != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestConfigErrors(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"top list", "- a", "1:1: the file must be a mapping, not a list"},
		{"top word", "contract", "1:1: the file must be a mapping, not a string"},
		{"no YAML", "rules: [", "1:1: is not YAML: did not find expected node content"},
		{"tab", "rules:\n\tx: 1", "2:1: is not YAML: found character that cannot start any token"},
		{"bytes", "\x01", "1:1: is not YAML: control characters are not allowed"},
		{"two documents", "likely: on\n---\nlikely: off", "2:1: a second document starts here; there can be only one"},
		{"anchor", "exclude: &e [a]\ndeps: *e", "1:10: anchors, aliases and merge keys are not read; write the value out"},
		{"merge", "rules:\n  nodeadline:\n    <<: {main: true}", "3:5: anchors, aliases and merge keys are not read"},
		{"large", "#" + strings.Repeat("x", 1<<20), ": is larger than 1048576 bytes"},
		{"unknown key", "likely: on\ncontrct: b.json", `2:1: unknown key "contrct"; did you mean contract?`},
		{"other case", "failOn: error", `1:1: unknown key "failOn"; did you mean fail-on?`},
		{"far key", "zzzzzz: 1", `1:1: unknown key "zzzzzz"; there are contract, rules, downstreams, entries, deps, exclude, likely, module, baseline, fixTimeout, fail-on, fixes, unsafe-fixes`},
		{"key list", "[a]: 1", "1:1: a key must be a word, not a list"},
		{"duplicate key", "likely: on\nlikely: off", `2:1: duplicate key "likely"; the first is on line 1`},
		{"contract type", "contract: [a]", "1:11: contract must be a string, not a list"},
		{"contract number", "contract: 1", "1:11: contract must be a string, not a number"},
		{"contract empty", "contract: ''", "1:11: contract is empty"},
		{"contract null", "contract:", "1:10: contract must be a string, not empty"},
		{"contract missing", "contract: none.json", `1:11: contract "none.json" cannot be read: no such file or directory`},
		{"contract folder", "contract: .", `1:11: contract "." cannot be read: is a directory`},
		{"rules list", "rules: [nodeadline]", "1:8: rules must be a mapping, not a list"},
		{"unknown rule", "rules:\n  nodedline: {}", `2:3: unknown rule "nodedline"; did you mean nodeadline?`},
		{"category", "rules:\n  nodeadline/client: {enabled: false}", "2:3: categories have no settings of their own; write nodeadline"},
		{"duplicate rule", "rules:\n  ctxdrop: {}\n  ctxdrop: {}", `3:3: duplicate rule "ctxdrop"; the first is on line 2`},
		{"rule word", "rules: {ctxdrop: off}", "1:18: ctxdrop must be a mapping, not a string"},
		{"unknown option", "rules: {seqcalls: {sqll: true}}", `1:20: unknown key "sqll" in seqcalls; did you mean sql?`},
		{"option of another", "rules: {ctxdrop: {request: all}}", `1:19: unknown key "request" in ctxdrop; there are enabled, severity`},
		{"enabled", "rules: {ctxdrop: {enabled: yes}}", `1:28: ctxdrop.enabled must be true or false, not "yes"`},
		{"enabled list", "rules: {ctxdrop: {enabled: []}}", `1:28: ctxdrop.enabled must be true or false, not a list`},
		{"enabled quoted", "rules: {ctxdrop: {enabled: 'true'}}", `1:28: ctxdrop.enabled must be true or false, not "true"`},
		{"severity", "rules: {ctxdrop: {severity: warn}}", `1:29: ctxdrop.severity must be one of advice, warning, error, not "warn"`},
		{"severity near", "rules: {ctxdrop: {severity: Error}}", `not "Error"; did you mean error?`},
		{"severity list", "rules: {ctxdrop: {severity: []}}", `1:29: ctxdrop.severity must be one of advice, warning, error, not a list`},
		{"option value", "rules: {nodeadline: {request: al}}", `1:31: nodeadline.request must be one of contract, all, off, not "al"; did you mean all?`},
		{"option bool", "rules: {seqcalls: {sql: 1}}", `1:25: seqcalls.sql must be true or false, not "1"`},
		{"downstreams mapping", "downstreams: {match: a}", "1:14: downstreams must be a list, not a mapping"},
		{"row word", "downstreams: [a]", "1:15: downstreams[0] must be a mapping, not a string"},
		{"no match", "downstreams:\n  - {name: a}", "2:5: downstreams[0] has no match"},
		{"row key", "downstreams:\n  - {match: a.B, nam: a}", `2:18: unknown key "nam" in downstreams[0]; did you mean name?`},
		{"match type", "downstreams:\n  - {match: 12}", "2:13: match must be a string, not a number"},
		{"bad pattern", "downstreams:\n  - match: example.com/x", `2:12: bad pattern "example.com/x": it names no function`},
		{"effect", "downstreams:\n  - {match: a.B, effect: reed}", `2:26: effect must be one of read, write, not "reed"; did you mean read?`},
		{"class", "downstreams:\n  - {match: a.B, class: optional}", `2:25: class must be one of core, degradable, not "optional"`},
		{"timeout", "downstreams:\n  - {match: a.B, timeout: 400}", `2:27: timeout "400" is no duration; write one such as 2s or 400ms`},
		{"timeout list", "downstreams:\n  - {match: a.B, timeout: [1s]}", `2:27: timeout must be a duration such as 2s or 400ms, not a list`},
		{"total", "entries:\n  - {match: a.B, total: 0s}", "2:25: total must be more than zero, is 0s"},
		{"margin", "entries:\n  - {match: a.B, total: 1s, margin: 1s}", "2:29: margin of 1s leaves nothing of the total of 1s"},
		{"margin alone", "entries:\n  - {match: a.B, margin: 1s}", "2:18: margin has no effect without total"},
		{"entry match", "entries:\n  - {total: 1s}", "2:5: entries[0] has no match"},
		{"deps word", "deps: example.com/corp", "1:7: deps must be a list, not a string"},
		{"deps item", "deps: [1]", "1:8: deps must be a string, not a number"},
		{"deps pattern", "deps: ['example.com/*/x']", `1:8: bad pattern "example.com/*/x": a package path takes no *`},
		{"exclude absolute", "exclude: [/src]", `1:11: bad pattern "/src": it is absolute; paths start at the module's root`},
		{"exclude up", "exclude: [../x]", `1:11: bad pattern "../x": it has an element ".."`},
		{"exclude stars", "exclude: ['**/mocks']", `1:11: bad pattern "**/mocks": "..." stands for any folders, not **`},
		{"exclude backslash", `exclude: ['a\b']`, `1:11: bad pattern "a\\b": paths are written with /`},
		{"exclude not", "exclude: ['!a']", `1:11: bad pattern "!a": exclusions cannot be negated`},
		{"exclude empty", "exclude: ['./']", `1:11: bad pattern "./": it is empty; "..." is the whole module`},
		{"module", "module: [example.com/...]", `1:10: bad prefix "example.com/...": "..." stands at the end of a package path only`},
		{"likely", "likely: maybe", `1:9: likely must be one of on, off, true, false, not "maybe"`},
		{"fixTimeout", "fixTimeout: -1s", "1:13: fixTimeout must be more than zero, is -1s"},
		{"fixTimeout null", "fixTimeout:", "1:12: fixTimeout must be a duration such as 2s or 400ms, not empty"},
		{"fail-on", "fail-on: fatal", `1:10: fail-on must be one of warning, advice, error, never, not "fatal"`},
		{"fixes", "fixes: atuo", `1:8: fixes must be one of auto, std, runtime, not "atuo"; did you mean auto?`},
		{"unsafe", "unsafe-fixes: on", `1:15: unsafe-fixes must be true or false, not "on"`},
	}
	file := filepath.Join(t.TempDir(), ".budgetlint.yml")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := config.Parse(file, []byte(tt.in), known)
			if err == nil || c != nil {
				t.Fatalf("Parse = %+v, %v; want the error %s", c, err, tt.want)
			}
			if !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), file+":") {
				t.Errorf("error\n%s\nwant\n%s", err, tt.want)
			}
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than one line:\n%s", err)
			}
			var e *config.Error
			if !errors.As(err, &e) {
				t.Errorf("%T holds no *config.Error", err)
			}
		})
	}
}

func TestManyErrors(t *testing.T) {
	_, err := config.Parse("c.yml", []byte("likly: on\nfixes: 1\nrules: {x: {}}"), config.Known{})
	want := `c.yml:1:1: unknown key "likly"; did you mean likely?
c.yml:2:8: fixes must be one of auto, std, runtime, not "1"
c.yml:3:9: unknown rule "x"`
	if err == nil || err.Error() != want {
		t.Errorf("error\n%v\nwant\n%s", err, want)
	}
	_, err = config.Parse("c.yml", []byte("exclude: ["+strings.Repeat("/a, ", 1000)+"]"), known)
	if lines := strings.Split(err.Error(), "\n"); len(lines) != 51 || lines[50] != "c.yml: more errors follow" {
		t.Errorf("%d lines, the last %q", len(lines), lines[len(lines)-1])
	}
}

// The contract's faults keep the contract's own place.
func TestContractErrors(t *testing.T) {
	dir := write(t, "c/.budgetlint.yml", "contract: ../budget.json\nlikly: on", "budget.json", `{"agregator": 1}`)
	_, err := config.Load(filepath.Join(dir, "c", ".budgetlint.yml"), known)
	var pos *contract.PosError
	if !errors.As(err, &pos) || pos.File != filepath.Join(dir, "budget.json") || pos.Line != 1 || pos.Col != 1 && pos.Col != 2 {
		t.Errorf("error %v", err)
	}
	if !strings.Contains(err.Error(), "budget.json:1:2: agregator: unknown key; did you mean aggregator?") ||
		!strings.Contains(err.Error(), ".budgetlint.yml:2:1: unknown key") {
		t.Errorf("error %v", err)
	}
	_, err = config.Load(filepath.Join(dir, "none.yml"), known)
	if err == nil || !strings.HasSuffix(err.Error(), "none.yml: configuration cannot be read: no such file or directory") {
		t.Errorf("error %v", err)
	}
}

func TestFind(t *testing.T) {
	dir := write(t, "go.mod", "module m", ".budgetlint.yml", "", "a/b/x.go", "package b", "a/.budgetlint.yml", "",
		"inner/go.mod", "module m/inner", "inner/c/x.go", "package c")
	for sub, want := range map[string]string{"": ".budgetlint.yml", "a/b": ".budgetlint.yml", "a": ".budgetlint.yml", "inner/c": "", "inner": ""} {
		file, ok := config.Find(filepath.Join(dir, sub))
		if want != "" {
			want = filepath.Join(dir, want)
		}
		if file != want || ok != (want != "") {
			t.Errorf("Find(%q) = %q, %t; want %q", sub, file, ok, want)
		}
	}
}

func TestDigest(t *testing.T) {
	load := func(yml, budget string) *config.Config {
		dir := write(t, ".budgetlint.yml", yml, "budget.json", budget)
		c, err := config.Load(filepath.Join(dir, ".budgetlint.yml"), known)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	c := load(full, budget)
	if !bytes.Equal(c.Digest(), load(full, budget).Digest()) {
		t.Error("the same files in another folder give another digest")
	}
	for what, other := range map[string]*config.Config{
		"configuration": load(full+"#", budget),
		"contract":      load(full, budget+" "),
		"defaults":      config.Default(),
	} {
		if bytes.Equal(c.Digest(), other.Digest()) {
			t.Errorf("a change of the %s does not change the digest", what)
		}
	}
	old := *c
	if err := c.LoadContract(filepath.Join(write(t, "b.json", budget+"\n"), "b.json"), "-contract"); err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(c.Digest(), old.Digest()) {
		t.Error("another contract does not change the digest")
	}
}

func TestExplain(t *testing.T) {
	dir := write(t, ".budgetlint.yml", full, "budget.json", budget)
	c, err := config.Load(filepath.Join(dir, ".budgetlint.yml"), known)
	if err != nil {
		t.Fatal(err)
	}
	explain := func(c *config.Config) string {
		var b bytes.Buffer
		if err := c.Explain(&b); err != nil {
			t.Fatal(err)
		}
		return strings.ReplaceAll(b.String(), dir+string(filepath.Separator), "")
	}
	want := `file: .budgetlint.yml
contract: budget.json (.budgetlint.yml:1:1)
ctxdrop.enabled: true (default)
ctxdrop.severity: error (default)
nodeadline.enabled: true (default)
nodeadline.severity: error (default)
nodeadline.main: false (default)
nodeadline.request: contract (.budgetlint.yml:5:17)
seqcalls.enabled: true (default)
seqcalls.severity: warning (.budgetlint.yml:4:15)
seqcalls.sql: false (.budgetlint.yml:4:34)
sharedpool.enabled: true (.budgetlint.yml:3:17)
sharedpool.severity: advice (default)
downstreams[0]: example.com/shop/client.(*Client).Get* user-service read (.budgetlint.yml:7:5)
entries[0]: example.com/shop/worker.(*Consumer).Handle total=2s (.budgetlint.yml:9:5)
deps: example.com/corp/... (.budgetlint.yml:10:1)
exclude: internal/legacy/... (.budgetlint.yml:11:1)
module: example.com/shop (.budgetlint.yml:13:1)
likely: on (.budgetlint.yml:12:1)
baseline: none (default)
fixTimeout: 2s (.budgetlint.yml:14:1)
fail-on: warning (.budgetlint.yml:15:1)
fixes: auto (.budgetlint.yml:16:1)
unsafe-fixes: false (default)
`
	if diff := cmp.Diff(want, explain(c)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	flagged := *c
	flagged.FailOn = "never"
	flagged.SetOrigin("fail-on", "-fail-on")
	if got := explain(&flagged); !strings.Contains(got, "\nfail-on: never (-fail-on)\n") {
		t.Errorf("no trace of the flag:\n%s", got)
	}
	if diff := cmp.Diff(want, explain(c)); diff != "" {
		t.Errorf("a copy's origin changed the original's (-want +got):\n%s", diff)
	}
	if got := explain(config.Default()); !strings.HasPrefix(got, "file: none\ncontract: none (default)\n") {
		t.Errorf("defaults:\n%s", got)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(strings.Replace(full, "contract: budget.json\n", "", 1)))
	f.Add([]byte("rules: {nodeadline: {main: true}}\n---\n"))
	f.Add([]byte("a: &x [*x]\n? [b]\n: !!binary c"))
	f.Add([]byte("exclude: ['a/.../b*?', ./x/...]\nentries: [{match: a.(b).C, total: 1s, margin: 1ms}]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := config.Parse("nowhere/c.yml", data, known)
		if (c == nil) == (err == nil) {
			t.Fatalf("Parse = %v, %v", c, err)
		}
		if err != nil {
			for line := range strings.SplitSeq(err.Error(), "\n") {
				if !strings.HasPrefix(line, "nowhere/") && !strings.Contains(line, ".json:") {
					t.Fatalf("not one line with its file: %q", err)
				}
			}
			return
		}
		var b bytes.Buffer
		if err := c.Explain(&b); err != nil {
			t.Fatal(err)
		}
	})
}

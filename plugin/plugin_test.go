package plugin_test

import (
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"go.yaml.in/yaml/v3"
	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/plugin"
)

// linter is the plugin as golangci-lint finds it.
func linter(t *testing.T, settings string) (register.LinterPlugin, error) {
	t.Helper()
	newPlugin, err := register.GetPlugin("budgetlint")
	if err != nil {
		t.Fatal(err)
	}
	var given any
	if err := yaml.Unmarshal([]byte(settings), &given); err != nil {
		t.Fatal(err)
	}
	return newPlugin(given)
}

func TestAnalyzers(t *testing.T) {
	p, err := linter(t, "")
	if err != nil {
		t.Fatal(err)
	}
	if p.GetLoadMode() != register.LoadModeTypesInfo {
		t.Errorf("load mode %s: facts need types", p.GetLoadMode())
	}
	list, err := p.BuildAnalyzers()
	if err != nil {
		t.Fatal(err)
	}
	if err := analysis.Validate(list); err != nil {
		t.Fatal(err)
	}
	// The text of an issue begins with the analyzer's name, unless it is the linter's.
	if len(list) != 2 || list[0].Name != plugin.Name || list[1].Name == plugin.Name || !token.IsIdentifier(list[1].Name) {
		t.Errorf("analyzers %v", list)
	}
	again, err := p.BuildAnalyzers()
	if err != nil {
		t.Fatal(err)
	}
	if again[0] == list[0] || again[1].Name != list[1].Name {
		t.Errorf("analyzers %v, and then %v: want fresh ones of the same build", list, again)
	}
	_, build, _ := strings.Cut(list[1].Name, "_")
	facts := 0
	for _, a := range below(list[0]) {
		if len(a.FactTypes) > 0 {
			facts++
			if !strings.HasSuffix(a.Name, "_"+build) {
				t.Errorf("%s has facts, but its name does not say of which build", a.Name)
			}
		}
	}
	if facts == 0 {
		t.Error("no analyzer with facts")
	}
}

func below(a *analysis.Analyzer) []*analysis.Analyzer {
	list := []*analysis.Analyzer{a}
	for _, r := range a.Requires {
		list = append(list, below(r)...)
	}
	return list
}

func TestRefused(t *testing.T) {
	for settings, says := range map[string]string{
		"rulez: {}":                           `unknown key "rulez"; did you mean rules?`,
		"rules: { nodeadlin: {} }":            `unknown rule "nodeadlin"; did you mean nodeadline?`,
		"contract: budget.json":               `contract "budget.json" is not the contract itself`,
		"rulez: {}\nlikely: maybe":            `likely must be one of on, off, true, false, not "maybe"; linters.settings.custom.budgetlint.settings: unknown key`,
		"rules: { seqcalls: { enabled: 1 } }": `seqcalls.enabled must be true or false`,
	} {
		_, err := linter(t, settings)
		if err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s\ngot  %v\nwant one line with %s", settings, err, says)
		}
	}
}

// off is a line of an example that is switched off.
var off = regexp.MustCompile(`(?m)^#( {6,}\S)`)

// The examples work as they are, and with everything that is switched off in them.
func TestExamples(t *testing.T) {
	text := read(t, "../.golangci.example.yml")
	on := off.ReplaceAllString(text, " $1")
	if on == text {
		t.Error("nothing is switched off in .golangci.example.yml")
	}
	for _, text := range []string{text, on} {
		var file struct {
			Linters struct {
				Enable   []string
				Settings struct {
					Custom map[string]struct {
						Type     string
						Settings yaml.Node
					}
				}
			}
		}
		if err := yaml.Unmarshal([]byte(text), &file); err != nil {
			t.Fatal(err)
		}
		custom, ok := file.Linters.Settings.Custom[plugin.Name]
		if !ok || custom.Type != "module" || !slices.Contains(file.Linters.Enable, plugin.Name) {
			t.Errorf("the example does not enable the linter: %+v", file.Linters)
		}
		settings, err := yaml.Marshal(&custom.Settings)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := linter(t, string(settings)); err != nil {
			t.Errorf("%v\n%s", err, settings)
		}
	}
}

func TestCustomExample(t *testing.T) {
	var file struct {
		Version string
		Plugins []struct{ Module, Import, Version, Path string }
	}
	if err := yaml.Unmarshal([]byte(read(t, "../.custom-gcl.example.yml")), &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Plugins) != 1 {
		t.Fatalf("plugins %+v", file.Plugins)
	}
	p := file.Plugins[0]
	if !regexp.MustCompile(`(?m)^module ` + regexp.QuoteMeta(p.Module) + `$`).MatchString(read(t, "../go.mod")) {
		t.Errorf("module %s is not this one", p.Module)
	}
	dir, ok := strings.CutPrefix(p.Import, p.Module+"/")
	if here, err := filepath.Abs("."); err != nil || !ok || filepath.Base(here) != dir {
		t.Errorf("import %s is not this package", p.Import)
	}
	if p.Version == "" || p.Path != "" {
		t.Errorf("plugin %+v: want a version, as users have it", p)
	}
	// The version that is tested.
	if want := "golangci-lint/v2 " + file.Version + " "; !strings.Contains(read(t, "e2e/go.mod"), want) {
		t.Errorf("e2e/go.mod does not have %s", want)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

package setup

import (
	"regexp"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/budgetlint/budgetlint/analyzers"
	"github.com/budgetlint/budgetlint/internal/config"
)

// What init writes is a configuration as it stands, and with everything in it that is commented out.
func TestConfiguration(t *testing.T) {
	for _, text := range []string{configuration, regexp.MustCompile(`(?m)^# (\w+:|  )`).ReplaceAllString(configuration, "$1")} {
		c, err := config.Parse("x/.budgetlint.yml", []byte(text), analyzers.Known())
		if err != nil {
			t.Errorf("%v\n%s", err, text)
			continue
		}
		if text != configuration && (c.FailOn != "warning" || c.Baseline == "" || len(c.Rules) != 2 || len(c.Downstreams) != 1 || len(c.Entries) != 1 || len(c.Exclude) != 1 || c.FixTimeout == 0) {
			t.Errorf("not all of it was read: %+v", c)
		}
	}
}

func TestGolangci(t *testing.T) {
	for _, text := range []string{golangci, customGCL} {
		var m map[string]any
		if err := yaml.Unmarshal([]byte(text), &m); err != nil || len(m) == 0 {
			t.Errorf("%v\n%s", err, text)
		}
	}
}

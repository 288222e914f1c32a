package downstream

import (
	"go/types"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/config"
)

// Hosts describe the same packages differently; what is followed must be the same.
func TestAnalysed(t *testing.T) {
	var (
		main  = &analysis.Module{Path: "example.com/m", Main: true}
		dep   = &analysis.Module{Path: "example.com/dep", Version: "v1.0.0"}
		empty = &analysis.Module{}
	)
	for _, tt := range []struct {
		host   config.Host
		path   string
		module *analysis.Module
		want   bool
	}{
		{config.Standalone, "example.com/m/a", main, true},
		{config.Standalone, "example.com/dep/a", dep, false},
		{config.Standalone, "command-line-arguments", empty, true},
		{config.Plugin, "example.com/m/a", main, true},
		{config.Plugin, "example.com/dep/a", dep, false},
		{config.Plugin, "command-line-arguments", empty, true},
		{config.Plugin, "net/http", empty, false}, // golangci-lint runs passes there too
		{config.Plugin, "vendor/golang.org/x/net/idna", empty, false},
		{config.Nogo, "example.com/m/a", nil, false}, // says which prefixes are its own
	} {
		pass := &analysis.Pass{Pkg: types.NewPackage(tt.path, "p"), Module: tt.module}
		cfg := config.Default()
		cfg.Host = tt.host
		if got := Analysed(pass, cfg); got != tt.want {
			t.Errorf("host %d, %s of %+v: %t", tt.host, tt.path, tt.module, got)
		}
		cfg.Deps = []string{tt.path + "/..."}
		if !Analysed(pass, cfg) {
			t.Errorf("host %d: deps names %s, which is not followed", tt.host, tt.path)
		}
	}
}

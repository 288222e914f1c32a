package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/budgetlint/budgetlint/examples/dashboard/drill/report"
)

const dashboard = "github.com/budgetlint/budgetlint/examples/dashboard/"

// binaries are the two versions of the dashboard, built into dir. They run as processes of their own, as they would in
// life; what the drill knows of them it has from their answers, their logs and the services' side.
type binaries struct{ dir string }

// build compiles both versions: from the source tree around the working directory, else, where the drill was started as
// `go run …/drill@version`, from the module of its own version.
func build(ctx context.Context, dir string) (*binaries, error) {
	before, after := dashboard+report.Before, dashboard+report.After
	cmd := exec.CommandContext(ctx, "go", "build", "-o", dir+string(filepath.Separator), before, after)
	if exec.CommandContext(ctx, "go", "list", before).Run() != nil {
		info, ok := debug.ReadBuildInfo()
		if !ok || !strings.HasPrefix(info.Main.Version, "v") {
			return nil, fmt.Errorf("start the drill inside of its module, or as go run %sdrill@latest", dashboard)
		}
		cmd = exec.CommandContext(ctx, "go", "install", before+"@"+info.Main.Version, after+"@"+info.Main.Version)
		cmd.Env = append(os.Environ(), "GOBIN="+dir)
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build the dashboards: %w\n%s", err, out)
	}
	return &binaries{dir}, nil
}

func (b *binaries) path(version string) string {
	if runtime.GOOS == "windows" {
		version += ".exe"
	}
	return filepath.Join(b.dir, version)
}

// contract returns the contract file that after has built in.
func (b *binaries) contract(ctx context.Context) ([]byte, error) {
	data, err := exec.CommandContext(ctx, b.path(report.After), "-print").Output()
	if err != nil {
		return nil, fmt.Errorf("ask after for its contract: %w", err)
	}
	return data, nil
}

// shorten writes data with another open period into a file, and returns its name.
func (b *binaries) shorten(data []byte, given, open int) (string, error) {
	const key = `"openDurationMs": `
	changed := strings.Replace(string(data), key+strconv.Itoa(given), key+strconv.Itoa(open), 1)
	if changed == string(data) {
		return "", fmt.Errorf("the contract does not say %s%d", key, given)
	}
	file := filepath.Join(b.dir, "budget.json")
	return file, os.WriteFile(file, []byte(changed), 0o600)
}

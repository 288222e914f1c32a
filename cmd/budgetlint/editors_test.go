package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// faulty is a function with one fault that has a safe fix.
const faulty = `package page

import (
	"context"
	"database/sql"
	"time"
)

func Ready(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return db.PingContext(context.Background())
}
`

// snippet returns the code block of docs/editors.md that stands below the mark of that name.
func snippet(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile("../../docs/editors.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(data), "<!-- snippet: "+name+" -->\n```")
	if !ok {
		t.Fatalf("docs/editors.md has no snippet %s", name)
	}
	_, rest, _ = strings.Cut(rest, "\n")
	code, _, ok := strings.Cut(rest, "\n```")
	if !ok {
		t.Fatalf("the snippet %s does not end", name)
	}
	return code + "\n"
}

// faultyModule writes a module with one fault and returns its file.
func faultyModule(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/shop\n\ngo 1.26\n", "page.go": faulty} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "page.go")
}

func TestNeovim(t *testing.T) {
	nvim, err := exec.LookPath("nvim")
	if err != nil {
		t.Skip("Neovim is not installed: apt-get install neovim, or https://neovim.io")
	}
	file := faultyModule(t)
	lua := filepath.Join(t.TempDir(), "snippet.lua")
	if err := os.WriteFile(lua, []byte(snippet(t, "nvim-0.7")), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, nvim, "--headless", "-u", "NONE", "-i", "NONE", "-n", "-S", "testdata/editors/nvim.lua")
	cmd.Env = append(os.Environ(), "SNIPPET="+lua, "FILE="+file,
		"XDG_STATE_HOME="+t.TempDir(), "XDG_DATA_HOME="+t.TempDir(), "XDG_CONFIG_HOME="+t.TempDir())
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want := `opened: 12 detachedctx 2
hover: **downstream call** ` + "`(*sql.DB).PingContext`" + `
edited: 13 detachedctx 2
offered: pass ctx
offered: ignore detachedctx here: write the reason in place of <why>
fixed: nothing left
`
	if got := string(out); got != want {
		t.Errorf("Neovim saw\n%s\nwant\n%s", got, want)
	}
	saved(t, file)
}

func TestEmacs(t *testing.T) {
	emacs, err := exec.LookPath("emacs")
	if err != nil {
		t.Skip("Emacs is not installed: apt-get install emacs-nox elpa-eglot")
	}
	// -q, not -Q: a distribution's packages are found by its site file.
	if exec.Command(emacs, "--batch", "-q", "--eval", "(require 'eglot)").Run() != nil {
		t.Skip("this Emacs has no eglot: apt-get install elpa-eglot, or Emacs 29")
	}
	file := faultyModule(t)
	init := filepath.Join(t.TempDir(), "init.el")
	if err := os.WriteFile(init, []byte(snippet(t, "emacs")), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, emacs, "--batch", "-q", "-l", "testdata/editors/eglot.el")
	cmd.Env = append(os.Environ(), "SNIPPET="+init, "FILE="+file)
	var stderr strings.Builder
	cmd.Stderr = &stderr // where batch mode puts messages
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s%s", err, out, stderr.String())
	}
	want := `opened: 12 eglot-warning budgetlint [detachedctx]
edited: 13 eglot-warning budgetlint [detachedctx]
offered: pass ctx
offered: ignore detachedctx here: write the reason in place of <why>
fixed: nothing left
shut down
`
	if got := string(out); got != want {
		t.Errorf("Emacs saw\n%s\nwant\n%s", got, want)
	}
	saved(t, file)
}

// TestVSCode runs the extension's own tests, with this program as the server.
func TestVSCode(t *testing.T) {
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("npm is not installed")
	}
	if _, err := os.Stat("../../editors/vscode/node_modules"); err != nil {
		t.Skip("the extension's libraries are not there: npm ci in editors/vscode")
	}
	tool, err := exec.LookPath("budgetlint")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, npm, "test")
	cmd.Dir = "../../editors/vscode"
	cmd.Env = append(os.Environ(), "BUDGETLINT="+tool)
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "ok 4 - a finding, its fix, and nothing left\n") {
		t.Errorf("npm test: %v\n%s", err, out)
	}
}

// TestSnippets wants every snippet of docs/editors.md to be sound in its language, as far as that can be told here, and
// to start the server by a command line that exists.
func TestSnippets(t *testing.T) {
	for _, name := range []string{"nvim-0.7", "nvim-0.8", "nvim-0.11", "nvim-fixall"} {
		code := snippet(t, name)
		file := filepath.Join(t.TempDir(), "s.lua")
		if err := os.WriteFile(file, []byte(code), 0o644); err != nil {
			t.Fatal(err)
		}
		nvim, err := exec.LookPath("nvim")
		if err != nil {
			t.Log("Neovim is not installed: its snippets are not compiled")
			break
		}
		out, err := exec.Command(nvim, "--headless", "-u", "NONE", "-i", "NONE", "--cmd", "lua assert(loadfile("+strconv.Quote(file)+"))", "--cmd", "qall!").CombinedOutput()
		if err != nil || len(out) > 0 {
			t.Errorf("%s does not compile: %v %s", name, err, out)
		}
	}
	for _, name := range []string{"zed", "vscode-settings"} {
		if code := snippet(t, name); !json.Valid([]byte(code)) {
			t.Errorf("%s is no JSON:\n%s", name, code)
		}
	}
	commandLine := regexp.MustCompile(`"budgetlint",? (args = \["lsp"\]|"arguments": \["lsp"\]|"lsp")`)
	for _, name := range []string{"nvim-0.7", "nvim-0.8", "nvim-0.11", "helix", "emacs", "emacs-lsp-mode", "zed"} {
		if code := strings.Join(strings.Fields(snippet(t, name)), " "); !commandLine.MatchString(code) {
			t.Errorf("%s does not start budgetlint lsp: %s", name, code)
		}
	}
	manifest, err := os.ReadFile("../../editors/vscode/package.json")
	if err != nil {
		t.Fatal(err)
	}
	docs, err := os.ReadFile("../../docs/editors.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, setting := range regexp.MustCompile("`budgetlint\\.\\w+`").FindAllString(string(docs), -1) {
		if !strings.Contains(string(manifest), strings.Trim(setting, "`")) {
			t.Errorf("the extension has no setting %s", setting)
		}
	}
	if code := snippet(t, "vscode"); !strings.Contains(code, "budgetlint.vsix") || !strings.Contains(string(manifest), "--out budgetlint.vsix") {
		t.Errorf("npm run package does not make what the snippet installs:\n%s", code)
	}
}

// saved wants the fix in the file on disk, and nothing found there any more.
func saved(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "db.PingContext(ctx)") {
		t.Errorf("the fix was not saved:\n%s", text)
	}
	check := exec.Command("budgetlint")
	check.Dir = filepath.Dir(file)
	if out, err := check.CombinedOutput(); err != nil {
		t.Errorf("budgetlint still finds something: %v\n%s", err, out)
	}
}

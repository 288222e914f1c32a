// Package setup makes what budgetlint init offers to a module: its configuration, the rules for coding agents, and what
// golangci-lint needs. It overwrites nothing: a file is made where there is none, and in AGENTS.md only the block between
// its own two marks is touched. It asks nobody; that is the command's part.
package setup

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/budgetlint/budgetlint/internal/atomicfile"
	"github.com/budgetlint/budgetlint/internal/gitlines"
)

// agents is the first section of AGENTS.md: `make update` copies it.
//
//go:embed agents.md
var agents string

//go:embed budgetlint.yml
var configuration string

//go:embed custom-gcl.yml
var customGCL string

//go:embed golangci.yml
var golangci string

const (
	begin = "<!-- budgetlint:begin (budgetlint init) -->"
	end   = "<!-- budgetlint:end -->"
	// Found by its beginning, so that the rest of the line may change.
	beginPrefix = "<!-- budgetlint:begin"
)

// Step is one file to write, or one thing to say.
type Step struct {
	Name string // as seen from the directory that Plan was given
	// Note says why there is nothing to write; "" if there is.
	Note string
	// Replaces says that text which is there goes: a block of ours that somebody may have changed.
	Replaces bool

	file     string
	old, new []byte
	create   bool
}

// Plan lists the steps for the module that dir is in. version is that of budgetlint, for files that name one.
func Plan(dir, version string) ([]Step, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	module, ok := up(dir, "go.mod")
	if !ok {
		return nil, fmt.Errorf("%s: in no module: run init where go.mod is, or below", dir)
	}
	p := plan{dir: dir, module: module, top: module}
	if root, ok := gitlines.Root(module); ok {
		p.top = root
	}
	for _, step := range []func() error{p.config, p.agents, func() error { return p.golangci(version) }} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return p.steps, nil
}

type plan struct {
	dir, module, top string // top is the repository's
	steps            []Step
}

func (p *plan) config() error {
	file := filepath.Join(p.module, ".budgetlint.yml")
	if exists(file) {
		p.note(file, "is there already")
		return nil
	}
	text := configuration
	if exists(filepath.Join(p.module, ".budgetlint.baseline")) {
		text = strings.Replace(text, "# baseline:", "baseline:", 1)
	}
	return p.make(file, text)
}

// agents adds the block to the AGENTS.md that is nearest: the module's, or else the repository's.
func (p *plan) agents() error {
	file := filepath.Join(p.module, "AGENTS.md")
	if !exists(file) {
		file = filepath.Join(p.top, "AGENTS.md")
	}
	block := begin + "\n" + agents + end + "\n"
	if !exists(file) {
		return p.make(file, block)
	}
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	newline := "\n"
	if bytes.Contains(old, []byte("\r\n")) {
		newline = "\r\n"
		block = strings.ReplaceAll(block, "\n", "\r\n")
	}
	text := string(old)
	at := strings.Index(text, beginPrefix)
	if at < 0 {
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += newline
		}
		if text != "" {
			text += newline
		}
		p.steps = append(p.steps, Step{Name: p.rel(file), file: file, old: old, new: []byte(text + block)})
		return nil
	}
	length := strings.Index(text[at:], end)
	if length < 0 {
		return fmt.Errorf("%s:%d: %s without %s: put the end where the block ends, or delete it", file, 1+strings.Count(text[:at], "\n"), beginPrefix, end)
	}
	after := strings.TrimPrefix(strings.TrimPrefix(text[at+length+len(end):], "\r"), "\n")
	now := text[:at] + block + after
	if now == text {
		p.note(file, "has the block already")
		return nil
	}
	p.steps = append(p.steps, Step{Name: p.rel(file), file: file, old: old, new: []byte(now), Replaces: true})
	return nil
}

// golangci is of use only to those who use golangci-lint. Its configuration is never edited.
func (p *plan) golangci(version string) error {
	for _, dir := range []string{p.module, p.top} {
		for _, ext := range []string{"yml", "yaml", "toml", "json"} {
			file := filepath.Join(dir, ".golangci."+ext)
			if !exists(file) {
				continue
			}
			custom := filepath.Join(dir, ".custom-gcl.yml")
			if exists(custom) {
				p.note(custom, "is there already; budgetlint is its plugin github.com/budgetlint/budgetlint, import github.com/budgetlint/budgetlint/plugin")
			} else if err := p.make(custom, strings.ReplaceAll(customGCL, "VERSION", version)); err != nil {
				return err
			}
			p.note(file, "is yours; to run budgetlint there, merge this into it:\n\n"+golangci)
			return nil
		}
	}
	p.note(".golangci.yml", "is not there, so nothing is done for golangci-lint")
	return nil
}

func (p *plan) make(file, text string) error {
	p.steps = append(p.steps, Step{Name: p.rel(file), file: file, new: []byte(text), create: true})
	return nil
}

func (p *plan) note(file, text string) {
	p.steps = append(p.steps, Step{Name: p.rel(file), Note: text})
}

func (p *plan) rel(file string) string {
	if rel, err := filepath.Rel(p.dir, file); err == nil && filepath.IsAbs(file) {
		return filepath.ToSlash(rel)
	}
	return file
}

// Diff shows what Write would change.
func (s Step) Diff() string {
	old := "a/" + s.Name
	if s.create {
		old = "/dev/null"
	}
	_, text, _ := bytes.Cut(diff.Diff(old, s.old, "b/"+s.Name, s.new), []byte("\n")) // its first line is a command
	return string(text)
}

// Write writes the file, unless somebody else wrote it since Plan.
func (s Step) Write() error {
	if s.create {
		f, err := os.OpenFile(s.file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil {
			return err
		}
		if _, err := f.Write(s.new); err != nil {
			return errors.Join(err, f.Close())
		}
		return f.Close()
	}
	now, err := os.ReadFile(s.file)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, s.old) {
		return fmt.Errorf("%s: changed meanwhile: run init again", s.Name)
	}
	return atomicfile.Write(s.file, s.new)
}

func exists(file string) bool {
	_, err := os.Lstat(file) // a link to nowhere is there too
	return !errors.Is(err, fs.ErrNotExist)
}

func up(dir, name string) (string, bool) {
	for {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && !info.IsDir() {
			return dir, true
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", false
		}
		dir = parent
	}
}

package session

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/budgetlint/budgetlint/analyzers"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/driver"
	"github.com/budgetlint/budgetlint/runtime/contract"
)

// configured is what a module's configuration says, as last read.
type configured struct {
	conf   *config.Config // nil if it never was sound
	file   string         // "" where the module has none
	text   string
	stamp  stamps // of the contract
	faults []Fault
	round  int
}

// Fault is something wrong in a configuration or a contract. Lines and columns count from 1, columns in bytes; 0 means
// the file as a whole.
type Fault struct {
	File      string
	Line, Col int
	Message   string
}

// ConfigFile is where a module has its configuration, if it has one.
func ConfigFile(moduleDir string) string { return filepath.Join(moduleDir, ".budgetlint.yml") }

// configOf reads the configuration of the module in dir if it, or the contract that it names, is another than before.
// A broken one is reported, and the last one that was sound stays in force.
func (s *Session) configOf(dir string) *configured {
	old := s.configs[dir]
	if old != nil && old.round == s.round {
		return old
	}
	c := &configured{round: s.round}
	text, edited := s.overlay[ConfigFile(dir)]
	if !edited {
		var err error
		if text, err = os.ReadFile(ConfigFile(dir)); err != nil && !errors.Is(err, os.ErrNotExist) {
			c.faults = []Fault{{File: ConfigFile(dir), Message: "configuration cannot be read"}}
		} else if err == nil {
			edited = true
		}
	}
	if edited {
		c.file, c.text = ConfigFile(dir), string(text)
	}
	// One with faults is read again: they may be gone with the contract, or with a folder.
	if old != nil && len(old.faults)+len(c.faults) == 0 && old.file == c.file && old.text == c.text && old.stamp == stampsOf(old.conf) {
		old.round = s.round
		return old
	}
	s.configs[dir] = c
	if len(c.faults) == 0 {
		s.parseConfig(c)
	}
	if c.conf == nil {
		c.conf = s.lastGood[dir]
	}
	s.lastGood[dir] = c.conf
	c.stamp = stampsOf(c.conf)
	return c
}

// configFor is the configuration that a package is analysed with; nil if it never was sound.
func (s *Session) configFor(m *meta) *config.Config {
	if m.module.Main {
		return s.configOf(m.module.Dir).conf
	}
	for _, dir := range slices.Sorted(maps.Keys(s.configs)) {
		if c := s.configs[dir].conf; c != nil && driver.Follows(c, m.path) {
			return c
		}
	}
	return nil
}

func (s *Session) parseConfig(c *configured) {
	known := analyzers.Known()
	parsed, err := config.Load("", known)
	if c.file != "" {
		parsed, err = config.Parse(c.file, []byte(c.text), known)
	}
	if err != nil {
		c.faults = faults(c.file, err)
		return
	}
	adjusted := *parsed
	adjusted.Host = config.Editor
	c.conf = &adjusted
}

// stamps are the states of the contract and the baseline that a configuration names.
type stamps struct{ contract, baseline stamp }

func stampsOf(c *config.Config) (s stamps) {
	if c == nil {
		return s
	}
	if c.ContractFile != "" {
		s.contract = stampOf(c.ContractFile)
	}
	if c.Baseline != "" {
		s.baseline = stampOf(c.Baseline)
	}
	return s
}

// faults takes an error of package config apart: it joins one error for each fault.
func faults(file string, err error) []Fault {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var list []Fault
		for _, e := range joined.Unwrap() {
			list = append(list, faults(file, e)...)
		}
		return list
	}
	var in *config.Error
	if errors.As(err, &in) {
		return []Fault{{in.File, in.Line, in.Col, in.Msg}}
	}
	var at *contract.PosError
	if errors.As(err, &at) {
		msg := at.Msg
		if at.Path != "" {
			msg = at.Path + ": " + msg
		}
		return []Fault{{at.File, at.Line, at.Col, msg}}
	}
	return []Fault{{File: file, Message: err.Error()}}
}

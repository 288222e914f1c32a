package report

import (
	"encoding/json"
	"io"
	"slices"
)

// sarif writes SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/), whole at the end. Two runs over the same
// code write the same bytes: no times, no names of machines.
type sarif struct {
	w       io.Writer
	root    string
	rules   map[string]int // index by ID
	run     sarifRun
	sources sources
}

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	// srcRoot is the name under which code scanning expects the root of the repository.
	srcRoot        = "%SRCROOT%"
	fingerprintKey = "budgetlint/v1"
)

// levels are SARIF's names for the severities.
var levels = map[string]string{"error": "error", "warning": "warning", "advice": "note"}

func newSarif(w io.Writer, o Options) *sarif {
	h := &sarif{w: w, root: o.Root, rules: make(map[string]int)}
	h.run = sarifRun{
		ColumnKind: "utf16CodeUnits",
		OriginalURIBaseIDs: map[string]sarifArtifact{
			srcRoot: {Description: &sarifMessage{Text: "the root of the repository, or the working directory outside of one"}},
		},
		Results: []sarifResult{},
	}
	h.run.Tool.Driver = sarifDriver{
		Name: "budgetlint", Version: o.Version, InformationURI: "https://github.com/budgetlint/budgetlint",
		Rules: []sarifRule{},
	}
	for i, r := range o.Rules {
		h.rules[r.ID] = i
		h.run.Tool.Driver.Rules = append(h.run.Tool.Driver.Rules, sarifRule{
			ID:               r.ID,
			ShortDescription: sarifMessage{Text: r.Summary},
			FullDescription:  sarifMessage{Text: r.Summary},
			Help:             sarifMessage{Text: r.Text, Markdown: r.Markdown},
			HelpURI:          r.URL,
			Default:          sarifConfiguration{Enabled: r.On, Level: levels[r.Severity]},
			Properties:       sarifRuleProperties{Tags: []string{"reliability", "performance"}, Problem: problems[r.Severity]},
		})
	}
	return h
}

// problems are GitHub's names for the severities, which it reads from a property of its own.
var problems = map[string]string{"error": "error", "warning": "warning", "advice": "recommendation"}

func (h *sarif) Finding(f Finding) error {
	id := f.ID()
	r := sarifResult{
		RuleID: id, RuleIndex: -1, Level: levels[f.Severity],
		Message:             sarifMessage{Text: f.Message},
		Locations:           []sarifLocation{{Physical: h.physical(f.Abs, f.Range)}},
		PartialFingerprints: map[string]string{fingerprintKey: f.Fingerprint},
		Properties:          sarifResultProperties{Confidence: f.Confidence, Path: f.Path},
	}
	if i, ok := h.rules[id]; ok {
		r.RuleIndex = i
	}
	if f.Function != "" && f.Function != "-" {
		r.Locations[0].Logical = []sarifLogical{{Name: f.Function, FullName: f.Package + "." + f.Function}}
	}
	for i, rel := range f.Related {
		r.Related = append(r.Related, sarifLocation{ID: i + 1, Physical: h.physical(rel.Abs, rel.Range), Message: &sarifMessage{Text: rel.Message}})
	}
	for _, fix := range f.Fixes {
		if len(fix.Edits) > 0 { // SARIF has no worked examples
			r.Fixes = append(r.Fixes, h.fix(fix))
		}
	}
	if s := f.Suppressed; s != nil {
		kind := "external"
		if s.Kind == Ignored {
			kind = "inSource"
		}
		r.Suppressions = []sarifSuppression{{Kind: kind, Status: "accepted", Justification: s.Reason}}
	}
	h.run.Results = append(h.run.Results, r)
	return nil
}

func (h *sarif) fix(fix Fix) sarifFix {
	out := sarifFix{Description: sarifMessage{Text: fix.Title}, Properties: sarifFixProperties{Level: fix.Level}}
	for _, e := range fix.Edits {
		at := h.physical(e.Abs, e.Range)
		replacement := sarifReplacement{Deleted: at.Region, Inserted: &sarifContent{Text: e.New}}
		if n := len(out.Changes); n > 0 && out.Changes[n-1].Artifact.URI == at.Artifact.URI {
			out.Changes[n-1].Replacements = append(out.Changes[n-1].Replacements, replacement)
			continue
		}
		out.Changes = append(out.Changes, sarifChange{Artifact: at.Artifact, Replacements: []sarifReplacement{replacement}})
	}
	return out
}

func (h *sarif) physical(file string, span Range) sarifPhysical {
	at := sarifPhysical{Artifact: h.artifact(file), Region: sarifRegion{StartLine: span.Start.Line, EndLine: span.End.Line}}
	start, end := h.sources.utf16Column(file, span.Start), h.sources.utf16Column(file, span.End)
	if start > 0 && end > 0 {
		at.Region.StartColumn, at.Region.EndColumn = start, end
	}
	return at
}

func (h *sarif) artifact(file string) sarifArtifact {
	if rel, ok := below(h.root, file); ok {
		return sarifArtifact{URI: relativeURI(rel), URIBaseID: srcRoot}
	}
	return sarifArtifact{URI: fileURI(file)}
}

func (h *sarif) End(run Run) error {
	// If one result says whether it is suppressed, all have to (3.27.23).
	if slices.ContainsFunc(h.run.Results, func(r sarifResult) bool { return r.Suppressions != nil }) {
		for i := range h.run.Results {
			if r := &h.run.Results[i]; r.Suppressions == nil {
				r.Suppressions = []sarifSuppression{}
			}
		}
	}
	call := sarifInvocation{Successful: run.ExitCode < 2, ExitCode: run.ExitCode}
	for _, trouble := range run.Troubles {
		call.Notifications = append(call.Notifications, sarifNotification{Level: "error", Message: sarifMessage{Text: trouble}})
	}
	h.run.Invocations = []sarifInvocation{call}
	enc := json.NewEncoder(h.w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	return enc.Encode(sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{h.run}})
}

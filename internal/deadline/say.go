package deadline

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/rule"
)

// Finding makes of a fault what all rules say alike: place, path, related positions, confidence and severity.
func (f *Fault) Finding(message string) rule.Finding {
	out := rule.Finding{Pos: f.Pos, End: f.End, Category: f.Category, Message: message + f.tail(), Confidence: "definite", Severity: f.Severity}
	if f.Need != nil {
		out.Path = f.Need.Path
	}
	if !f.Sure {
		out.Confidence = "likely"
	}
	for _, o := range f.Others {
		out.Related = append(out.Related, analysis.RelatedInformation{Pos: o.Pos, End: o.End, Message: o.Message})
	}
	if f.Call != nil && f.Need != nil && (f.Pos < f.Call.Expr.Pos() || f.End > f.Call.Expr.End()) {
		out.Related = append(out.Related, related(f.Call.Expr.Pos(), f.Call.Expr.End(), "the call: "+f.Need.Name))
	}
	return out
}

func related(pos, end token.Pos, message string) analysis.RelatedInformation {
	return analysis.RelatedInformation{Pos: pos, End: end, Message: message}
}

// tail names the hops to the sink: they may lie in other packages, where no position can point.
func (f *Fault) tail() string {
	if f.Need == nil || len(f.Need.Path) == 0 {
		return ""
	}
	hops := make([]string, len(f.Need.Path))
	for i, h := range f.Need.Path {
		name, at, _ := strings.Cut(h, " ")
		hops[i] = name[strings.LastIndexByte(name, '/')+1:] + " " + at
	}
	return "; path: " + strings.Join(hops, " → ")
}

// SinkName is the sink as people spell it; the call's own name where there is none.
func (f *Fault) SinkName() string {
	switch {
	case f.Need != nil:
		return f.Need.Name
	case f.Call != nil: // a request that is only built
		return f.Call.Name()
	}
	return ""
}

// AtHand says which context is at hand, as the second half of a sentence.
func (f *Fault) AtHand() string {
	if f.Hand == nil || f.Hand.Expr == "_" {
		return "the function is given a context"
	}
	return f.Hand.Expr + " is at hand"
}

// Package cases compares findings with the marks of a case module: small packages that each hold one fault from
// real code, or one look-alike that must stay silent. It counts; what a rule has to reach is said by its test.
package cases

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// Tally is what one rule did.
type Tally struct {
	Want, Exact, Near int // marks; found on the very line; found in the same function
	False             int // findings that no mark accepts
	Clean, LookAlikes int // look-alike cases of the rule; those of them that it fired on
}

// Recall is the share of marks that were found, 1 where there is none.
func (t Tally) Recall() float64 {
	if t.Want == 0 {
		return 1
	}
	return float64(t.Exact+t.Near) / float64(t.Want)
}

type kase struct {
	ID, Rule, Verdict string
	Tolerate          []string
	Marks             []struct {
		File string
		Line int
		Kind string // want, or an accepted alternative
		Rule string
	}
}

// oneCall are the rules of which only the first that holds is reported for a call: on a mark's very line any counts.
var oneCall = []string{"ctxdrop", "detachedctx", "nodeadline"}

// Score reads findings and compares them with the cases under root. Each miss and each false finding is a line on log.
func Score(root string, findings io.Reader, log io.Writer) (map[string]*Tally, error) {
	byCase, err := readReports(findings)
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(root, "*", "case.json"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("%s: no cases (%v)", root, err)
	}
	sum := tallies{}
	for _, file := range files { // Glob sorts
		b, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var c kase
		if err := json.Unmarshal(b, &c); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		s := scorer{c, filepath.Dir(file), byCase[c.ID], sum, log}
		s.marks()
		s.rest()
	}
	return sum, nil
}

type tallies map[string]*Tally

func (t tallies) of(rule string) *Tally {
	if t[rule] == nil {
		t[rule] = &Tally{}
	}
	return t[rule]
}

type scorer struct {
	kase    kase
	dir     string
	reports []*report
	sum     tallies
	log     io.Writer
}

// marks gives each wanted mark the best report that is still free: on its line, on an accepted alternative, or in
// its function.
func (s *scorer) marks() {
	for _, w := range s.kase.Marks {
		if w.Kind != "want" {
			continue
		}
		t := s.sum.of(w.Rule)
		t.Want++
		same := []string{w.Rule}
		if slices.Contains(oneCall, w.Rule) {
			same = oneCall
		}
		lo, hi := funcLines(filepath.Join(s.dir, w.File), w.Line)
		switch {
		case s.take(func(r *report) bool {
			return r.file == w.File && r.line == w.Line && (slices.Contains(same, r.rule) || s.accepted(r))
		}):
			t.Exact++
		case s.take(func(r *report) bool { return r.rule == w.Rule && s.accepted(r) }),
			s.take(func(r *report) bool {
				return r.rule == w.Rule && r.file == w.File && lo <= r.line && r.line <= hi
			}):
			t.Near++
		default:
			fmt.Fprintf(s.log, "MISS %s/%s:%d %s\n", s.kase.ID, w.File, w.Line, w.Rule)
		}
	}
}

func (s *scorer) take(ok func(*report) bool) bool {
	for _, r := range s.reports {
		if !r.used && ok(r) {
			r.used = true
			return true
		}
	}
	return false
}

// accepted reports whether r stands where a mark that is not wanted allows its rule.
func (s *scorer) accepted(r *report) bool {
	for _, m := range s.kase.Marks {
		if m.Kind != "want" && m.File == r.file && m.Line == r.line && m.Rule == r.rule {
			return true
		}
	}
	return false
}

// rest counts what no mark took. A second report of a wanted rule in the same function is neither right nor wrong.
func (s *scorer) rest() {
	clean, fired := s.kase.Verdict == "clean", false
	for _, r := range s.reports {
		if r.used || slices.Contains(s.kase.Tolerate, r.rule) || s.accepted(r) || s.again(r) {
			continue
		}
		s.sum.of(r.rule).False++
		fired = fired || r.rule == s.kase.Rule
		fmt.Fprintf(s.log, "FALSE %s/%s:%d %s: %s [%s case]\n", r.dir, r.file, r.line, r.rule, r.text, s.kase.Verdict)
	}
	if clean {
		t := s.sum.of(s.kase.Rule)
		t.Clean++
		if fired {
			t.LookAlikes++
		}
	}
}

func (s *scorer) again(r *report) bool {
	for _, w := range s.kase.Marks {
		if w.Kind != "want" || w.Rule != r.rule || w.File != r.file {
			continue
		}
		if lo, hi := funcLines(filepath.Join(s.dir, w.File), w.Line); lo <= r.line && r.line <= hi {
			return true
		}
	}
	return false
}

// funcLines gives the first and last line of the function around line; line itself outside of functions.
func funcLines(path string, line int) (int, int) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
	if err != nil {
		return line, line
	}
	for _, d := range f.Decls {
		lo, hi := fset.Position(d.Pos()).Line, fset.Position(d.End()).Line
		if _, ok := d.(*ast.FuncDecl); ok && lo <= line && line <= hi {
			return lo, hi
		}
	}
	return line, line
}

// Print writes one row per rule, and their sum.
func Print(w io.Writer, sum map[string]*Tally) {
	fmt.Fprintf(w, "%-13s %5s %6s %5s %7s %7s %s\n", "rule", "want", "exact", "near", "recall", "false", "look-alikes fired")
	row := func(name string, t Tally) {
		fmt.Fprintf(w, "%-13s %5d %6d %5d %7.2f %7d %d/%d\n",
			name, t.Want, t.Exact, t.Near, t.Recall(), t.False, t.LookAlikes, t.Clean)
	}
	var all Tally
	for _, rule := range append(slices.Clone(Rules), "?") {
		t := sum[rule]
		if t == nil {
			continue
		}
		row(rule, *t)
		all.Want, all.Exact, all.Near = all.Want+t.Want, all.Exact+t.Exact, all.Near+t.Near
		all.False, all.Clean, all.LookAlikes = all.False+t.False, all.Clean+t.Clean, all.LookAlikes+t.LookAlikes
	}
	row("all", all)
}

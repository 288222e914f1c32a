// Package labels compares findings with hand-made labels of real repositories: places that one reader judged right
// to report (pos), wrong to report (neg), or open (grey). A finding without a label is unjudged, and not counted.
package labels

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Label is one judged place.
type Label struct {
	ID, Repo, File, Func, Rule, Verdict, Why string
	Needs                                    string // "contract": says nothing without one
	Line                                     int
	Lines                                    []int
	FuncLines                                []int `json:"func_lines"`
}

// Tally is what one rule did on its labels.
type Tally struct {
	Positives, Exact, Near int // labels to hit; hit on their line; hit in their function
	Negatives, Fired       int // labels to leave alone; those fired on
}

// Checkout says where the findings come from.
type Checkout struct {
	Repo     string // owner/name
	Dir      string // absolute
	Module   string // folder of the module in which the linter ran, relative to Dir
	Contract bool   // the linter ran with a contract: labels that need one count
}

// oneCall are the rules of which only the first that holds is reported for a call: on a label's line any counts.
var oneCall = []string{"ctxdrop", "detachedctx", "nodeadline"}

// Read reads labels, one JSON object a line.
func Read(r io.Reader) ([]Label, error) {
	var all []Label
	d := json.NewDecoder(r)
	for {
		var l Label
		if err := d.Decode(&l); err == io.EOF {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("labels: entry %d: %w", len(all)+1, err)
		}
		all = append(all, l)
	}
}

// Score adds what the findings, as budgetlint prints them, hit of the labels of one checkout to sum. Each miss and
// each fired negative is a line on log. It returns the number of findings read.
func Score(all []Label, c Checkout, findings io.Reader, sum map[string]*Tally, log io.Writer) (int, error) {
	found, n, err := read(findings, c)
	if err != nil {
		return 0, err
	}
	for _, l := range all {
		inModule := c.Module == "." || c.Module == "" || strings.HasPrefix(l.File, c.Module+"/")
		if l.Repo != c.Repo || !inModule || l.Needs == "contract" && !c.Contract {
			continue
		}
		t := sum[l.Rule]
		if t == nil {
			t = &Tally{}
			sum[l.Rule] = t
		}
		exact, near := l.hit(found[l.File])
		switch l.Verdict {
		case "pos":
			t.Positives++
			switch {
			case exact != "":
				t.Exact++
			case near != "":
				t.Near++
			default:
				fmt.Fprintf(log, "MISS  %s %s:%d %s %s: %s\n", l.ID, l.File, l.Line, l.Rule, l.Func, l.Why)
			}
		case "neg":
			t.Negatives++
			if exact != "" {
				t.Fired++
				fmt.Fprintf(log, "FIRED %s %s:%d %s %s: %s\n      said: %s\n", l.ID, l.File, l.Line, l.Rule, l.Func, l.Why, exact)
			}
		}
	}
	return n, nil
}

// hit returns the text of a finding on one of the label's lines, and of one in its function.
func (l Label) hit(found []finding) (exact, near string) {
	for _, f := range found {
		onLine := f.line == l.Line || slices.Contains(l.Lines, f.line)
		sameCall := l.Verdict == "pos" && slices.Contains(oneCall, f.rule) && slices.Contains(oneCall, l.Rule)
		switch {
		case onLine && (f.rule == l.Rule || sameCall):
			exact = f.text
		case f.rule == l.Rule && len(l.FuncLines) == 2 && l.FuncLines[0] <= f.line && f.line <= l.FuncLines[1]:
			near = f.text
		}
	}
	return exact, near
}

type finding struct {
	rule, text string
	line       int
}

var posn = regexp.MustCompile(`^(\S+?\.go):(\d+)(?::\d+)?: (.*) \((\w+)(?:/[\w-]+)?\)\s*$`)

// read returns findings by file, named as the labels name files: relative to the checkout.
func read(r io.Reader, c Checkout) (map[string][]finding, int, error) {
	found, n := map[string][]finding{}, 0
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		m := posn.FindStringSubmatch(in.Text())
		if m == nil {
			continue
		}
		name := filepath.Join(c.Module, m[1])
		if filepath.IsAbs(m[1]) {
			rel, err := filepath.Rel(c.Dir, m[1])
			if err != nil {
				continue // outside of the checkout
			}
			name = rel
		}
		line, err := strconv.Atoi(m[2])
		if err != nil {
			continue
		}
		name = filepath.ToSlash(name)
		found[name] = append(found[name], finding{m[4], m[3], line})
		n++
	}
	return found, n, in.Err()
}

// Print writes one row per rule, and their sum.
func Print(w io.Writer, sum map[string]*Tally) {
	fmt.Fprintf(w, "%-13s %9s %6s %5s %7s %9s %6s\n", "rule", "positives", "exact", "near", "recall", "negatives", "fired")
	row := func(name string, t Tally) {
		recall := "-"
		if t.Positives > 0 {
			recall = fmt.Sprintf("%.2f", float64(t.Exact+t.Near)/float64(t.Positives))
		}
		fmt.Fprintf(w, "%-13s %9d %6d %5d %7s %9d %6d\n", name, t.Positives, t.Exact, t.Near, recall, t.Negatives, t.Fired)
	}
	var all Tally
	for _, rule := range slices.Sorted(maps.Keys(sum)) {
		t := sum[rule]
		row(rule, *t)
		all.Positives, all.Exact, all.Near = all.Positives+t.Positives, all.Exact+t.Exact, all.Near+t.Near
		all.Negatives, all.Fired = all.Negatives+t.Negatives, all.Fired+t.Fired
	}
	row("all", all)
}

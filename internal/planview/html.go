package planview

import (
	"bufio"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/budgetlint/budgetlint/internal/callplan"
)

//go:embed page.tmpl
var pageText string

//go:embed page.css
var pageStyle string

//go:embed page.js
var pageScript string

// What a page holds at most. A browser stays quick, and nobody reads further.
const (
	maxLanes     = 120  // of one entry
	maxPageLanes = 3000 // of all
)

// Link is how a place in the source becomes an address: a text with {file} and {line} in it.
type Link string

// DefaultLink leads to the file beside the page.
const DefaultLink Link = "{file}#L{line}"

// Check reports what is wrong with a link.
func (l Link) Check() error {
	if !strings.Contains(string(l), "{file}") {
		return fmt.Errorf("-link %s: want {file} in it, and mostly {line}, like %s", l, DefaultLink)
	}
	if scheme, _, ok := strings.Cut(string(l), ":"); ok && slices.Contains([]string{"javascript", "data", "vbscript"}, strings.ToLower(strings.TrimSpace(scheme))) {
		return fmt.Errorf("-link %s: a place in the source is no script", l)
	}
	return nil
}

// to is the address of a place.
func (l Link) to(file string, line int) template.URL {
	parts := strings.Split(file, "/")
	for i, p := range parts {
		parts[i] = url.PathEscape(p)
	}
	return template.URL(strings.NewReplacer("{file}", strings.Join(parts, "/"), "{line}", strconv.Itoa(line)).Replace(string(l)))
}

// pagePlace is a place in the source.
type pagePlace struct {
	Text string
	URL  template.URL // "" where there is none
}

// at reads "dir/file.go:12".
func (l Link) at(at string) pagePlace {
	p := pagePlace{Text: short(at)}
	i := max(strings.LastIndexByte(at, ':'), 0) // a path of Windows may have another
	file := at[:i]
	line, err := strconv.Atoi(at[min(i+1, len(at)):])
	if err == nil && (l == DefaultLink || !path.IsAbs(file) && !strings.Contains(file, ":")) {
		p.URL = l.to(file, line)
	}
	return p
}

type pageEntry struct {
	ID, Title, Name, File string
	At                    pagePlace
	Verdict               verdict
	Calls, Headline       string
	Better, Usual         string
	Figure                *figure
}

// verdict is an entry in two words.
type verdict struct{ Class, Sign, Text string }

type figure struct {
	Style         template.CSS
	Ticks, Marks  []tick
	Lanes         []pageLane
	Wait, Shorter []bar // how long the caller waits, as it is and as suggested
	Takes         string
	Note          string
	Left          int // lanes that are not drawn
}

type pageLane struct {
	Class, Name, How, Words string
	Style                   template.CSS
	Tags                    []pageTag
	At                      []pagePlace
	Bars, Better            []bar
	Takes, Why              string
}

type pageTag struct{ Class, Text, Title string }

// HTML writes entries as one page that needs nothing else, what is worst first. link says where places lead to.
func HTML(w io.Writer, entries []Entry, link Link) error {
	entries = slices.Clone(entries)
	Sort(entries)
	t, err := template.New("page").Parse(pageText)
	if err != nil {
		return err
	}
	data := map[string]any{"Style": template.CSS(pageStyle), "Script": template.JS(pageScript), "Legend": legends}
	var list []pageEntry
	ids := map[string]bool{}
	left := maxPageLanes
	counts := map[string]int{}
	for i := range entries {
		e := entries[i].page(link, min(left, maxLanes))
		for base, n := e.ID, 2; ids[e.ID]; n++ {
			e.ID = base + "-" + strconv.Itoa(n)
		}
		ids[e.ID] = true
		left -= len(e.Figure.Lanes)
		counts[e.Verdict.Class]++
		list = append(list, e)
	}
	data["Entries"], data["Summary"] = list, summary(len(list), counts)
	b := bufio.NewWriter(w)
	if err := t.Execute(b, data); err != nil {
		return err
	}
	return b.Flush()
}

func summary(n int, counts map[string]int) string {
	s := plural(n, "entry point")
	var parts []string
	if k := counts["over"]; k > 0 {
		parts = append(parts, strconv.Itoa(k)+" may take more time than there is")
	}
	if k := counts["open"]; k > 0 {
		parts = append(parts, strconv.Itoa(k)+" may take forever")
	}
	if len(parts) == 0 {
		return s
	}
	return s + ": " + strings.Join(parts, ", ")
}

func (e *Entry) page(link Link, room int) pageEntry {
	w := e.Worst()
	out := pageEntry{
		ID: slug(e.Title()), Title: e.Title(), File: e.File + ":" + strconv.Itoa(e.Line), Verdict: e.verdict(w),
		Calls: howMany(e.Plan), Headline: e.headline(),
	}
	out.At = link.at(out.File)
	out.At.Text = out.File
	if e.Route != "" {
		out.Name = e.Name
	}
	if d, ok := e.Plan.Usual(); ok && d > 0 {
		out.Usual = usual(e.Plan, d)
	}
	plan := numbered(e.Plan)
	var better *callplan.Node
	if p, ok := plan.Suggest(); ok {
		better = &p
		if b := e.worst(better); b.Bounded {
			out.Better = b.Text
		} else {
			out.Better = "sooner done, but still without limit"
		}
	}
	out.Figure = e.figure(plan, better, link, room)
	return out
}

func (e *Entry) verdict(w Worst) verdict {
	spend := e.Total - e.Margin
	d := waits(e.Plan, w)
	most := measure(e.Plan, 1).total()
	switch {
	case w.Over && w.Bounded:
		return verdict{"over", "✗", "over by " + callplan.Short(w.AtLeast-spend)}
	case w.Over:
		return verdict{"over", "✗", "over, and no limit"}
	case !w.Bounded:
		return verdict{"open", "∞", "no limit"}
	case e.Total > 0 && (w.Exact || !most.loose && most.d <= spend):
		return verdict{"fits", "✓", d + " of " + callplan.Short(spend)}
	case e.Total > 0:
		return verdict{"", "?", d + " of " + callplan.Short(spend)}
	}
	return verdict{"", "", d}
}

func (e *Entry) figure(plan, better *callplan.Node, link Link, room int) *figure {
	unit, known := unitOf(plan, e.Total)
	is := place(plan, unit)
	pics := []*picture{is}
	if better != nil {
		pics = append(pics, place(better, unit))
	}
	a := axis{width: e.Total}
	for _, p := range pics {
		a.width = max(a.width, p.end)
	}
	a.width += a.width / 25
	f := &figure{Takes: waits(e.Plan, e.Worst())}
	if known {
		f.Ticks = a.ticks(is.known)
	}
	f.Note = note(unit, known, is.known <= is.end, len(f.Ticks) > 0)
	var style []string
	if len(f.Ticks) > 0 {
		scaled := min(is.known, a.width)
		style = append(style, "--scaled:"+percent(a.share(scaled)), "--step:"+percent(axis{scaled}.share(a.step())))
	}
	if e.Total > 0 {
		spend := e.Total - e.Margin
		style = append(style, "--spend:"+percent(a.share(spend)), "--total:"+percent(a.share(e.Total)))
		if e.Margin > 0 {
			f.Marks = append(f.Marks, a.tick("mark", "calls end: "+callplan.Short(spend), spend))
		}
		f.Marks = append(f.Marks, a.tick("mark", "answer due: "+callplan.Short(e.Total), e.Total))
	}
	f.Style = template.CSS(strings.Join(style, ";"))
	f.Wait = []bar{a.wait(e.Worst(), is.end)}
	if better != nil {
		f.Shorter = []bar{a.wait(e.worst(better), pics[1].end)}
	}
	all := lanes(plan)
	if len(all) > room {
		f.Left = len(all) - room
		all = all[:room]
	}
	for i := range all {
		l := all[i].page(a, is, link)
		if better != nil {
			if l.Better = a.bars(&all[i], pics[1]); slices.Equal(l.Better, l.Bars) {
				l.Better = nil // it stays where it is
			}
		}
		f.Lanes = append(f.Lanes, l)
	}
	return f
}

// waits is how long a plan may take, as short as it can be said.
func waits(plan *callplan.Node, w Worst) string {
	most := measure(plan, 1).total()
	switch {
	case !w.Bounded:
		return "no limit"
	case w.Exact:
		return callplan.Short(w.AtLeast)
	case !most.loose: // deadlines end all that is not known
		return "≤ " + callplan.Short(most.d)
	case w.AtLeast == 0:
		return "not known"
	}
	return "≥ " + callplan.Short(w.AtLeast)
}

func (a axis) wait(w Worst, end time.Duration) bar {
	c := "wait"
	if !w.Bounded {
		c += " endless"
	}
	return bar{c, template.CSS(a.place(0, end))}
}

// note says what the picture assumes.
func note(unit time.Duration, known, assumes, scaled bool) string {
	switch {
	case !known:
		return "No length here is known: the bars show the order only."
	case assumes && scaled:
		return "Lengths that are not known (hatched or fading) are drawn as if they were " + callplan.Short(unit) + "; the scale ends where the first of them begins."
	case assumes:
		return "Lengths that are not known (hatched or fading) are drawn as if they were " + callplan.Short(unit) + ", beside those that are known; when a call begins is not known."
	}
	return ""
}

func (x *lane) page(a axis, p *picture, link Link) pageLane {
	text, why, open := x.takes()
	out := pageLane{Name: x.name, How: x.how, Words: p.words(x), Bars: a.bars(x, p), Takes: text, Class: "lane"}
	if why != text {
		out.Why = why
	}
	if x.group {
		out.Class += " group"
	}
	if open {
		out.Class += " endless"
	}
	if x.depth > 0 {
		out.Style = template.CSS("--d:" + strconv.Itoa(x.depth))
	}
	for _, t := range x.tags {
		out.Tags = append(out.Tags, pageTag{t.class, t.text, t.title})
	}
	for i, at := range x.at {
		if i == 0 || i == len(x.at)-1 { // where it is called, and where it leaves the process
			out.At = append(out.At, link.at(at))
		}
	}
	return out
}

// slug is a fragment of an address: "GET-api-dashboard".
func slug(s string) string {
	words := strings.FieldsFunc(s, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9')
	})
	if len(words) == 0 {
		return "entry"
	}
	return strings.Join(words, "-")
}

package planview

import (
	"context"
	"encoding/xml"
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/budgetlint/budgetlint/internal/callplan"
	"github.com/budgetlint/budgetlint/internal/driver"
)

// The pictures of docs/concepts.md are drawn here, with the page's lanes, places and colours, so that they say what the
// plan says: two of them of the example's code, two of plans that are only numbers.

// example is the plan of the dashboard in a folder of the example.
func example(t *testing.T, folder string) Entry {
	t.Helper()
	dir := filepath.FromSlash("../../examples/dashboard")
	planned, err := driver.Plans(context.Background(), driver.Options{
		Dir: dir, Patterns: []string{"./" + folder}, ContractFile: filepath.Join(dir, "after", "budget.json"),
	})
	if err != nil || len(planned.Entries) != 1 {
		t.Fatalf("%d entries, %v", len(planned.Entries), err)
	}
	e := planned.Entries[0]
	return Entry{Name: e.Name, Route: e.Route, Total: e.Total, Margin: e.Margin, Why: e.TotalWhy, Plan: e.Plan}
}

func TestConceptPictures(t *testing.T) {
	wave := func(n callplan.Node) callplan.Node { n.Wave = 1; return n }
	serial := of(callplan.Seq, callplan.Node{},
		wave(ask("user-service", 500*ms)), wave(ask("order-service", 800*ms)),
		of(callplan.Retry, callplan.Node{N: callplan.Count{N: 2}, Time: callplan.Span{D: 100 * ms}}, ask("price-service", 400*ms)))
	e := Entry{Name: "serial", Total: 2 * time.Second, Margin: 300 * ms, Why: "the contract", Plan: &serial}
	_, better, ok := e.Suggested()
	if !ok {
		t.Fatal("nothing is suggested")
	}
	parallel := e
	parallel.Plan = better
	before := example(t, "before")
	before.Total, before.Margin = 0, 0
	for name, e := range map[string]Entry{
		"worst": e, "parallel": parallel, "after": example(t, "after"), "before": before,
	} {
		svg := pictureOf(&e)
		if err := wellFormed(svg); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		golden(t, filepath.FromSlash("../../docs/concepts-"+name+".svg"), []byte(svg))
	}
	text, err := os.ReadFile(filepath.FromSlash("../../docs/concepts.md"))
	if err != nil {
		t.Fatal(err)
	}
	// What the text says of the pictures, by their sums.
	for e, want := range map[*Entry]string{&e: "500ms + 800ms + 100ms + 2×400ms = 2.2s", &parallel: "800ms + 100ms + 2×400ms = 1.7s"} {
		if got := e.Worst().Text; got != want || !strings.Contains(string(text), want) {
			t.Errorf("the sum is %s, and the text wants %s", got, want)
		}
	}
}

func wellFormed(svg string) error {
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		if _, err := d.Token(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

const (
	svgWidth = 760
	svgEdge  = 16
	svgStyle = `text { font: 12px/1 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; fill: var(--text); }
.b { font-weight: 600; } .m, .tick { fill: var(--muted); font-weight: 400; } .mark { fill: var(--budget); font-weight: 600; }
.ground { fill: var(--ground); } .track { fill: var(--track); } .margin { fill: var(--tint); } .grid { stroke: var(--line); }
.spend { stroke: var(--budget); stroke-width: 1.5; stroke-dasharray: 4 3; } .total { stroke: var(--budget); stroke-width: 2; }
.wait { stroke: var(--text); stroke-width: 2; } .span { stroke: var(--canceled); stroke-width: 2; } .limit { stroke: var(--budget); stroke-width: 3; }
.pause { stroke: var(--canceled); stroke-width: 2; stroke-dasharray: 4 3; } .cut { stroke: var(--budget); stroke-width: 3; }
.bar { --ink: var(--canceled); fill: var(--ink); } .core { --ink: var(--seen); } .degradable { --ink: var(--ok); } .open { --ink: var(--failed); fill: url(#open); }
.open-ink { stop-color: var(--failed); } .arrow { fill: var(--failed); } .ghost { fill: none; stroke: var(--ink); stroke-dasharray: 3 2; } .hatch { stroke: var(--hatch); stroke-width: 2; }`
)

// canvas draws one picture from the top down.
type canvas struct {
	strings.Builder
	axis axis
	y    int
}

func (c *canvas) at(t time.Duration) string {
	return fmt.Sprintf("%.1f", svgEdge+c.axis.share(t)/100*(svgWidth-2*svgEdge))
}

func (c *canvas) line(class string, from, to time.Duration, y1, y2 int) {
	fmt.Fprintf(c, "<line class=\"%s\" x1=\"%s\" x2=\"%s\" y1=\"%d\" y2=\"%d\"/>\n", class, c.at(from), c.at(to), y1, y2)
}

func (c *canvas) text(class, anchor string, x string, y int, text string) {
	fmt.Fprintf(c, "<text class=\"%s\" text-anchor=\"%s\" x=\"%s\" y=\"%d\">%s</text>\n", class, anchor, x, y, html.EscapeString(text))
}

func (c *canvas) width(from, to time.Duration) float64 {
	return (c.axis.share(to) - c.axis.share(from)) / 100 * (svgWidth - 2*svgEdge)
}

func pictureOf(e *Entry) string {
	plan := numbered(e.Plan)
	unit, known := unitOf(plan, e.Total)
	p := place(plan, unit)
	c := &canvas{axis: axis{max(p.end, e.Total) * 26 / 25}, y: svgEdge}
	if known {
		c.y += 12
		for _, t := range c.axis.ticks(p.known) {
			d, _ := time.ParseDuration(t.Text)
			c.text("tick", map[bool]string{true: "start", false: "middle"}[d == 0], c.at(d), c.y, t.Text)
		}
		c.y += 6
	}
	top := c.y
	if e.Total > 0 {
		c.y += 12
		c.text("mark", "end", c.at(e.Total), c.y, "answer due: "+callplan.Short(e.Total))
		c.y += 14
		c.text("mark", "end", c.at(e.Total-e.Margin), c.y, "calls end: "+callplan.Short(e.Total-e.Margin))
		c.y += 6
	}
	below := c.y
	c.row(0, "the caller waits", nil, waits(e.Plan, e.Worst()))
	c.line("wait", 0, p.end, c.y-7, c.y-7)
	for _, x := range lanes(plan) {
		c.lane(&x, p)
	}
	c.y += svgEdge - 6
	return c.finish(e, top, below)
}

// row is the text of a lane, and the ground that it stands on.
func (c *canvas) row(depth int, name string, tags []tag, takes string) {
	c.y += 17
	words := []string{takes}
	for _, t := range tags {
		words = append(words, t.text)
	}
	fmt.Fprintf(c, "<text class=\"b\" x=\"%d\" y=\"%d\">%s<tspan class=\"m\" dx=\"8\">%s</tspan></text>\n", svgEdge+14*depth, c.y, html.EscapeString(name), html.EscapeString(strings.Join(words, " · ")))
	c.y += 5
	fmt.Fprintf(c, "<rect class=\"track\" x=\"%d\" width=\"%d\" y=\"%d\" height=\"14\"/>\n", svgEdge, svgWidth-2*svgEdge, c.y)
	c.y += 14
}

func (c *canvas) lane(x *lane, p *picture) {
	takes, _, _ := x.takes()
	c.row(x.depth, x.name, x.tags, takes)
	if w := p.whole[id(x.nodes[0])]; x.group {
		c.line("span", w.from, w.to, c.y-7, c.y-7)
	}
	for _, n := range x.nodes {
		for _, s := range p.pieces[id(n)] {
			c.piece(x, s)
		}
	}
}

func (c *canvas) piece(x *lane, s piece) {
	switch s.mark {
	case markLimit:
		c.line("limit", s.from, s.to, c.y+2, c.y+2)
		return
	case markPause, markMore:
		c.line("pause", s.from, s.to, c.y-7, c.y-7)
		return
	}
	high, class := 14.0, strings.TrimSpace("bar "+x.class())
	if x.class() == "degradable" {
		high = 7
	}
	if s.open && !s.ghost {
		class = "bar open"
	}
	if s.ghost {
		class += " ghost"
	}
	each := high / float64(s.stack)
	for i := range s.stack {
		y := float64(c.y) - 7 - high/2 + float64(i)*each
		gap := 0.0
		if s.stack > 1 {
			gap = 1
		}
		at := fmt.Sprintf("x=\"%s\" width=\"%.1f\" y=\"%.1f\" height=\"%.1f\"", c.at(s.from), c.width(s.from, s.to)-0.5, y, each-gap)
		fmt.Fprintf(c, "<rect class=\"%s\" %s/>\n", class, at)
		if s.assumed && !s.open && !s.ghost {
			fmt.Fprintf(c, "<rect fill=\"url(#hatch)\" %s/>\n", at)
		}
	}
	if s.open && s.stack == 1 {
		fmt.Fprintf(c, "<path class=\"arrow\" d=\"M%s %dl-8 -5v10z\"/>\n", c.at(s.to), c.y-7)
	}
	if s.cut {
		fmt.Fprintf(c, "<line class=\"cut\" x1=\"%s\" x2=\"%[1]s\" y1=\"%.1f\" y2=\"%.1f\"/>\n", c.at(s.to), float64(c.y)-7-high/2, float64(c.y)-7+high/2)
	}
}

var roots = regexp.MustCompile(`(?s):root \{.*?\}|@media \(prefers-color-scheme: dark\) \{\s*:root \{.*?\}\s*\}`)

// finish puts the picture on its ground, with what runs through all of it behind.
func (c *canvas) finish(e *Entry, top, below int) string {
	body := c.String()
	c.Reset()
	fmt.Fprintf(c, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %[1]d %[2]d\" role=\"img\" aria-labelledby=\"title desc\">\n", svgWidth, c.y)
	fmt.Fprintf(c, "<title id=\"title\">Call plan of %s</title>\n<desc id=\"desc\">%s</desc>\n", html.EscapeString(e.Title()), html.EscapeString(e.headline()))
	fmt.Fprintf(c, "<style>\n%s\n%s\n</style>\n", strings.Join(roots.FindAllString(pageStyle, 2), "\n"), svgStyle)
	c.WriteString(`<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M-1 7 7 -1M-1 1 1 -1M5 7 7 5" class="hatch"/></pattern>
<linearGradient id="open"><stop class="open-ink" offset=".35"/><stop class="open-ink" offset=".95" stop-opacity="0"/></linearGradient></defs>
<rect class="ground" width="100%" height="100%"/>
`)
	split := strings.Index(body, "<text class=\"b\"")
	c.WriteString(body[:split])
	body = body[split:]
	// Grounds first, then the margin, then what stands on them.
	var behind, front strings.Builder
	for line := range strings.Lines(body) {
		if strings.Contains(line, `class="track"`) {
			behind.WriteString(line)
		} else {
			front.WriteString(line)
		}
	}
	c.WriteString(behind.String())
	if e.Total > 0 {
		fmt.Fprintf(c, "<rect class=\"margin\" x=\"%s\" width=\"%.1f\" y=\"%d\" height=\"%d\"/>\n", c.at(e.Total-e.Margin), c.width(e.Total-e.Margin, e.Total), below, c.y-below-svgEdge+6)
	}
	c.WriteString(front.String())
	if e.Total > 0 {
		c.line("spend", e.Total-e.Margin, e.Total-e.Margin, below, c.y-svgEdge+6)
		c.line("total", e.Total, e.Total, top+14, c.y-svgEdge+6)
	}
	c.WriteString("</svg>\n")
	return c.String()
}

package report

import (
	"bytes"
	"fmt"
	"html"
	"strings"
)

// A canvas is a picture in the making. Across, places are shares of the width, so that the picture can be as wide as the
// page without its letters growing or shrinking; downward they are pixels.
type canvas struct {
	body  bytes.Buffer
	id    string // in front of the ids in it
	scale Ms     // what the whole width stands for
	y     int
}

// at is the place of t.
func (c *canvas) at(t Ms) string { return fmt.Sprintf("%.3f%%", 100*float64(t)/float64(c.scale)) }

func (c *canvas) add(format string, args ...any) { fmt.Fprintf(&c.body, format+"\n", args...) }

// text writes a word in a class at a place; anchor is start, middle or end.
func (c *canvas) text(class, anchor, x string, dx, y int, text string) {
	c.add(`<text class="%s" text-anchor="%s" x="%s" dx="%d" y="%d">%s</text>`, class, anchor, x, dx, y, html.EscapeString(text))
}

// row writes a label and a detail beside it, and goes down to what they are about.
func (c *canvas) row(class, label, detail string) {
	c.y += 15
	c.add(`<text class="%s" x="0" y="%d">%s<tspan class="detail" dx="8">%s</tspan></text>`, class, c.y, html.EscapeString(label), html.EscapeString(detail))
	c.y += 5
}

// track is the ground on which bars stand.
func (c *canvas) track(height int) {
	c.add(`<rect class="track" x="0" width="100%%" y="%d" height="%d"/>`, c.y, height)
}

// bar draws a time from from to from+took. kind is a class and a pattern; see kinds.
func (c *canvas) bar(kind string, from, took Ms, y, height int, title string) {
	fill := ""
	if pattern[kind] != "" {
		fill = fmt.Sprintf(` style="fill:url(#%s-%s)"`, c.id, kind)
	}
	c.add(`<rect class="bar %s"%s x="%s" width="%s" y="%d" height="%d" data-from="%g" data-took="%g"><title>%s</title></rect>`,
		kind, fill, c.at(from), c.at(max(took, 0)), y, height, from, took, html.EscapeString(title))
}

// line draws a time as a thin line.
func (c *canvas) line(class string, from, took Ms, y int, title string) {
	c.add(`<line class="%s" x1="%s" x2="%s" y1="%d" y2="%d" data-from="%g" data-took="%g"><title>%s</title></line>`,
		class, c.at(from), c.at(from+max(took, 0)), y, y, from, took, html.EscapeString(title))
}

// upright draws a line at t from y1 to y2.
func (c *canvas) upright(class string, t Ms, y1, y2 int) {
	c.add(`<line class="%s" x1="%s" x2="%s" y1="%d" y2="%d"/>`, class, c.at(t), c.at(t), y1, y2)
}

// pattern is what each kind of bar is filled with, so that no kind is told by its colour alone; "" is plain.
var pattern = map[string]string{
	"ok":       "",
	"failed":   `<path d="M0 0 6 6M6 0 0 6" class="hatch"/>`,
	"timeout":  `<path d="M-1 7 7 -1M-1 1 1 -1M5 7 7 5" class="hatch"/>`,
	"canceled": `<path d="M0 3H6" class="hatch"/>`,
	"probe":    `<path d="M3 0V6" class="hatch"/>`,
	"open":     "",
}

// svg returns the picture under what was put into behind, with words for those who do not see it.
func (c *canvas) svg(title, desc string, behind func(c *canvas)) string {
	c.y += 6
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" class="figure" width="100%%" height="%d" role="img" aria-labelledby="%s-title %s-desc">`+"\n",
		c.y, c.id, c.id)
	fmt.Fprintf(&b, "<title id=\"%s-title\">%s</title>\n<desc id=\"%s-desc\">%s</desc>\n<defs>\n", c.id, html.EscapeString(title), c.id, html.EscapeString(desc))
	for _, kind := range []string{"failed", "timeout", "canceled", "probe"} {
		fmt.Fprintf(&b, `<pattern id="%s-%s" class="%s" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" class="ink"/>%s</pattern>`+"\n",
			c.id, kind, kind, pattern[kind])
	}
	b.WriteString("</defs>\n")
	under := &canvas{id: c.id, scale: c.scale, y: c.y}
	behind(under)
	b.Write(under.body.Bytes())
	b.Write(c.body.Bytes())
	b.WriteString("</svg>\n")
	return b.String()
}

// axis writes the marks of the time along the top.
func (c *canvas) axis() {
	c.y += 12
	for i, t := range ticks(c.scale) {
		anchor := "middle"
		if i == 0 {
			anchor = "start"
		}
		c.text("tick", anchor, c.at(t), 0, c.y, tickText(t))
	}
	c.y += 6
}

// grid draws the marks all the way down.
func (c *canvas) grid(from int) {
	for _, t := range ticks(c.scale)[1:] {
		c.upright("grid", t, from, c.y)
	}
}

// ticks are at most six round times, none so near to the right edge that its text would not fit.
func ticks(scale Ms) (all []Ms) {
	step := Ms(20000)
	for _, s := range []Ms{100, 200, 500, 1000, 2000, 5000, 10000} {
		if scale/s <= 6 {
			step = s
			break
		}
	}
	for t := Ms(0); t < scale*0.95; t += step {
		all = append(all, t)
	}
	return all
}

func tickText(t Ms) string {
	switch {
	case t == 0:
		return "0"
	case t < 500:
		return t.String()
	}
	return fmt.Sprintf("%g s", float64(t)/1000)
}

// rows puts spans that overlap into different rows, and returns each one's row and how many there are.
func rows(from, took []Ms) (row []int, n int) {
	var ends []Ms
	for i := range from {
		r := 0
		for r < len(ends) && ends[r] > from[i] {
			r++
		}
		if r == len(ends) {
			ends = append(ends, 0)
		}
		ends[r] = from[i] + took[i]
		row = append(row, r)
	}
	return row, max(len(ends), 1)
}

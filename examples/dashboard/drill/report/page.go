package report

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"strings"
)

//go:embed figure.css
var figureStyle string

//go:embed page.css
var pageStyle string

//go:embed page.tmpl
var pageText string

// legend is one entry: how something looks in the pictures, and what it means.
type legend struct {
	Mark template.HTML
	Text string
}

// section is a scenario on the page.
type section struct {
	*Scenario
	BeforeTime, AfterTime       Ms
	BeforeAnswers, AfterAnswers string
	Figures                     []template.HTML
	Rows                        []tableRow
}

// tableRow is one bar in words.
type tableRow struct {
	Page, Service string
	From, Took    Ms
	End           string
}

// HTML returns the report as one page that needs nothing else: no script, no font, no network.
func HTML(r *Report) ([]byte, error) {
	failed, of := r.Failed()
	var sections []section
	for i := range r.Scenarios {
		s := &r.Scenarios[i]
		before, after := s.Of(Before), s.Of(After)
		sec := section{Scenario: s, BeforeTime: Slowest(before), AfterTime: Slowest(after),
			BeforeAnswers: Answers(before), AfterAnswers: Answers(after), Rows: tableRows(s)}
		for _, f := range figures(r, s) {
			sec.Figures = append(sec.Figures, template.HTML(f.svg)) // made here, its texts escaped
		}
		sections = append(sections, sec)
	}
	page, err := template.New("page").Parse(pageText)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = page.Execute(&b, map[string]any{
		"Contract": r.Contract, "Failed": failed, "Checks": of, "Scenarios": sections, "Legend": legends(),
		"Style": template.CSS(figureStyle + pageStyle),
	})
	return b.Bytes(), err
}

// SVG returns the pictures of s as files of their own, by name, at a width that suits a document.
func SVG(r *Report, s *Scenario) map[string][]byte {
	const width, edge = 860, 16
	all := map[string][]byte{}
	for _, f := range figures(r, s) {
		svg := strings.Replace(f.svg, `class="figure" width="100%"`, fmt.Sprintf(`class="figure" x="%d" y="%d" width="%d"`, edge, edge, width-2*edge), 1)
		_, rest, _ := strings.Cut(svg, ` height="`)
		var height int
		fmt.Sscanf(rest, "%d", &height)
		all[f.name] = fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" class="figure" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d">
<style>
%s</style>
<rect class="ground" width="100%%" height="100%%"/>
%s</svg>
`, width, height+2*edge, figureStyle, svg)
	}
	return all
}

type figure struct{ name, svg string }

func figures(r *Report, s *Scenario) []figure {
	one := figure{s.Name, waterfall(r, s)}
	if s.Watched == "" {
		return []figure{one}
	}
	return []figure{{s.Name + "-time", timeline(s)}, one}
}

// legends explains the marks in the order in which one meets them.
func legends() []legend {
	mark := func(i int, draw func(c *canvas)) template.HTML {
		c := &canvas{id: fmt.Sprintf("legend-%d", i), scale: 100}
		draw(c)
		c.y = 8
		svg := c.svg("", "", func(*canvas) {})
		return template.HTML(strings.Replace(svg, `width="100%"`, `width="40"`, 1))
	}
	bar := func(kind string) func(c *canvas) { return func(c *canvas) { c.bar(kind, 2, 94, 1, 12, kind) } }
	var all []legend
	for i, l := range []struct {
		draw func(c *canvas)
		text string
	}{
		{func(c *canvas) { c.line("wait", 0, 100, 7, "wait"); c.upright("wait", 99, 3, 11) }, "the client waits for the page"},
		{bar("ok"), "a call that was answered"},
		{bar("failed"), "failed"},
		{bar("timeout"), "ended by its timeout"},
		{bar("canceled"), "canceled: its answer was no longer wanted"},
		{func(c *canvas) { c.line("seen", 0, 100, 7, "seen") }, "the same request as the service saw it"},
		{func(c *canvas) { c.upright("waited", 50, 0, 14) }, "waited for the call above"},
		{func(c *canvas) { c.upright("spend", 50, 0, 14) }, "calls end: the time for calls is over"},
		{func(c *canvas) { c.upright("total", 50, 0, 14) }, "answer due; the tinted part before it is the margin"},
		{bar("open"), "in the row of breakers: open"},
		{bar("probe"), "half-open: probes are let through"},
		{func(c *canvas) { c.bar("closed", 2, 94, 6, 3, "closed") }, "closed: all calls are let through"},
	} {
		all = append(all, legend{mark(i, l.draw), l.text})
	}
	return all
}

func tableRows(s *Scenario) (all []tableRow) {
	for _, p := range s.Pages {
		if p.Shown == "" {
			continue
		}
		page := fmt.Sprintf("%s %d", p.Version, p.Number)
		all = append(all, tableRow{page, "the client", 0, p.Took, outcome(&p)})
		for i := range p.Calls {
			c := &p.Calls[i]
			all = append(all, tableRow{page, c.Service, c.From, c.Took, callText(p.Calls[i : i+1])})
		}
		if p.Version == Before {
			for i := range p.Exchanges {
				e := &p.Exchanges[i]
				all = append(all, tableRow{page, e.Service, e.From, e.Took, e.What + ": " + exchangeText(e)})
			}
		}
	}
	return all
}

package report

import (
	"fmt"
	"strings"
)

// segment is a time in which a breaker did not change.
type segment struct {
	state    string
	from, to Ms
}

// states returns what the breaker of a service was between from and to.
func states(changes []Change, service string, from, to Ms) []segment {
	all := []segment{{"closed", from, to}}
	for _, c := range changes {
		if c.Service != service || c.At >= to {
			continue
		}
		last := &all[len(all)-1]
		if c.At <= from {
			last.state = c.To
			continue
		}
		last.to = c.At
		all = append(all, segment{c.To, c.At, to})
	}
	return all
}

// band draws segments: a thin line where the breaker is closed, a full bar where it is open, a hatched one in between.
func (c *canvas) band(all []segment, origin Ms) {
	const height = 10
	c.track(height)
	for _, s := range all {
		title := "breaker " + s.state + " for " + (s.to - s.from).String()
		switch s.state {
		case "open":
			c.bar("open", s.from-origin, s.to-s.from, c.y, height, title)
		case "half-open":
			c.bar("probe", s.from-origin, s.to-s.from, c.y+2, height-2, title)
		default:
			c.bar("closed", s.from-origin, s.to-s.from, c.y+height-3, 3, title)
		}
	}
	c.y += height + 3
}

// breakers draws the state during a page of the one breaker that was not closed, or of all.
func (c *canvas) breakers(s *Scenario, p *Page) {
	end := p.From + p.Took
	all, text := []segment{{"closed", p.From, end}}, "all closed"
	for _, name := range services() {
		if own := states(s.Changes, name, p.From, end); len(own) > 1 || own[0].state != "closed" {
			var words []string
			for _, seg := range own {
				words = append(words, seg.state)
			}
			all, text = own, strings.TrimSuffix(name, "-service")+" "+strings.Join(words, ", then ")
		}
	}
	c.add(`<g class="lane" data-service="breakers">`)
	c.row("service", "breakers", text)
	c.band(all, p.From)
	c.add("</g>")
}

// timeline draws a whole scenario: its pages, the requests to the service that is watched, and the state of that one's
// breaker.
func timeline(s *Scenario) string {
	c := &canvas{id: s.Name + "-time", scale: 1}
	for _, p := range s.Pages {
		c.scale = max(c.scale, p.From+p.Took)
	}
	c.scale *= 1.02
	c.axis()
	top := c.y
	var words []string
	for _, version := range []string{Before, After} {
		c.y += 8
		c.add(`<g class="panel %s">`, version)
		pages := s.Of(version)
		c.row("version", version, fmt.Sprintf("%d pages, median %v", len(pages), Median(pages)))
		words = append(words, fmt.Sprintf("%s: %s.", version, Answers(pages)))
		for _, group := range []struct {
			label, class string
			is           func(p *Page) bool
		}{
			{"whole pages", "ok", func(p *Page) bool { return p.Status == 200 && len(p.Degraded) == 0 }},
			{"pages without " + s.Watched, "timeout", func(p *Page) bool { return p.Status == 200 && len(p.Degraded) > 0 }},
			{"errors", "failed", func(p *Page) bool { return p.Status != 200 }},
		} {
			var from, took []Ms
			for i := range pages {
				if group.is(&pages[i]) {
					from, took = append(from, pages[i].From), append(took, pages[i].Took)
				}
			}
			c.spans(group.label, "span "+group.class, from, took)
		}
		var from, took []Ms
		for _, e := range s.Requests {
			if e.Version == version {
				from, took = append(from, e.From), append(took, e.Took)
			}
		}
		c.spans("requests to "+s.Watched, "span seen", from, took)
		if version == After {
			c.watched(s)
			words = append(words, fmt.Sprintf("The breaker of %s: %s.", s.Watched, changesText(s)))
		}
		c.add("</g>")
	}
	return c.svg(s.Title+": the whole time", strings.Join(words, " "), func(c *canvas) { c.grid(top) })
}

// spans draws many times as lines in as few rows as they fit into; none for none.
func (c *canvas) spans(label, class string, from, took []Ms) {
	if len(from) == 0 {
		return
	}
	c.row("service", label, fmt.Sprint(len(from)))
	row, n := rows(from, took)
	c.track(4*n + 4)
	for i := range from {
		c.line(class, from[i], took[i], c.y+4+4*row[i], took[i].String())
	}
	c.y += 4*n + 6
}

// watched draws the breaker of the service that is watched.
func (c *canvas) watched(s *Scenario) {
	c.add(`<g class="lane" data-service="breakers">`)
	c.row("service", "breaker of "+s.Watched, "")
	c.band(states(s.Changes, s.Watched, 0, c.scale/1.02), 0)
	c.y += 11
	c.text("shown", "start", "0", 0, c.y, changesText(s))
	c.y += 4
	c.add("</g>")
}

func changesText(s *Scenario) string {
	var words []string
	for _, ch := range s.Changes {
		if ch.Service == s.Watched {
			words = append(words, fmt.Sprintf("%s at %.1f s", ch.To, float64(ch.At)/1000))
		}
	}
	if len(words) == 0 {
		return "closed all the time"
	}
	return strings.Join(words, " · ")
}

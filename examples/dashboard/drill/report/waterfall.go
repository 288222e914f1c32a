package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// services in the order of the lanes: that in which before asks them.
func services() []string {
	return []string{"user-service", "order-service", "stock-service", "recommend-service", "notify-service"}
}

const barHeight = 12

// waterfall draws the pages of s that are to be shown one below the other on one time scale: for each service a lane with
// its calls, who waited for whom, where the budget ended, and the breakers' states.
func waterfall(r *Report, s *Scenario) string {
	total := cmp.Or(s.Budget, r.Contract.Total)
	spend := total - r.Contract.Margin*total/r.Contract.Total
	c := &canvas{id: s.Name, scale: total}
	var words []string
	for _, p := range s.Pages {
		if p.Shown == "" {
			continue
		}
		c.scale = max(c.scale, p.Took)
		for _, e := range p.Exchanges {
			c.scale = max(c.scale, e.From+e.Took)
		}
		words = append(words, p.Version+": "+outcome(&p)+".")
	}
	c.scale *= 1.04
	c.axis()
	top := c.y
	c.mark(total, "answer due: "+total.String())
	second := c.y
	c.mark(spend, "calls end: "+spend.String())
	c.y += 4
	below := c.y
	for i := range s.Pages {
		if p := &s.Pages[i]; p.Shown != "" {
			c.panel(s, p)
		}
	}
	return c.svg(s.Title+": who waited for whom", s.Trouble+" "+strings.Join(words, " "), func(c *canvas) {
		c.add(`<rect class="margin" x="%s" width="%s" y="%d" height="%d"/>`, c.at(spend), c.at(total-spend), below, c.y-below)
		c.grid(top)
		c.upright("spend", spend, second, c.y)
		c.upright("total", total, top, c.y)
	})
}

// mark names the line that goes down at t, on the side of it that has room.
func (c *canvas) mark(t Ms, text string) {
	c.y += 14
	if t > c.scale*2/5 {
		c.text("mark", "end", c.at(t), -6, c.y, text)
	} else {
		c.text("mark", "start", c.at(t), 6, c.y, text)
	}
}

// outcome is what came of a page.
func outcome(p *Page) string {
	text := fmt.Sprintf("%d after %v", p.Status, p.Took)
	if p.Left {
		text = fmt.Sprintf("client left after %v", p.Took)
	}
	if p.Code != "" {
		text += ", " + p.Code
	}
	return text
}

// panel draws one page.
func (c *canvas) panel(s *Scenario, p *Page) {
	c.y += 10
	c.add(`<g class="panel %s">`, p.Version)
	c.row("version", fmt.Sprintf("%s, page %d", p.Version, p.Number), outcome(p))
	c.y += 11
	c.text("shown", "start", "0", 0, c.y, p.Shown)
	c.y += 8
	c.line("wait", 0, p.Took, c.y, "the client waits: "+p.Took.String())
	c.upright("wait", p.Took, c.y-4, c.y+4)
	c.y += 6
	ends := map[string]place{}
	for _, name := range services() {
		c.lane(p, name, ends)
	}
	if p.Version == After {
		c.breakers(s, p)
	}
	c.add("</g>")
}

// place is where a lane's first call ended.
type place struct {
	end Ms
	y   int
}

// lane draws the calls of one service. before keeps no records: its bars are what the service saw. after's bars are its
// records, and what the service saw is a thin line below each.
func (c *canvas) lane(p *Page, name string, ends map[string]place) {
	var calls []Call
	for _, call := range p.Calls {
		if call.Service == name {
			calls = append(calls, call)
		}
	}
	var seen []Exchange
	for _, e := range p.Exchanges {
		if e.Service == name {
			seen = append(seen, e)
		}
	}
	slices.SortFunc(calls, func(a, b Call) int { return cmp.Compare(a.From, b.From) })
	slices.SortFunc(seen, func(a, b Exchange) int { return cmp.Compare(a.From, b.From) })
	c.add(`<g class="lane" data-service="%s">`, name)
	defer c.add("</g>")
	if p.Version == Before {
		c.row("service", name, sawText(seen, p))
		c.track(barHeight)
		c.exchanges(seen)
		if len(seen) > 0 {
			c.waitedFor(seen[0].From, ends)
			ends[name] = place{lastEnd(seen), c.y + barHeight}
		}
		c.y += barHeight + 4
		return
	}
	c.row("service", name, callText(calls))
	c.track(barHeight)
	for i, call := range calls {
		c.bar(kindOf(call.Status), call.From, call.Took, c.y, barHeight, fmt.Sprintf("%s: %s", name, callText(calls[i:i+1])))
		switch {
		case i > 0: // to mark as seen what the page showed
			c.waitedFor(call.From, ends)
		case name == "stock-service" && call.Attempts > 0:
			c.waitedFor(call.From, map[string]place{"": ends["order-service"]})
		}
	}
	if len(calls) > 0 {
		ends[name] = place{calls[0].From + calls[0].Took, c.y + barHeight}
	}
	c.y += barHeight + 3
	for i, e := range seen {
		if i < 4 {
			c.line("seen", e.From, e.Took, c.y+3*i, e.What+" as the service saw it: "+exchangeText(&e))
		}
	}
	c.y += 3*min(len(seen), 4) + 2
}

// exchanges draws what a service saw as bars; those at the same time share the height.
func (c *canvas) exchanges(seen []Exchange) {
	var from, took []Ms
	for _, e := range seen {
		from, took = append(from, e.From), append(took, e.Took)
	}
	row, n := rows(from, took)
	for i, e := range seen {
		h := barHeight / n
		c.bar(kindOfExchange(&e), e.From, e.Took, c.y+row[i]*h, h, e.What+": "+exchangeText(&e))
	}
}

// waitedFor draws a dotted line down to what began at from, from the call whose end it waited for: the last one that had
// ended by then.
func (c *canvas) waitedFor(from Ms, ends map[string]place) {
	const sameTime = 12 // what a process may take between the two on a busy machine
	var last place
	for _, e := range ends {
		if e.end <= from+1 && e.end > last.end && from-e.end < sameTime {
			last = e
		}
	}
	if last.y > 0 {
		c.upright("waited", from, last.y, c.y)
	}
}

func lastEnd(seen []Exchange) (end Ms) {
	for _, e := range seen {
		end = max(end, e.From+e.Took)
	}
	return end
}

func kindOf(status string) string {
	switch status {
	case "ok", "timeout", "canceled":
		return status
	}
	return "failed" // refused, open and full took no time, and so have no bar to speak of
}

func kindOfExchange(e *Exchange) string {
	switch {
	case e.Gone:
		return "canceled"
	case e.Status == 0 || e.Status >= 400:
		return "failed"
	}
	return "ok"
}

func callText(calls []Call) string {
	var words []string
	for _, call := range calls {
		word := call.Status + " " + call.Took.String()
		switch {
		case call.Status == "open":
			word = "not called, breaker open"
		case call.Attempts == 0 && call.Status == "canceled":
			word = "not called"
		case call.Attempts == 0:
			word = "not called, " + call.Status
		}
		if call.Degraded && call.Status != "canceled" {
			word += " → fallback"
		}
		words = append(words, word)
	}
	if len(words) == 0 {
		return "not called"
	}
	return strings.Join(words, ", ")
}

func exchangeText(e *Exchange) string { return answerText(e) + " after " + e.Took.String() }

func answerText(e *Exchange) string {
	switch {
	case e.Gone:
		return "canceled"
	case e.Status != 0:
		return fmt.Sprint(e.Status)
	}
	return "no answer"
}

// sawText sums up what a service saw of a page of before.
func sawText(seen []Exchange, p *Page) string {
	if len(seen) == 0 {
		return "not asked"
	}
	var words []string
	for i := 0; i < len(seen); {
		n, word := 1, answerText(&seen[i])
		for i+n < len(seen) && answerText(&seen[i+n]) == word {
			n++
		}
		if i += n; n > 1 {
			word = fmt.Sprintf("%d × %s", n, word)
		}
		words = append(words, word)
	}
	text := strings.Join(words, ", ") + " in " + (lastEnd(seen) - seen[0].From).String()
	if p.Left && !seen[len(seen)-1].Gone {
		text += ", for nobody"
	}
	return text
}

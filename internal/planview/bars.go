package planview

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/budgetlint/budgetlint/internal/callplan"
)

// bar is one piece of a lane on the page.
type bar struct {
	Class string
	Style template.CSS
}

// axis is the time along a waterfall. Its whole width is some time, or only an order where no length is known.
type axis struct {
	width time.Duration
}

func (a axis) share(t time.Duration) float64 {
	return min(100, 100*float64(t)/float64(max(a.width, 1)))
}

// percent writes a share in hundredths without needless zeros.
func percent(share float64) string {
	s := fmt.Sprintf("%.2f", share)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".") + "%"
}

func (a axis) place(from, to time.Duration) string {
	l := math.Round(100*a.share(from)) / 100
	return "left:" + percent(l) + ";width:" + percent(a.share(to)-l)
}

// bars draws what stands in a lane of a picture.
func (a axis) bars(x *lane, p *picture) (out []bar) {
	if x.group {
		out = append(out, a.group(x, p)...)
	}
	for _, n := range x.nodes {
		for _, s := range p.pieces[id(n)] {
			out = append(out, bar{class(x, s), template.CSS(a.place(s.from, s.to) + stacked(s))})
		}
	}
	if !x.group {
		out = append(out, a.usual(x, p)...)
	}
	slices.SortStableFunc(out, func(a, b bar) int { return strings.Compare(layer(a), layer(b)) })
	return out
}

// layer puts deadlines below the bars, and what is usual above them.
func layer(b bar) string {
	switch {
	case strings.HasPrefix(b.Class, "limit"):
		return "0"
	case b.Class == "usual":
		return "2"
	}
	return "1"
}

func stacked(s piece) string {
	if s.stack > 1 && s.mark != markLimit {
		return fmt.Sprintf(";--k:%d", s.stack)
	}
	return ""
}

// group is the line from the first begin to the last end below the head of several calls.
func (a axis) group(x *lane, p *picture) []bar {
	w, ok := p.whole[id(x.nodes[0])]
	if !ok {
		return nil
	}
	c := "span"
	if w.async {
		c += " async"
	}
	return []bar{{c, template.CSS(a.place(w.from, w.to))}}
}

// usual is how long the first call of a lane usually takes.
func (a axis) usual(x *lane, p *picture) []bar {
	for _, n := range x.nodes {
		if n.Expected == 0 {
			continue
		}
		w, ok := p.whole[id(n)]
		if !ok {
			return nil
		}
		return []bar{{"usual", template.CSS(a.place(w.from, min(plus(w.from, n.Expected), w.to)))}}
	}
	return nil
}

// class is how a piece looks.
func class(x *lane, s piece) string {
	words := []string{"bar"}
	switch s.mark {
	case markPause:
		words[0] = "pause"
	case markLimit:
		words[0] = "limit"
	case markMore:
		words[0] = "more"
	}
	if s.mark == markCall && x.class() != "" {
		words = append(words, x.class())
	}
	for _, f := range []struct {
		yes  bool
		word string
	}{
		{s.open, "open"}, {s.assumed && !s.open, "assumed"}, {s.ghost, "ghost"}, {s.cut, "cut"}, {s.async, "async"}, {s.maybe && s.mark != markLimit, "maybe"},
		{s.stack > 1 && s.mark != markLimit, "stack"},
	} {
		if f.yes {
			words = append(words, f.word)
		}
	}
	return strings.Join(words, " ")
}

// tick is a word along the axis.
type tick struct {
	Class, Text string
	Style       template.CSS
}

// step is the time from one tick to the next.
func (a axis) step() time.Duration { return round(a.width / 6) }

// ticks are at most six round times, up to where places are times.
func (a axis) ticks(known time.Duration) (out []tick) {
	step := a.step()
	for t := time.Duration(0); t < a.width*95/100 && t <= known; t += step {
		text := callplan.Short(t)
		if t == 0 {
			text = "0"
		}
		out = append(out, a.tick("tick", text, t))
	}
	if len(out) < 2 {
		return nil // a single one shows no scale
	}
	return out
}

// tick is on the side of its place that has room.
func (a axis) tick(class, text string, t time.Duration) tick {
	share, room := a.share(t), 60.0
	if class == "tick" {
		room = 90
	}
	if share > room {
		return tick{class + " before", text, template.CSS("right:" + percent(100-share))}
	}
	return tick{class, text, template.CSS("left:" + percent(share))}
}

// words says where a lane's bars are, for those who do not see them.
func (p *picture) words(x *lane) string {
	w, ok := p.whole[id(x.nodes[0])]
	switch {
	case !ok || w.from > p.known:
		return "" // when what is before it in the list is done
	case w.from == 0:
		return "begins at once"
	}
	return "begins after " + callplan.Short(w.from)
}

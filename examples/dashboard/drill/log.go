package main

import (
	"encoding/json"
	"sync"
	"time"

	"github.com/budgetlint/budgetlint/examples/dashboard/drill/report"
	"github.com/budgetlint/budgetlint/examples/dashboard/fakes"
)

// line is what the drill reads in a line of after's log: the records of the runtime, the changes of its breakers, and that
// a request was answered.
type line struct {
	Time time.Time `json:"time"`
	Msg  string    `json:"msg"`

	Downstream string        `json:"downstream"`
	TraceID    string        `json:"trace_id"`
	Status     string        `json:"status"`
	Start      time.Time     `json:"start"`
	Took       time.Duration `json:"took"`
	Timeout    time.Duration `json:"timeout"`
	Attempts   int           `json:"attempts"`
	Degraded   bool          `json:"degraded"`
	Error      string        `json:"error"`

	From string `json:"from"`
	To   string `json:"to"`
}

// log is the log of a dashboard so far. It is guarded by the mutex of its stage.
type log struct {
	calls   map[string][]line // by trace id
	done    map[string]bool   // whose request line was there
	changes []line
	tail    string // the last line
	changed *sync.Cond
}

func (l *log) add(text []byte) {
	l.tail = string(text)
	var e line
	if json.Unmarshal(text, &e) != nil {
		return // before writes plain lines, which say nothing that its answers do not
	}
	if l.done == nil {
		l.calls, l.done = map[string][]line{}, map[string]bool{}
	}
	switch e.Msg {
	case "downstream call":
		l.calls[e.TraceID] = append(l.calls[e.TraceID], e)
	case "request":
		l.done[e.TraceID] = true
	case "breaker":
		l.changes = append(l.changes, e)
	}
}

// breakers returns the changes so far.
func (s *stage) breakers() []report.Change {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []report.Change
	for _, l := range s.log.changes {
		all = append(all, report.Change{Service: l.Downstream, From: l.From, To: l.To, At: report.In(l.Time.Sub(s.start))})
	}
	return all
}

// seen returns what the service called name saw since t; all services for "". From is since t.
func (s *stage) seen(name string, t time.Time) []report.Exchange {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := []report.Exchange{}
	for _, e := range s.exchanges {
		if name == "" || e.Service == name {
			if !e.Start.Before(t) {
				all = append(all, exchange(s.version, e, t))
			}
		}
	}
	return all
}

func exchange(version string, e fakes.Exchange, t time.Time) report.Exchange {
	return report.Exchange{
		Version: version, Service: e.Service, What: e.Method + " " + e.Path, From: report.In(e.Start.Sub(t)),
		Took: report.In(e.Took), Told: report.In(e.Left), Status: e.Status, Gone: e.Gone,
	}
}

// idle waits until no service has a request under way, so that all are among those seen; at most for d.
func (s *stage) idle(d time.Duration) bool {
	for end := time.Now().Add(d); ; time.Sleep(time.Millisecond) {
		running := 0
		for _, service := range s.services {
			running += service.Running()
		}
		if running == 0 {
			return true
		}
		if time.Now().After(end) {
			return false
		}
	}
}

// withExchanges adds what the services saw of p, which nothing else may have been asked beside; at most for d it waits
// for them to be done with it.
func (s *stage) withExchanges(p *reply, d time.Duration) bool {
	idle := s.idle(d)
	p.Exchanges = s.seen("", p.start)
	return idle
}

// content is what the drill looks at in a page.
type content struct {
	User      *struct{ ID string } `json:"user"`
	Orders    []json.RawMessage    `json:"orders"`
	Recommend json.RawMessage      `json:"recommend"`
	Degraded  []string             `json:"degraded"`
	Error     struct{ Code, Service string }
}

func (p *reply) content() (c content) {
	json.Unmarshal([]byte(p.body), &c) // what is no JSON has no content
	return c
}

// read notes what the answer says of itself.
func (p *reply) read() {
	c := p.content()
	p.Degraded, p.Code = c.Degraded, c.Error.Code
}

// whole is whether the core of the page is there.
func (p *reply) whole() bool {
	c := p.content()
	return p.Status == 200 && c.User != nil && c.User.ID == "42" && len(c.Orders) == 3
}

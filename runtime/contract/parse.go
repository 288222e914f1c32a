package contract

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// PosError is one fault of a budget file.
type PosError struct {
	// Path names the value: aggregator.downstreams["stock-service"].timeoutMs. It is "" for the file as a whole.
	Path string
	File string
	// Line and Col count from 1, Col in bytes. 0 means the file as a whole.
	Line, Col int
	Msg       string
}

// Error is one line: "budget.json:12:5: aggregator.totalBudgetMs: must be 1 or more, is 0".
func (e *PosError) Error() string {
	s := e.File
	if e.Line > 0 {
		s += fmt.Sprintf(":%d:%d", e.Line, e.Col)
	}
	if e.Path != "" {
		s += ": " + e.Path
	}
	return s + ": " + e.Msg
}

// Parse reads a budget file and checks all of it. The error joins one *PosError for each fault, in the order of the
// file; there is then no contract. Keys match exactly, and nothing unknown is let through. A file of more than 1 MiB is
// refused. file is only used in messages and kept in Contract.File.
func Parse(file string, data []byte) (*Contract, error) {
	p := &parser{reader: newReader(file, data)}
	c := &Contract{File: file}
	if v := p.document(); v != nil {
		p.contract(v, c)
	}
	if err := p.err(); err != nil {
		return nil, err
	}
	return c, nil
}

// MustLoad is Parse for a file that is part of the program (go:embed). It panics on a fault, and calls the file
// "contract" in the message.
func MustLoad(data []byte) *Contract {
	c, err := Parse("contract", data)
	if err != nil {
		panic(err)
	}
	return c
}

type parser struct{ *reader }

// root is what stands at the top of the file.
type root struct {
	schema      string
	aggregators []Aggregator
}

var rootFields = []field[root]{
	{key: "$schema", kind: "name", read: func(p *parser, path string, v *node, into *root) {
		if v.kind != str {
			p.fault(v.off, path, "must be a string, not %s", v.kind)
		}
	}},
	{key: "aggregator", kind: "object", twin: "aggregators", read: func(p *parser, path string, v *node, into *root) {
		into.aggregators = append(into.aggregators, p.aggregator(path, "", v))
	}},
	{key: "aggregators", kind: "object", twin: "aggregator", read: func(p *parser, path string, v *node, into *root) {
		p.each(path, v, "aggregator", func(path string, m member) {
			a := p.aggregator(path, m.key, m.value)
			a.Pos = p.pos(m.off)
			into.aggregators = append(into.aggregators, a)
		})
	}},
}

var aggregatorFields = slices.Concat(
	duration("totalBudget", 1, true, func(a *Aggregator) *time.Duration { return &a.TotalBudget }),
	duration("safetyMargin", 0, false, func(a *Aggregator) *time.Duration { return &a.SafetyMargin }),
	[]field[Aggregator]{
		{key: "downstreams", kind: "object", required: true, read: func(p *parser, path string, v *node, into *Aggregator) {
			// Left to parser.aggregator: the total and the breaker may stand below it in the file.
		}},
		{key: "circuitBreaker", kind: "object", read: func(p *parser, path string, v *node, into *Aggregator) {
			into.Breaker = new(Breaker) // filled by parser.aggregator, which knows the timeouts that its window must fit
		}},
	})

var downstreamFields = slices.Concat(
	duration("timeout", 1, true, func(d *Downstream) *time.Duration { return &d.Timeout }),
	[]field[Downstream]{
		truth("core", func(d *Downstream) *bool { return &d.Core }),
		truth("degradable", func(d *Downstream) *bool { return &d.Degradable }),
	},
	duration("expected", 1, false, func(d *Downstream) *time.Duration { return &d.Expected }),
	duration("slowAfter", 1, false, func(d *Downstream) *time.Duration { return &d.SlowAfter }),
	[]field[Downstream]{
		count("maxConcurrent", false, func(d *Downstream) *int { return &d.MaxConcurrent }),
	},
	duration("maxWait", 0, false, func(d *Downstream) *time.Duration { return &d.MaxWait }),
	[]field[Downstream]{
		{key: "priority", kind: "word", read: func(p *parser, path string, v *node, into *Downstream) {
			switch {
			case v.kind == str && v.text == Low.String():
				into.Priority = Low
			case v.kind != str || v.text != Normal.String():
				p.fault(v.off, path, `must be "low" or "normal"`)
			}
		}},
		{key: "retry", kind: "object", read: func(p *parser, path string, v *node, into *Downstream) {
			into.Retry = p.retry(path, v)
		}},
		{key: "circuitBreaker", kind: "object", read: func(p *parser, path string, v *node, into *Downstream) {
			into.Breaker = new(Breaker) // filled by parser.downstream, which checks it against the aggregator's
		}},
	})

var retryFields = slices.Concat(
	[]field[Retry]{count("attempts", true, func(r *Retry) *int { return &r.Attempts })},
	duration("base", 1, false, func(r *Retry) *time.Duration { return &r.Base }),
	duration("cap", 1, false, func(r *Retry) *time.Duration { return &r.Cap }),
	[]field[Retry]{
		truth("idempotent", func(r *Retry) *bool { return &r.Idempotent }),
		rate("budgetRatio", func(r *Retry) *float64 { return &r.BudgetRatio }),
	})

var breakerFields = slices.Concat(
	[]field[Breaker]{
		rate("failureRateThreshold", func(b *Breaker) *float64 { return &b.FailureRateThreshold }),
		count("minimumRequests", false, func(b *Breaker) *int { return &b.MinimumRequests }),
		count("halfOpenProbeCount", false, func(b *Breaker) *int { return &b.HalfOpenProbeCount }),
	},
	duration("openDuration", 1, false, func(b *Breaker) *time.Duration { return &b.OpenDuration }),
	duration("openCap", 1, false, func(b *Breaker) *time.Duration { return &b.OpenCap }),
	duration("window", 1, false, func(b *Breaker) *time.Duration { return &b.Window }))

// given are the keys that an object has, with the table's own spelling.
type given map[string]member

// first returns the first of keys that is there.
func (g given) first(keys ...string) (member, bool) {
	for _, key := range keys {
		if m, ok := g[key]; ok {
			return m, true
		}
	}
	return member{}, false
}

// fields reads an object by its table. What it returns is nil if v is no object.
func fields[T any](p *parser, path string, v *node, table []field[T], into *T) given {
	if v.kind != object {
		p.fault(v.off, path, "must be an object, not %s", v.kind)
		return nil
	}
	seen := given{}
	for _, m := range v.members {
		at := join(path, m.key)
		i := slices.IndexFunc(table, func(f field[T]) bool { return f.key == m.key })
		if i < 0 {
			p.unknown(m, at, keysOf(table))
			continue
		}
		f := table[i]
		if other, ok := seen[m.key]; ok {
			p.fault(m.off, at, "duplicate key; the first is on line %d", p.pos(other.off).Line)
			continue
		}
		if other, ok := seen[f.twin]; ok {
			p.fault(m.off, at, "%s on line %d says the same; keep one of them", f.twin, p.pos(other.off).Line)
			continue
		}
		seen[m.key] = m
		f.read(p, at, m.value, into)
	}
	for _, f := range table {
		if _, ok := seen.first(f.key, f.twin); f.required && !ok {
			p.fault(v.off, path, "%s is missing", f.key)
		}
	}
	return seen
}

func keysOf[T any](table []field[T]) []string {
	keys := make([]string, len(table))
	for i, f := range table {
		keys[i] = f.key
	}
	return keys
}

func (p *parser) unknown(m member, path string, keys []string) {
	near := nearest(m.key, keys)
	switch {
	case near == "":
		p.fault(m.off, path, "unknown key; the keys here are %s", strings.Join(keys, ", "))
	case strings.EqualFold(near, m.key):
		p.fault(m.off, path, "unknown key: keys match exactly, write %s", near)
	default:
		p.fault(m.off, path, "unknown key; did you mean %s?", near)
	}
}

// each walks an object whose keys are names that the user chose.
func (p *parser) each(path string, v *node, what string, f func(path string, m member)) {
	if v.kind != object {
		p.fault(v.off, path, "must be an object, not %s", v.kind)
		return
	}
	if len(v.members) == 0 {
		p.fault(v.off, path, "names no %s", what)
	}
	seen := map[string]int{}
	for _, m := range v.members {
		at := named(path, m.key)
		switch first, ok := seen[m.key]; {
		case ok:
			p.fault(m.off, at, "duplicate name; the first is on line %d", p.pos(first).Line)
		case strings.TrimSpace(m.key) == "":
			p.fault(m.off, at, "the name is empty")
		default:
			seen[m.key] = m.off
			f(at, m)
		}
	}
}

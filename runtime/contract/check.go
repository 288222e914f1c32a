package contract

import (
	"cmp"
	"time"
)

// Defaults of what a file leaves out.
const (
	defaultThreshold       = 0.5
	defaultMinimumRequests = 20
	defaultProbes          = 3
	defaultOpen            = 10 * time.Second
	defaultOpenCap         = 60 * time.Second
	defaultWindow          = 10 * time.Second
	defaultRetryBase       = 50 * time.Millisecond
	defaultRetryCap        = time.Second
	defaultBudgetRatio     = 0.1
)

func (p *parser) contract(v *node, c *Contract) {
	var r root
	seen := fields(p, "", v, rootFields, &r)
	if _, ok := seen.first("aggregator", "aggregators"); seen != nil && !ok {
		p.fault(v.off, "", "neither aggregator nor aggregators is given")
	}
	c.Aggregators = r.aggregators
}

func (p *parser) aggregator(path, name string, v *node) Aggregator {
	a := Aggregator{Name: name, Pos: p.pos(v.off)}
	seen := fields(p, path, v, aggregatorFields, &a)
	if m, ok := seen.first("safetyMarginMs", "safetyMargin"); ok && a.TotalBudget > 0 && a.SafetyMargin >= a.TotalBudget {
		p.fault(m.value.off, join(path, m.key), "%s leaves nothing of the total budget of %s", a.SafetyMargin, a.TotalBudget)
	}
	var own given // keys of the aggregator's circuitBreaker
	if m, ok := seen["circuitBreaker"]; ok {
		own = fields(p, join(path, m.key), m.value, breakerFields, a.Breaker)
	}
	if m, ok := seen["downstreams"]; ok {
		p.each(join(path, m.key), m.value, "downstream", func(path string, m member) {
			d := p.downstream(path, m, &a)
			a.Downstreams = append(a.Downstreams, d)
		})
	}
	var raw Breaker // what the aggregator's circuitBreaker says itself
	if a.Breaker != nil {
		// The window has to see the end of every call that it counts; a downstream with a window of its own does not count.
		longest := longestTimeout(a.Downstreams, a.Breaker)
		p.breaker(join(path, "circuitBreaker"), own, a.Breaker, longest)
		raw = *a.Breaker
		*a.Breaker = over(Breaker{}, raw, longest.Timeout)
	}
	for i := range a.Downstreams {
		d := &a.Downstreams[i]
		switch {
		case d.Breaker == nil:
		case d.Breaker == a.Breaker:
			b := *a.Breaker
			d.Breaker = &b
		default:
			*d.Breaker = over(*d.Breaker, raw, d.Timeout)
		}
	}
	return a
}

// longestTimeout returns the downstream with the largest timeout among those that b's window watches.
func longestTimeout(ds []Downstream, b *Breaker) Downstream {
	var longest Downstream
	for _, d := range ds {
		if (d.Breaker == b || d.Breaker.Window == 0) && d.Timeout > longest.Timeout {
			longest = d
		}
	}
	return longest
}

func (p *parser) downstream(path string, m member, a *Aggregator) Downstream {
	d := Downstream{Name: m.key, Pos: p.pos(m.off)}
	seen := fields(p, path, m.value, downstreamFields, &d)
	if seen == nil {
		d.Core, d.Breaker = true, a.Breaker
		return d
	}
	p.class(path, seen, &d)
	if m, ok := seen.first("timeoutMs", "timeout"); ok && a.TotalBudget > 0 && d.Timeout > a.TotalBudget {
		p.fault(m.value.off, join(path, m.key), "%s is more than the total budget of %s", d.Timeout, a.TotalBudget)
	}
	if m, ok := seen.first("expectedMs", "expected"); ok && d.Timeout > 0 && d.Expected > d.Timeout {
		p.fault(m.value.off, join(path, m.key), "%s is more than the timeout of %s", d.Expected, d.Timeout)
	}
	if m, ok := seen.first("slowAfterMs", "slowAfter"); ok && d.Timeout > 0 && d.SlowAfter >= d.Timeout {
		p.fault(m.value.off, join(path, m.key), "%s is never reached: the timeout of %s ends the attempt first", d.SlowAfter, d.Timeout)
	}
	if m, ok := seen.first("maxWaitMs", "maxWait"); ok {
		if _, ok := seen["maxConcurrent"]; !ok {
			p.fault(m.off, join(path, m.key), "has no effect without maxConcurrent")
		}
	}
	if m, ok := seen["circuitBreaker"]; ok {
		path := join(path, m.key)
		own := fields(p, path, m.value, breakerFields, d.Breaker)
		checked := *d.Breaker
		if a.Breaker != nil {
			checked.OpenDuration = cmp.Or(checked.OpenDuration, a.Breaker.OpenDuration)
			checked.OpenCap = cmp.Or(checked.OpenCap, a.Breaker.OpenCap)
		}
		p.breaker(path, own, &checked, d)
	} else {
		d.Breaker = a.Breaker
	}
	return d
}

// class decides between core and degradable: one given decides the other, none means core.
func (p *parser) class(path string, seen given, d *Downstream) {
	core, hasCore := seen["core"]
	degradable, hasDegradable := seen["degradable"]
	if hasCore && core.value.kind != boolean || hasDegradable && degradable.value.kind != boolean {
		return // already reported
	}
	switch {
	case hasCore && hasDegradable && d.Core == d.Degradable:
		p.fault(max(core.off, degradable.off), path, "core and degradable are both %t; exactly one must be true", d.Core)
	case hasCore:
		d.Degradable = !d.Core
	default:
		d.Core = !d.Degradable
	}
}

// breaker checks the keys that one circuitBreaker object gives; b holds them, and what they are to be compared with.
func (p *parser) breaker(path string, seen given, b *Breaker, longest Downstream) {
	if m, ok := seen.first("windowMs", "window"); ok && b.Window > 0 && b.Window < 2*longest.Timeout {
		p.fault(m.value.off, join(path, m.key), "%s is less than twice the timeout of %s (%s): calls would leave the window before they end",
			b.Window, quote(longest.Name), longest.Timeout)
	}
	if m, ok := seen.first("openCapMs", "openCap", "openDurationMs", "openDuration"); ok &&
		b.OpenCap > 0 && cmp.Or(b.OpenDuration, defaultOpen) > b.OpenCap {
		p.fault(m.value.off, join(path, m.key), "the open period of %s is more than its cap of %s", cmp.Or(b.OpenDuration, defaultOpen), b.OpenCap)
	}
}

// over fills what own leaves out from base, and then from the defaults.
func over(own, base Breaker, longest time.Duration) Breaker {
	b := Breaker{
		FailureRateThreshold: cmp.Or(own.FailureRateThreshold, base.FailureRateThreshold, defaultThreshold),
		MinimumRequests:      cmp.Or(own.MinimumRequests, base.MinimumRequests, defaultMinimumRequests),
		OpenDuration:         cmp.Or(own.OpenDuration, base.OpenDuration, defaultOpen),
		OpenCap:              cmp.Or(own.OpenCap, base.OpenCap),
		HalfOpenProbeCount:   cmp.Or(own.HalfOpenProbeCount, base.HalfOpenProbeCount, defaultProbes),
		Window:               cmp.Or(own.Window, base.Window),
	}
	if b.OpenCap == 0 {
		b.OpenCap = max(defaultOpenCap, b.OpenDuration)
	}
	if b.Window == 0 {
		b.Window = max(defaultWindow, 2*longest)
	}
	return b
}

func (p *parser) retry(path string, v *node) *Retry {
	r := &Retry{}
	seen := fields(p, path, v, retryFields, r)
	base := cmp.Or(r.Base, defaultRetryBase)
	if m, ok := seen.first("capMs", "cap", "baseMs", "base"); ok && r.Cap > 0 && base > r.Cap {
		p.fault(m.value.off, join(path, m.key), "the first wait of %s is more than the cap of %s", base, r.Cap)
	}
	r.Base = base
	r.Cap = cmp.Or(r.Cap, max(defaultRetryCap, base))
	r.BudgetRatio = cmp.Or(r.BudgetRatio, defaultBudgetRatio)
	return r
}

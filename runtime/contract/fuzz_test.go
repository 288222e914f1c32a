package contract_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/budgetlint/budgetlint/runtime/contract"
)

// FuzzParse holds what must be true of any file: a fault has a place in it; what is accepted keeps its promises, and
// means the same when it is written out again with all that was left to defaults.
func FuzzParse(f *testing.F) {
	f.Add([]byte(dashboard))
	f.Add([]byte(with(`"timeout": "400ms", "retry": {"attempts": 2}, "circuitBreaker": {"windowMs": 20000}`)))
	f.Add([]byte(with(`"timeoutMs": 400, "degradable": true, "maxConcurrent": 4, "maxWait": "20ms", "priority": "low", "expectedMs": 80, "slowAfter": "300ms"`)))
	f.Add([]byte(`{"aggregators": {"a": {"totalBudget": "1s", "downstreams": {"b": {"timeoutMs": 1e3}}}}}`))
	f.Add([]byte(`{"aggregators": {"a": {"totalBudget": "1s", "downstreams": {"b": {"timeoutMs": 900, "circuitBreaker": {}}, "c": {"timeoutMs": 1}}, "circuitBreaker": {"openDuration": "2m"}}}}`))
	f.Add([]byte("\ufeff{\"\\u0000\": [[], {}, null, true, -1.5e7]}"))
	f.Add([]byte(`{"a": "\ud800"`))
	f.Add([]byte("{\r\n\"aggregator\": 1}\r\n\r\n}"))
	f.Add([]byte(strings.Repeat("[", 40) + strings.Repeat("]", 40)))
	f.Add([]byte("\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<20 {
			return // refused as a whole, without a place
		}
		c, err := contract.Parse("b.json", data)
		if (c == nil) == (err == nil) {
			t.Fatalf("Parse = %v, %v", c, err)
		}
		if err != nil {
			checkFaults(t, data, err)
			return
		}
		for _, a := range c.Aggregators {
			checkAggregator(t, a)
		}
		checkRoundTrip(t, c)
	})
}

// checkFaults wants a PosError for each line of err, with a place inside of data.
func checkFaults(t *testing.T, data []byte, err error) {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		t.Fatalf("%T joins nothing: %v", err, err)
	}
	lines := strings.Split(strings.TrimPrefix(string(data), "\ufeff"), "\n")
	faults := joined.Unwrap()
	if n := strings.Count(err.Error(), "\n") + 1; n != len(faults) {
		t.Fatalf("%d faults on %d lines:\n%v", len(faults), n, err)
	}
	before := contract.Pos{Line: 1, Col: 1}
	for _, fault := range faults {
		var e *contract.PosError
		if !errors.As(fault, &e) || e.File != "b.json" || e.Msg == "" {
			t.Fatalf("%#v is no fault of the file", fault)
		}
		if e.Line < 1 || e.Line > len(lines) || e.Col < 1 || e.Col > len(lines[e.Line-1])+1 {
			t.Fatalf("%v is outside of the file", e)
		}
		if e.Line < before.Line || e.Line == before.Line && e.Col < before.Col {
			t.Fatalf("out of order:\n%v", err)
		}
		before = contract.Pos{Line: e.Line, Col: e.Col}
	}
}

func checkAggregator(t *testing.T, a contract.Aggregator) {
	if a.TotalBudget <= 0 || a.TotalBudget > 24*time.Hour || a.SafetyMargin < 0 || a.Spend() <= 0 || len(a.Downstreams) == 0 || a.Pos.Line < 1 {
		t.Fatalf("aggregator %+v", a)
	}
	names := map[string]bool{}
	for _, d := range a.Downstreams {
		if d.Name == "" || names[d.Name] || d.Timeout <= 0 || d.Timeout > a.TotalBudget || d.Core == d.Degradable || d.Pos.Col < 1 ||
			d.Expected < 0 || d.Expected > d.Timeout || d.SlowAfter < 0 || d.SlowAfter >= d.Timeout ||
			d.MaxConcurrent < 0 || d.MaxWait < 0 || d.MaxWait > 0 && d.MaxConcurrent == 0 {
			t.Fatalf("downstream %+v", d)
		}
		names[d.Name] = true
		if a.Breaker != nil && d.Breaker == nil || d.Breaker != nil && d.Breaker == a.Breaker {
			t.Fatalf("the aggregator's breaker is %p, the one of %s %p", a.Breaker, d.Name, d.Breaker)
		}
		if b := d.Breaker; b != nil && (b.Window < 2*d.Timeout || b.OpenCap < b.OpenDuration || b.OpenDuration <= 0 || b.MinimumRequests < 1 ||
			b.HalfOpenProbeCount < 1 || !(b.FailureRateThreshold > 0 && b.FailureRateThreshold <= 1)) {
			t.Fatalf("breaker %+v of %+v", b, d)
		}
		if r := d.Retry; r != nil && (r.Attempts < 1 || r.Base <= 0 || r.Cap < r.Base || !(r.BudgetRatio > 0 && r.BudgetRatio <= 1)) {
			t.Fatalf("retry %+v", r)
		}
	}
}

// checkRoundTrip writes c with every setting spelled out, and wants it back but for the places.
func checkRoundTrip(t *testing.T, c *contract.Contract) {
	aggregators := map[string]any{}
	for i := range c.Aggregators {
		a := &c.Aggregators[i]
		if !writable(a.Breaker) {
			return
		}
		for _, d := range a.Downstreams {
			if !writable(d.Breaker) {
				return
			}
		}
		aggregators[a.Name] = written(a)
	}
	doc := map[string]any{"aggregators": aggregators}
	if only, ok := aggregators[""]; ok {
		doc = map[string]any{"aggregator": only}
	}
	text, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	again, err := contract.Parse("b.json", text)
	if err != nil {
		t.Fatalf("accepted, but not as it is written out:\n%s\n%v", text, err)
	}
	for _, a := range c.Aggregators {
		b := again.Aggregator(a.Name)
		if b == nil || len(a.Downstreams) != len(b.Downstreams) {
			t.Fatalf("%s\nlost %+v", text, a)
		}
		plain := a
		plain.Pos, plain.Downstreams = b.Pos, b.Downstreams // json.Marshal orders them by name
		if !reflect.DeepEqual(plain, *b) {
			t.Fatalf("%s\nwas  %+v\nthen %+v", text, plain, *b)
		}
		for _, d := range a.Downstreams {
			e := b.Downstream(d.Name)
			if e == nil {
				t.Fatalf("%s\nlost %s", text, d.Name)
			}
			if d.Pos = e.Pos; !reflect.DeepEqual(d, *e) {
				t.Fatalf("%s\nwas  %+v\nthen %+v", text, d, *e)
			}
		}
	}
}

// writable is false for the one default that a file may not say: a window of more than a day.
func writable(b *contract.Breaker) bool { return b == nil || b.Window <= 24*time.Hour }

func written(a *contract.Aggregator) map[string]any {
	downstreams := map[string]any{}
	for _, d := range a.Downstreams {
		m := map[string]any{"timeout": d.Timeout.String(), "core": d.Core, "degradable": d.Degradable, "priority": d.Priority.String()}
		times(m, map[string]time.Duration{"expected": d.Expected, "slowAfter": d.SlowAfter, "maxWait": d.MaxWait})
		if d.MaxConcurrent > 0 {
			m["maxConcurrent"] = d.MaxConcurrent
		}
		if r := d.Retry; r != nil {
			m["retry"] = map[string]any{"attempts": r.Attempts, "base": r.Base.String(), "cap": r.Cap.String(),
				"idempotent": r.Idempotent, "budgetRatio": r.BudgetRatio}
		}
		if d.Breaker != nil {
			m["circuitBreaker"] = writtenBreaker(d.Breaker)
		}
		downstreams[d.Name] = m
	}
	m := map[string]any{"totalBudget": a.TotalBudget.String(), "safetyMargin": a.SafetyMargin.String(), "downstreams": downstreams}
	if a.Breaker != nil {
		m["circuitBreaker"] = writtenBreaker(a.Breaker)
	}
	return m
}

func writtenBreaker(b *contract.Breaker) map[string]any {
	return map[string]any{"failureRateThreshold": b.FailureRateThreshold, "minimumRequests": b.MinimumRequests,
		"halfOpenProbeCount": b.HalfOpenProbeCount, "openDuration": b.OpenDuration.String(), "openCap": b.OpenCap.String(),
		"window": b.Window.String()}
}

// times writes what is not zero: zero stands for left out, and may not be written.
func times(m map[string]any, values map[string]time.Duration) {
	for key, d := range values {
		if d > 0 {
			m[key] = d.String()
		}
	}
}

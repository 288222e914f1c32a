package downstream_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/record"
)

const file = `{ "aggregator": { "totalBudgetMs": 2000, "safetyMarginMs": 300,
  "downstreams": {
    "user-service":  { "timeoutMs": 500, "core": true },
    "stock-service": { "timeoutMs": 400, "degradable": true, "maxConcurrent": 2 } },
  "circuitBreaker": { "failureRateThreshold": 0.5, "minimumRequests": 4, "openDurationMs": 10000, "halfOpenProbeCount": 1 } } }`

func parse(t *testing.T, replace ...string) *contract.Contract {
	t.Helper()
	c, err := contract.Parse("budget.json", []byte(strings.NewReplacer(replace...).Replace(file)))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestFromContract(t *testing.T) {
	var changes []string
	var l log
	s, err := downstream.FromContract(parse(t), "", downstream.Observe(&l),
		downstream.ClassifyAs("stock-service", func(error) breaker.Outcome { return breaker.Success }),
		downstream.TraceIDFrom(func(context.Context) string { return "elsewhere" }),
		downstream.OnStateChange(func(name string, from, to breaker.State) {
			changes = append(changes, fmt.Sprint(name, " ", from, " ", to))
		}))
	if err != nil {
		t.Fatal(err)
	}
	user, stock := s.Get("user-service"), s.Get("stock-service")
	if !user.Core() || user.Degradable() || !stock.Degradable() || stock.Core() || user.Name() != "user-service" || s.Get("user-service") != user {
		t.Errorf("%+v %+v", user.Snapshot(), stock.Snapshot())
	}
	for range 10 {
		downstream.Do(t.Context(), user, fails)
		downstream.Do(t.Context(), stock, fails)
	}
	if fmt.Sprint(changes) != "[user-service closed open]" {
		t.Errorf("%v", changes)
	}
	if c := l.calls[0]; c.TraceID != "elsewhere" || c.Name != "user-service" || c.Timeout != 500*ms {
		t.Errorf("record %+v", c)
	}
	if _, err := downstream.FromContract(parse(t), "page"); err == nil {
		t.Error("an aggregator that is not there")
	}
	defer func() {
		if recover() == nil {
			t.Error("a downstream that is not there")
		}
	}()
	s.Get("order-service")
}

func TestReloadChangesNumbersOnly(t *testing.T) {
	s, _ := downstream.FromContract(parse(t), "")
	for name, c := range map[string]*contract.Contract{
		"gone":       parse(t, `"user-service":  { "timeoutMs": 500, "core": true },`, ""),
		"re-classed": parse(t, `"core"`, `"degradable"`),
		"other":      parse(t, "user-service", "order-service", "500", "300"),
	} {
		if err := s.Reload(c); err == nil {
			t.Errorf("%s: not refused", name)
		}
	}
	var l log
	s, _ = downstream.FromContract(parse(t), "", downstream.Observe(&l))
	if err := s.Reload(parse(t, "core", "degradable")); err == nil {
		t.Error("not refused")
	}
	downstream.Do(t.Context(), s.Get("user-service"), fails)
	if r := l.one(t); r.Timeout != 500*ms {
		t.Errorf("a refused file changed the timeout to %v", r.Timeout)
	}
}

func TestReload(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l log
		s, _ := downstream.FromContract(parse(t), "", downstream.Observe(&l))
		reload := func(replace ...string) {
			t.Helper()
			if err := s.Reload(parse(t, replace...)); err != nil {
				t.Fatal(err)
			}
		}
		user, stock := s.Get("user-service"), s.Get("stock-service")
		for range 4 {
			downstream.Do(t.Context(), user, fails)
		}
		downstream.Do(t.Context(), stock, fails)
		l.calls = nil

		// A timeout: the breakers keep what they know.
		open := user.Snapshot().Breaker
		before := stock.Breaker()
		reload("400", "300")
		if stock.Breaker() != before || counts(stock) != [2]int{0, 1} || user.Snapshot().Breaker != open {
			t.Error("breakers changed without a cause")
		}
		downstream.Do(t.Context(), stock, takes(time.Hour, "", nil))
		if r := l.one(t); r.Timeout != 300*ms {
			t.Errorf("timeout %v", r.Timeout)
		}

		// A bulkhead of the same size keeps its places.
		go downstream.Do(t.Context(), stock, takes(100*ms, "", nil))
		synctest.Wait()
		reload()
		if p := stock.Snapshot().Places; p != 1 {
			t.Errorf("%d places are taken, want 1", p)
		}
		time.Sleep(time.Second)

		// The breaker's settings: closed starts empty, open keeps its end. A place goes back to where it was taken.
		go downstream.Do(t.Context(), stock, takes(100*ms, "", nil))
		synctest.Wait()
		reload(`"minimumRequests": 4`, `"minimumRequests": 5`, `"maxConcurrent": 2`, `"maxConcurrent": 1`)
		if stock.Breaker() == before || counts(stock) != [2]int{} {
			t.Errorf("closed: %+v", stock.Snapshot())
		}
		after := user.Snapshot().Breaker
		if d := after.OpenUntil.Sub(open.OpenUntil); after.State != breaker.Open || d != 0 {
			t.Errorf("open: its end moved by %v: %+v", d, after)
		}
		if p := stock.Snapshot().Places; p != 0 {
			t.Errorf("%d places of the new bulkhead are taken", p)
		}
		time.Sleep(time.Second)
		if p := stock.Snapshot().Places; p != 0 || counts(stock) != [2]int{} {
			t.Errorf("%+v", stock.Snapshot())
		}
		// The half-open one starts with fresh probes.
		time.Sleep(12 * time.Second)
		go downstream.Do(t.Context(), user, takes(100*ms, "", nil))
		synctest.Wait()
		reload(`"minimumRequests": 4`, `"minimumRequests": 6`)
		if b := user.Snapshot().Breaker; b.State != breaker.HalfOpen || b.Probes != 0 {
			t.Errorf("half-open: %+v", b)
		}
		time.Sleep(time.Second)
	})
}

func TestReloadWhileCallsRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l log
		s, _ := downstream.FromContract(parse(t), "", downstream.Observe(&l))
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() {
				time.Sleep(time.Duration(i%3) * ms)
				downstream.Do(t.Context(), s.Get("stock-service"), takes(ms, "", nil))
			})
		}
		for i := range 6 {
			wg.Go(func() {
				if err := s.Reload(parse(t, `"maxConcurrent": 2`, fmt.Sprintf(`"maxConcurrent": %d`, 1+i%2))); err != nil {
					t.Error(err)
				}
				time.Sleep(ms)
			})
		}
		wg.Wait()
		if s := s.Get("stock-service").Snapshot(); s.Places != 0 || s.Running != 0 || len(l.all()) != 20 {
			t.Errorf("%+v, %d records", s, len(l.all()))
		}
		for _, r := range l.all() {
			if r.Status != record.OK && r.Status != record.Full {
				t.Errorf("record %+v", r)
			}
		}
	})
}

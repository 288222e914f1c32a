package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/budgetlint/budgetlint/examples/dashboard/fakes"
	"github.com/budgetlint/budgetlint/internal/driver"
	"github.com/budgetlint/budgetlint/runtime/contract"
)

// patientBudget is the contract with three times as much time, so that a busy machine does not decide.
const patientBudget = `{ "aggregator": { "totalBudgetMs": 6000, "safetyMarginMs": 900,
    "downstreams": {
      "user-service":      { "timeoutMs": 1500, "core": true },
      "order-service":     { "timeoutMs": 2400, "core": true },
      "stock-service":     { "timeoutMs": 1200, "degradable": true },
      "recommend-service": { "timeoutMs": 1200, "degradable": true },
      "notify-service":    { "timeoutMs": 600,  "degradable": true } } } }`

// What budgetlint plan says of the page, and what the page takes where every service is as slow as it may be, are the
// same story: no more than the worst case, and not much less.
func TestPlanIsKept(t *testing.T) {
	if testing.Short() {
		t.Skip("takes four seconds")
	}
	file := filepath.Join(t.TempDir(), "budget.json")
	if err := os.WriteFile(file, []byte(patientBudget), 0o644); err != nil {
		t.Fatal(err)
	}
	planned, err := driver.Plans(t.Context(), driver.Options{Patterns: []string{"."}, ContractFile: file})
	if err != nil {
		t.Fatal(err)
	}
	if len(planned.Entries) != 1 {
		t.Fatalf("%d entry points, want the dashboard", len(planned.Entries))
	}
	sum := planned.Entries[0].Plan.Worst()
	worst, exact := sum.Least()
	if !exact {
		t.Fatalf("worst case %s, want a number", sum)
	}

	services := fakes.New(nil)
	backend := httptest.NewServer(services.Handler())
	defer backend.Close()
	url := backend.URL
	s, err := NewServer(URLs{url, url, url, url, url}, contract.MustLoad([]byte(patientBudget)))
	if err != nil {
		t.Fatal(err)
	}
	defer s.client.CloseIdleConnections()
	services[fakes.User].Set(fakes.Behaviour{Delay: 1200 * time.Millisecond})
	services[fakes.Order].Set(fakes.Behaviour{Delay: 2000 * time.Millisecond})
	services[fakes.Stock].Set(fakes.Behaviour{Fault: fakes.Hang})
	services[fakes.Recommend].Set(fakes.Behaviour{Fault: fakes.Hang})
	services[fakes.Notify].Set(fakes.Behaviour{Delay: 400 * time.Millisecond})

	w := httptest.NewRecorder()
	start := time.Now()
	s.Routes().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/dashboard?user=42", nil))
	took := time.Since(start)
	if w.Code != http.StatusOK {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if took > worst || took < worst*8/10 {
		t.Errorf("the page took %s; the plan's worst case is %s", took.Round(time.Millisecond), sum.Total())
	}
	t.Logf("%s of %s", took.Round(time.Millisecond), sum.Total())
}

package main

import (
	"context"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/budgetlint/budgetlint/examples/dashboard/fakes"
	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/downstreamtest"
	"github.com/budgetlint/budgetlint/runtime/record"
)

// dashboard is the server of a test, in front of services that can be put into trouble.
type dashboard struct {
	http.Handler
	services fakes.Services
	records  downstreamtest.Records
}

func start(t *testing.T) *dashboard {
	t.Helper()
	d := &dashboard{services: fakes.New(nil)}
	backend := httptest.NewServer(d.services.Handler())
	t.Cleanup(backend.Close)
	url := backend.URL
	s, err := NewServer(URLs{url, url, url, url, url}, contract.MustLoad(budgetFile), downstream.Observe(&d.records))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.client.CloseIdleConnections)
	d.Handler = s.Routes()
	return d
}

func (d *dashboard) get(ctx context.Context, target string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	d.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, target, nil))
	return w
}

func (d *dashboard) wantStatus(t *testing.T, name string, want ...record.Status) {
	t.Helper()
	if got := d.records.Statuses(name); !slices.Equal(got, want) {
		t.Errorf("records of %s: %v, want %v", name, got, want)
	}
}

// The page is that of before, and says in addition what it does without.
func TestDashboard(t *testing.T) {
	const page = `{"user":{"id":"42","name":"Ada","email":"ada@example.com"},"orders":[` +
		`{"id":"o-3","sku":"lamp","qty":1,"status":"shipped","inStock":40},` +
		`{"id":"o-2","sku":"desk","qty":1,"status":"delivered","inStock":40},` +
		`{"id":"o-1","sku":"chair","qty":4,"status":"delivered","inStock":50}],` +
		`"recommend":[{"sku":"shelf","title":"Shelf","score":0.9}],"unread":2`
	d := start(t)
	w := d.get(t.Context(), "/api/dashboard?user=42")
	if want := page + `,"degraded":[]}`; w.Code != http.StatusOK || strings.TrimSpace(w.Body.String()) != want {
		t.Errorf("%d\n%s\nwant\n%s", w.Code, w.Body, want)
	}
	d.wantStatus(t, "stock-service", record.OK)             // three products, one call
	d.wantStatus(t, "notify-service", record.OK, record.OK) // counted, and marked as seen
}

func TestDegradableServicesMayFail(t *testing.T) {
	d := start(t)
	d.services[fakes.Recommend].Set(fakes.Behaviour{Fault: fakes.Hang})
	d.services[fakes.Stock].Set(fakes.Behaviour{Fault: fakes.Reset})
	d.services[fakes.Notify].Set(fakes.Behaviour{Status: http.StatusInternalServerError})
	w := d.get(t.Context(), "/api/dashboard?user=42")
	var page Dashboard
	if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%d, %v: %s", w.Code, err, w.Body)
	}
	if want := []string{"recommend-service", "notify-service", "stock-service"}; !slices.Equal(page.Degraded, want) {
		t.Errorf("degraded: %v, want %v", page.Degraded, want)
	}
	if page.User == nil || len(page.Orders) != 3 || page.Orders[0].InStock != nil || page.Recommended == nil || len(page.Recommended) != 0 {
		t.Errorf("page: %s", w.Body)
	}
	d.wantStatus(t, "recommend-service", record.Timeout)
	d.wantStatus(t, "notify-service", record.Failed) // and not marked as seen
}

func TestWithoutCoreServiceNoPage(t *testing.T) {
	for name, tt := range map[string]struct {
		service  string
		trouble  fakes.Behaviour
		status   int
		code     string
		recorded record.Status
	}{
		"down":    {fakes.Order, fakes.Behaviour{Status: http.StatusServiceUnavailable}, http.StatusServiceUnavailable, "core_unavailable", record.Failed},
		"hangs":   {fakes.Order, fakes.Behaviour{Fault: fakes.Hang}, http.StatusServiceUnavailable, "core_unavailable", record.Timeout},
		"resets":  {fakes.User, fakes.Behaviour{Fault: fakes.Reset}, http.StatusServiceUnavailable, "core_unavailable", record.Failed},
		"unknown": {fakes.User, fakes.Behaviour{Status: http.StatusNotFound}, http.StatusNotFound, "not_found", record.Failed},
	} {
		t.Run(name, func(t *testing.T) {
			d := start(t)
			d.services[tt.service].Set(tt.trouble)
			w := d.get(t.Context(), "/api/dashboard?user=42")
			var f Failure
			if err := json.Unmarshal(w.Body.Bytes(), &f); err != nil || w.Code != tt.status {
				t.Fatalf("%d, %v: %s", w.Code, err, w.Body)
			}
			if f.Error.Code != tt.code || f.Error.Service != tt.service {
				t.Errorf("answer: %s", w.Body)
			}
			d.wantStatus(t, tt.service, tt.recorded)
		})
	}
}

func TestUserMissing(t *testing.T) {
	if w := start(t).get(t.Context(), "/api/dashboard"); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), `"user_missing"`) {
		t.Errorf("%d: %s", w.Code, w.Body)
	}
}

// A client that has left gets no answer, and is not told that a service is down.
func TestClientGone(t *testing.T) {
	d := start(t)
	d.services[fakes.User].Set(fakes.Behaviour{Fault: fakes.Hang})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		for d.services[fakes.User].Running() == 0 && ctx.Err() == nil {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	if w := d.get(ctx, "/api/dashboard?user=42"); w.Body.Len() != 0 {
		t.Errorf("answered %d: %s", w.Code, w.Body)
	}
	// Abandoned is what a machine makes of it that is too busy for the call to be back within Wait's millisecond.
	if got := d.records.Statuses("user-service"); len(got) != 1 || got[0] != record.Canceled && got[0] != record.Abandoned {
		t.Errorf("records of user-service: %v, want canceled", got)
	}
}

// The file is the contract of the documentation, number by number.
func TestContract(t *testing.T) {
	a := contract.MustLoad(budgetFile).Aggregator("")
	const ms = time.Millisecond
	if a.TotalBudget != 2000*ms || a.SafetyMargin != 300*ms {
		t.Errorf("total %v, margin %v", a.TotalBudget, a.SafetyMargin)
	}
	want := []contract.Downstream{
		{Name: "user-service", Timeout: 500 * ms, Core: true},
		{Name: "order-service", Timeout: 800 * ms, Core: true},
		{Name: "stock-service", Timeout: 400 * ms, Degradable: true},
		{Name: "recommend-service", Timeout: 400 * ms, Degradable: true},
		{Name: "notify-service", Timeout: 200 * ms, Degradable: true},
	}
	if !slices.EqualFunc(a.Downstreams, want, func(d, w contract.Downstream) bool {
		return d.Name == w.Name && d.Timeout == w.Timeout && d.Core == w.Core && d.Degradable == w.Degradable
	}) {
		t.Errorf("downstreams: %+v", a.Downstreams)
	}
	if b := a.Breaker; b == nil || b.FailureRateThreshold != 0.5 || b.MinimumRequests != 20 || b.OpenDuration != 10*time.Second || b.HalfOpenProbeCount != 3 {
		t.Errorf("breaker: %+v", b)
	}
}

// What a page costs to write: all functions of handlers.go together.
func TestHandlerIsShort(t *testing.T) {
	const most = 59
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "handlers.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			lines += fset.Position(f.End()).Line - fset.Position(f.Pos()).Line + 1
		}
	}
	if lines == 0 || lines > most {
		t.Errorf("%d lines of handler code, want at most %d", lines, most)
	}
	t.Logf("%d lines of handler code", lines)
}

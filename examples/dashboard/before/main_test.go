package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/budgetlint/budgetlint/examples/dashboard/fakes"
)

// get asks for a page while one of the services behaves as said; the others are well.
func get(t *testing.T, name string, b fakes.Behaviour, target string) *httptest.ResponseRecorder {
	t.Helper()
	all := fakes.New(nil)
	all[name].Set(b)
	services := httptest.NewServer(all.Handler())
	t.Cleanup(services.Close)
	url := services.URL
	srv := NewServer(Config{UserURL: url, OrderURL: url, StockURL: url, RecommendURL: url, NotifyURL: url})
	w := httptest.NewRecorder()
	srv.Routes().ServeHTTP(w, httptest.NewRequest(http.MethodGet, target, nil))
	return w
}

func TestDashboard(t *testing.T) {
	w := get(t, fakes.User, fakes.Behaviour{}, "/api/dashboard?user=42")
	if w.Code != http.StatusOK {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	var page Dashboard
	if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil {
		t.Fatal(err)
	}
	if page.User == nil || page.User.ID != "42" {
		t.Errorf("user = %+v, want id 42", page.User)
	}
	if len(page.Orders) != 3 || page.Orders[2].InStock != 50 {
		t.Errorf("orders = %+v, want three, the last with 50 in stock", page.Orders)
	}
	if len(page.Recommended) != 1 || page.Unread != 2 {
		t.Errorf("recommended = %v, unread = %d", page.Recommended, page.Unread)
	}
}

func TestDashboardNeedsUser(t *testing.T) {
	if w := get(t, fakes.User, fakes.Behaviour{}, "/api/dashboard"); w.Code != http.StatusBadRequest {
		t.Errorf("status %d, want 400", w.Code)
	}
}

// The two tests below pin what this version does to its users.

func TestBrokenStockFailsThePage(t *testing.T) {
	if w := get(t, fakes.Stock, fakes.Behaviour{Status: http.StatusServiceUnavailable}, "/api/dashboard?user=42"); w.Code != http.StatusInternalServerError {
		t.Errorf("status %d, want 500", w.Code)
	}
}

func TestSlowRecommendationsDelayThePage(t *testing.T) {
	const delay = 300 * time.Millisecond
	start := time.Now()
	get(t, fakes.Recommend, fakes.Behaviour{Delay: delay}, "/api/dashboard?user=42")
	if took := time.Since(start); took < delay {
		t.Errorf("answered after %s, before recommend-service did", took)
	}
}

package httpbudget_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/httpbudget"
	"github.com/budgetlint/budgetlint/runtime/record"
)

// sent is a transport that answers everything and keeps what it was given.
type sent struct{ req *http.Request }

func (s *sent) RoundTrip(r *http.Request) (*http.Response, error) {
	s.req = r
	return httptest.NewRecorder().Result(), nil
}

func TestTransportSendsTimeLeftAndTrace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := budget.Start(record.WithTraceID(t.Context(), "page-7"), 2*time.Second, 300*time.Millisecond)
		defer cancel()
		time.Sleep(700 * time.Millisecond)
		next := &sent{}
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://stock.example/lamp", nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := httpbudget.Transport(next).RoundTrip(req); err != nil {
			t.Fatal(err)
		}
		if left, ok := httpbudget.TimeLeft(next.req.Header); left != time.Second || !ok {
			t.Errorf("sent %v, %v", left, ok)
		}
		if id := httpbudget.TraceID(next.req.Header); id != "page-7" {
			t.Errorf("sent trace id %q", id)
		}
		if len(req.Header) != 0 {
			t.Errorf("the caller's request was changed: %v", req.Header)
		}
	})
}

func TestTransportSendsOnTheTraceThatCameIn(t *testing.T) {
	const trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
	next := &sent{}
	h := httpbudget.Middleware(time.Second, 0)(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		out, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "http://stock.example/lamp", nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := (&http.Client{Transport: httpbudget.Transport(next)}).Do(out); err != nil {
			t.Error(err)
		}
	}))
	in := httptest.NewRequest(http.MethodGet, "/", nil)
	in.Header.Set("traceparent", trace)
	h.ServeHTTP(httptest.NewRecorder(), in)
	if got := next.req.Header.Get("traceparent"); got != trace {
		t.Errorf("sent traceparent %q", got)
	}
}

// A request without a deadline or trace says nothing of them, and one without a header map gets one.
func TestTransportOutsideOfABudget(t *testing.T) {
	next := &sent{}
	req := (&http.Request{Method: http.MethodGet}).WithContext(context.Background())
	if _, err := httpbudget.Transport(next).RoundTrip(req); err != nil {
		t.Fatal(err)
	}
	if len(next.req.Header) != 0 {
		t.Errorf("sent %v", next.req.Header)
	}
}

// What the caller wrote stays.
func TestTransportKeepsHeaders(t *testing.T) {
	ctx, cancel := budget.Start(record.WithTraceID(t.Context(), "page-7"), time.Minute, 0)
	defer cancel()
	next := &sent{}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://stock.example/lamp", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-Trace-Id", "mine")
	if _, err := httpbudget.Transport(next).RoundTrip(req); err != nil {
		t.Fatal(err)
	}
	if got := next.req.Header["X-Trace-Id"]; len(got) != 1 || got[0] != "mine" {
		t.Errorf("sent %v", got)
	}
}

func TestTransportOfNilIsTheDefault(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write([]byte(r.Header.Get("X-Trace-Id"))) }))
	defer srv.Close()
	ctx := record.WithTraceID(t.Context(), "page-7")
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, srv.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := httpbudget.Transport(nil).RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK || resp.ContentLength != int64(len("page-7")) {
		t.Errorf("%s, %d bytes", resp.Status, resp.ContentLength)
	}
}

// idle is a transport that can be told to close its idle connections.
type idle struct {
	sent
	closed bool
}

func (i *idle) CloseIdleConnections() { i.closed = true }

func TestTransportClosesIdleConnections(t *testing.T) {
	next := &idle{}
	(&http.Client{Transport: httpbudget.Transport(next)}).CloseIdleConnections()
	if !next.closed {
		t.Error("the connections were left open")
	}
	(&http.Client{Transport: httpbudget.Transport(&sent{})}).CloseIdleConnections() // cannot, and must not mind
}

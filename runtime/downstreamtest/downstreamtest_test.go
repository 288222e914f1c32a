package downstreamtest_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/runtime/aggregate"
	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/downstreamtest"
	"github.com/budgetlint/budgetlint/runtime/fallback"
	"github.com/budgetlint/budgetlint/runtime/record"
)

var errDown = errors.New("down")

func answer(context.Context) (string, error) { return "7", nil }

func Example() {
	var records downstreamtest.Records
	var stock downstreamtest.Switch
	d := downstream.New("stock-service", downstream.Config{Timeout: 400 * time.Millisecond, Observer: &records})
	get := downstreamtest.Through(&stock, answer)

	fmt.Println(downstream.Do(context.Background(), d, get))
	stock.Fail(errors.New("connection refused"))
	fmt.Println(downstream.DoOr(context.Background(), d, get, fallback.Value("unknown")))
	fmt.Println(records.Statuses("stock-service"), stock.Calls())
	// Output:
	// 7 <nil>
	// unknown true <nil>
	// [ok failed] 2
}

func TestSwitchPositions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var records downstreamtest.Records
		var s downstreamtest.Switch
		d := downstream.New("stock", downstream.Config{Timeout: time.Second, Observer: &records})
		f := downstreamtest.Through(&s, answer)
		call := func() (string, error, time.Duration) {
			start := time.Now()
			v, err := downstream.Do(t.Context(), d, f)
			return v, err, time.Since(start)
		}
		if v, err, _ := call(); v != "7" || err != nil {
			t.Errorf("zero: %q, %v", v, err)
		}
		s.Fail(errDown)
		if v, err, _ := call(); v != "" || !errors.Is(err, errDown) {
			t.Errorf("Fail: %q, %v", v, err)
		}
		s.Hang()
		if v, err, took := call(); v != "" || !errors.Is(err, budget.ErrCallTimeout) || took != time.Second {
			t.Errorf("Hang: %q, %v after %v", v, err, took)
		}
		time.AfterFunc(100*time.Millisecond, s.Pass)
		if v, err, took := call(); v != "7" || err != nil || took != 100*time.Millisecond {
			t.Errorf("Hang, then Pass: %q, %v after %v", v, err, took)
		}
		s.Deaf()
		time.AfterFunc(5*time.Second, func() { s.Fail(errDown) })
		if _, err, took := call(); !errors.Is(err, errDown) || took != 5*time.Second {
			t.Errorf("Deaf, then Fail: %v after %v", err, took)
		}
		want := []record.Status{record.OK, record.Failed, record.Timeout, record.OK, record.Timeout}
		if got := records.Statuses("stock"); !slices.Equal(got, want) {
			t.Errorf("records %v, want %v", got, want)
		}
		if s.Calls() != 5 || len(records.Of("other")) != 0 || len(records.All()) != 5 {
			t.Errorf("%d calls, %d records", s.Calls(), len(records.All()))
		}
		records.Reset()
		if len(records.All()) != 0 {
			t.Error("Reset keeps some")
		}
	})
}

func TestFailNeedsAnError(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	new(downstreamtest.Switch).Fail(nil)
}

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

type body struct {
	io.Reader
	closed int
}

func (b *body) Close() error { b.closed++; return nil }

func TestSwitchRoundTripper(t *testing.T) {
	var s downstreamtest.Switch
	rt := s.RoundTripper(transport(func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 204, Body: http.NoBody}, nil
	}))
	sent := &body{Reader: strings.NewReader("x")}
	req, err := http.NewRequestWithContext(t.Context(), "POST", "http://stock/", sent)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := rt.RoundTrip(req); err != nil || r.StatusCode != 204 || sent.closed != 0 {
		t.Errorf("got %v, %v", r, err)
	}
	s.Fail(errDown)
	if r, err := rt.RoundTrip(req); r != nil || err != errDown || sent.closed != 1 {
		t.Errorf("got %v, %v; body closed %d times", r, err, sent.closed)
	}
}

func TestOpenLastsAsLongAsTheTest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var records downstreamtest.Records
		var s downstreamtest.Switch
		d := downstream.New("stock", downstream.Config{Timeout: time.Second, Breaker: &contract.Breaker{}, Observer: &records})
		f := downstreamtest.Through(&s, answer)
		inner := &recorder{TB: t}
		downstreamtest.Open(inner, d)
		time.Sleep(time.Hour)
		if _, err := downstream.Do(t.Context(), d, f); err == nil || s.Calls() != 0 {
			t.Errorf("got %v, %d calls", err, s.Calls())
		}
		inner.end()
		if v, err := downstream.Do(t.Context(), d, f); v != "7" || err != nil {
			t.Errorf("after the test: %q, %v", v, err)
		}
		if got := records.Statuses("stock"); !slices.Equal(got, []record.Status{record.Open, record.OK}) {
			t.Errorf("records %v", got)
		}
	})
}

func TestOpenNeedsABreaker(t *testing.T) {
	inner := &recorder{TB: t}
	func() {
		defer func() { recover() }()
		downstreamtest.Open(inner, downstream.New("stock", downstream.Config{Timeout: time.Second}))
	}()
	if len(inner.failures) != 1 || !strings.Contains(inner.failures[0], "stock") {
		t.Errorf("failures %q", inner.failures)
	}
}

func TestNoLeaksTellsWhatStillRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s downstreamtest.Switch
		s.Deaf()
		d := downstream.New("stock", downstream.Config{Timeout: time.Second, MaxConcurrent: 3})
		leave := func() {
			ctx, cancel := budget.Start(t.Context(), time.Second, 100*time.Millisecond)
			defer cancel()
			g := aggregate.New(ctx)
			aggregate.Prefer(g, d, downstreamtest.Through(&s, answer), fallback.Value(""))
			if err := g.Wait(); err != nil {
				t.Error(err)
			}
		}
		inner := &recorder{TB: t}
		downstreamtest.NoLeaks(inner, d)
		leave()
		inner.end()
		if len(inner.failures) != 1 || !strings.Contains(inner.failures[0], "stock: 1 attempts still run, 1 of their calls abandoned, 1 place") {
			t.Errorf("failures %q", inner.failures)
		}
		if len(inner.logs) != 1 || !strings.Contains(inner.logs[0], "downstreamtest.(*Switch).arrive") {
			t.Errorf("logs %q", inner.logs)
		}

		inner = &recorder{TB: t}
		downstreamtest.NoLeaks(inner, d)
		time.AfterFunc(patience/2, s.Pass) // it is waited for
		inner.end()
		if len(inner.failures) != 0 {
			t.Errorf("failures %q", inner.failures)
		}
	})
}

const patience = time.Second

// recorder is a test within the test.
type recorder struct {
	testing.TB
	cleanups       []func()
	failures, logs []string
}

func (r *recorder) Helper()          {}
func (r *recorder) Cleanup(f func()) { r.cleanups = append(r.cleanups, f) }
func (r *recorder) Errorf(format string, args ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, args...))
}
func (r *recorder) Logf(format string, args ...any) {
	r.logs = append(r.logs, fmt.Sprintf(format, args...))
}
func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	panic("Fatalf")
}
func (r *recorder) end() {
	for _, f := range slices.Backward(r.cleanups) {
		f()
	}
}

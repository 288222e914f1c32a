package downstream_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"runtime/debug"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/record"
)

// What other libraries fell into; docs/conformance.md lists which test holds which.

func planted() { panic("bug") }

// To recover, clean up and panic again would show where that was, and not the bug.
func TestPanicKeepsItsStack(t *testing.T) {
	defer func() {
		if recover() == nil || !strings.Contains(string(debug.Stack()), "downstream_test.planted") {
			t.Errorf("the stack does not show where it happened:\n%s", debug.Stack())
		}
	}()
	d := downstream.New("d", downstream.Config{Timeout: time.Minute, Breaker: &window, MaxConcurrent: 1})
	downstream.Do(t.Context(), d, func(context.Context) (int, error) { planted(); return 0, nil })
}

func TestPermitsAfterPanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := downstream.New("d", downstream.Config{Timeout: time.Minute, MaxConcurrent: 2,
			Breaker: &contract.Breaker{MinimumRequests: 5, OpenDuration: time.Second, OpenCap: 2 * time.Second, HalfOpenProbeCount: 2}})
		explode := func() {
			defer func() { recover() }()
			downstream.Do(t.Context(), d, func(context.Context) (int, error) { planted(); return 0, nil })
		}
		for range 100 { // most of them half-open: a second is no longer than its open periods
			explode()
			if s := d.Snapshot(); s.Places != 0 || s.Running != 0 || s.Breaker.Probes != 0 {
				t.Fatalf("%+v", s)
			}
			time.Sleep(time.Second)
		}
		time.Sleep(2 * time.Second)
		for range 2 {
			if _, err := downstream.Do(t.Context(), d, takes(0, "v", nil)); err != nil {
				t.Errorf("a probe: %v", err)
			}
		}
		if s := d.Breaker().State(); s != breaker.Closed {
			t.Errorf("%v", s)
		}
	})
}

func TestCauseOfTheAttemptsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := budget.Start(t.Context(), time.Second, 0)
		defer cancel()
		for timeout, want := range map[time.Duration]error{400 * ms: budget.ErrCallTimeout, time.Hour: budget.ErrExhausted} {
			d := downstream.New("d", downstream.Config{Timeout: timeout})
			downstream.Do(ctx, d, func(ctx context.Context) (int, error) {
				<-ctx.Done()
				if got := context.Cause(ctx); got != want {
					t.Errorf("timeout %v: the cause is %v, want %v", timeout, got, want)
				}
				return 0, ctx.Err()
			})
			ctx, cancel = budget.Start(t.Context(), time.Second, 0)
			defer cancel()
		}
	})
}

// From the outside in: budget, breaker, bulkhead. What refuses further out is what the record says, and what stands
// further in is not asked.
func TestOrderOfWhatRefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := downstream.New("d", downstream.Config{Timeout: time.Minute, MaxConcurrent: 1, Breaker: &window})
		go downstream.Do(t.Context(), d, takes(30*time.Second, "", nil)) // takes the only place
		synctest.Wait()
		status := func(left time.Duration) record.Status {
			_, err := downstream.Do(within(t, left), d, fails)
			return err.(*downstream.Error).Status
		}
		if got := status(time.Second); got != record.Full {
			t.Errorf("full: %v", got)
		}
		halfOpen(d)
		if got := status(-1); got != record.Refused || d.Snapshot().Breaker.State != breaker.HalfOpen {
			t.Errorf("full, half-open and no time: %v", got)
		}
		d.Breaker().Force(breaker.Open, true)
		if got := status(time.Second); got != record.Open {
			t.Errorf("full and open: %v", got)
		}
		if got := status(-1); got != record.Refused {
			t.Errorf("full, open and no time: %v", got)
		}
		time.Sleep(time.Minute)
	})
}

func TestHTTPRetryAfterBeyondTheDeadlineAnswersAtOnce(t *testing.T) {
	for _, value := range []string{"60", "Fri, 31 Dec 2100 23:59:59 GMT"} {
		synctest.Test(t, func(t *testing.T) {
			n := 0
			d := downstream.New("stock", downstream.Config{Timeout: 400 * ms, Retry: again})
			start := time.Now()
			resp, err := d.RoundTripper(server(func(r *http.Request) (*http.Response, error) {
				n++
				resp := answer(503, &stream{ctx: r.Context(), text: "busy"})
				resp.Header.Set("Retry-After", value)
				return resp, nil
			})).RoundTrip(get(t, within(t, 2*time.Second)))
			if err != nil || n != 1 || time.Since(start) != 0 {
				t.Fatalf("%v, %d attempts, returned after %v", err, n, time.Since(start))
			}
			if got, _ := io.ReadAll(resp.Body); resp.StatusCode != 503 || string(got) != "busy" {
				t.Errorf("%d %q", resp.StatusCode, got)
			}
		})
	}
}

func TestHTTPMethodsThatAreRepeated(t *testing.T) {
	for method, want := range map[string]int{
		"": 2, "GET": 2, "HEAD": 2, "OPTIONS": 2, "PUT": 2, "DELETE": 2, "POST": 1, "PATCH": 1, "CONNECT": 1, "get": 1,
	} {
		synctest.Test(t, func(t *testing.T) {
			n := 0
			d := downstream.New("stock", downstream.Config{Timeout: 400 * ms, Retry: again})
			req := get(t, within(t, time.Minute))
			req.Method = method
			_, err := d.RoundTripper(server(func(*http.Request) (*http.Response, error) {
				if n++; n == 1 {
					return nil, errors.New("connection reset")
				}
				return answer(200, http.NoBody), nil
			})).RoundTrip(req)
			if n != want || (err == nil) != (want == 2) {
				t.Errorf("%q: sent %d times, want %d; %v", method, n, want, err)
			}
		})
	}
}

// A goroutine may begin late; a call is judged by the time that is left then.
func TestTaskThatBeginsLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l log
		d := downstream.New("d", downstream.Config{Timeout: 400 * ms, Expected: 100 * ms, SlowAfter: 50 * ms, Observer: &l})
		for late, want := range map[time.Duration]record.Status{850 * ms: record.OK, 950 * ms: record.Refused} {
			var k downstream.Task
			k.Init(within(t, time.Second), d, false)
			time.Sleep(late)
			downstream.DoTask(&k, takes(20*ms, "v", nil))
			if r := l.one(t); r.Status != want || r.Slow || want == record.OK && r.Took != late+20*ms {
				t.Errorf("%v late: record %+v", late, r)
			}
		}
	})
}

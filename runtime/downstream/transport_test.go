package downstream_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/pool"
	"github.com/budgetlint/budgetlint/runtime/record"
)

// server answers in memory: a bubble of synctest has no sockets.
type server func(*http.Request) (*http.Response, error)

func (s server) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		defer r.Body.Close()
	}
	return s(r)
}

// stream is a response's body that takes its time, and heeds the request's context.
type stream struct {
	ctx    context.Context
	takes  time.Duration
	text   string
	err    error // at the end; nil is io.EOF
	closed bool
}

func (s *stream) Read(p []byte) (int, error) {
	select {
	case <-s.ctx.Done():
		return 0, s.ctx.Err()
	case <-time.After(s.takes):
	}
	if s.text == "" {
		if s.err != nil {
			return 0, s.err
		}
		return 0, io.EOF
	}
	n := copy(p, s.text)
	s.text = s.text[n:]
	return n, nil
}

func (s *stream) Close() error { s.closed = true; return nil }

func answer(code int, b io.ReadCloser) *http.Response {
	return &http.Response{StatusCode: code, Header: http.Header{}, Body: b}
}

func get(t *testing.T, ctx context.Context) *http.Request {
	r, err := http.NewRequestWithContext(ctx, "GET", "http://stock/items", nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var again = &contract.Retry{Attempts: 3, Base: 10 * ms, Cap: 20 * ms}

func TestHTTPHeaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := record.WithTraceID(within(t, 700*ms), "t1")
		d := downstream.New("stock", downstream.Config{Timeout: 400 * ms, Retry: &contract.Retry{Attempts: 2, Base: 1, Cap: 1}})
		req := get(t, ctx)
		var sent []string
		rt := d.RoundTripper(server(func(r *http.Request) (*http.Response, error) {
			if r == req {
				t.Error("not a clone")
			}
			sent = append(sent, r.Header.Get("Grpc-Timeout")+" "+r.Header.Get("X-Envoy-Expected-Rq-Timeout-Ms")+" "+r.Header.Get("X-Trace-Id"))
			<-r.Context().Done()
			return nil, r.Context().Err()
		}))
		_, err := rt.RoundTrip(req)
		if got := fmt.Sprint(sent); got != "[400m 400 t1 299m 299 t1]" && got != "[400m 400 t1 300m 300 t1]" {
			t.Errorf("%v", got)
		}
		if len(req.Header) != 0 {
			t.Errorf("the caller's request has %v", req.Header)
		}
		if e := err.(*downstream.Error); e.Status != record.Timeout || e.Attempts != 2 {
			t.Errorf("%v", err)
		}
	})
}

func TestHTTPOutcomeAtTheBodysEnd(t *testing.T) {
	reset := errors.New("connection reset")
	for _, c := range []struct {
		name   string
		body   stream
		use    func(r io.ReadCloser, cancel func()) error
		status record.Status
		took   time.Duration
		counts [2]int
	}{
		{"EOF", stream{takes: 50 * ms, text: "v"}, func(r io.ReadCloser, _ func()) error { _, err := io.ReadAll(r); return err },
			record.OK, 100 * ms, [2]int{1, 0}},
		{"read error", stream{takes: 50 * ms, err: reset}, func(r io.ReadCloser, _ func()) error { _, err := io.ReadAll(r); return err },
			record.Failed, 50 * ms, [2]int{0, 1}},
		{"Close", stream{takes: 50 * ms, text: "v"}, func(r io.ReadCloser, _ func()) error { time.Sleep(20 * ms); return r.Close() },
			record.OK, 20 * ms, [2]int{1, 0}},
		{"deadline while reading", stream{takes: time.Hour}, func(r io.ReadCloser, _ func()) error { _, err := io.ReadAll(r); return err },
			record.Timeout, 400 * ms, [2]int{0, 1}},
		{"never closed", stream{text: "v"}, func(io.ReadCloser, func()) error { return nil },
			record.Timeout, 400 * ms, [2]int{0, 1}},
		{"client gone", stream{takes: time.Hour}, func(r io.ReadCloser, cancel func()) error {
			time.AfterFunc(30*ms, cancel)
			_, err := io.ReadAll(r)
			return err
		}, record.Canceled, 30 * ms, [2]int{0, 0}},
		{"client gone, and closed", stream{takes: time.Hour}, func(r io.ReadCloser, cancel func()) error {
			cancel()
			return r.Close()
		}, record.Canceled, 0, [2]int{0, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var l log
				d := downstream.New("stock", downstream.Config{Timeout: 400 * ms, MaxConcurrent: 1, Breaker: &window, Observer: &l, Retry: again})
				ctx, cancel := context.WithCancel(within(t, time.Minute))
				defer cancel()
				rt := d.RoundTripper(server(func(r *http.Request) (*http.Response, error) {
					b := c.body
					b.ctx = r.Context()
					return answer(200, &b), nil
				}))
				resp, err := rt.RoundTrip(get(t, ctx))
				if err != nil {
					t.Fatal(err)
				}
				if s := d.Snapshot(); s.Places != 1 || s.Running != 1 || len(l.all()) != 0 {
					t.Errorf("over at the headers: %+v", s)
				}
				c.use(resp.Body, cancel)
				time.Sleep(time.Second)
				resp.Body.Close()
				s := d.Snapshot()
				if s.Places != 0 || s.Running != 0 || counts(d) != c.counts {
					t.Errorf("%+v", s)
				}
				r := l.one(t)
				if r.Status != c.status || r.Took != c.took || (r.Err == nil) != (c.status == record.OK) {
					t.Errorf("record %+v", r)
				}
			})
		})
	}
}

func TestHTTPStream(t *testing.T) {
	for _, c := range []struct {
		name   string
		takes  time.Duration
		code   int
		status record.Status
		counts [2]int
	}{
		{"headers in time", 100 * ms, 200, record.OK, [2]int{1, 0}},
		{"headers late", 500 * ms, 200, record.Timeout, [2]int{0, 1}},
		{"failed", 100 * ms, 503, record.Failed, [2]int{0, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var l log
				d := downstream.New("stock", downstream.Config{Timeout: 400 * ms, MaxConcurrent: 1, Breaker: &window, Observer: &l, Retry: again})
				sent := 0
				rt := d.RoundTripper(server(func(r *http.Request) (*http.Response, error) {
					sent++
					select {
					case <-time.After(c.takes):
						return answer(c.code, &stream{ctx: r.Context(), takes: time.Hour, text: "event"}), nil
					case <-r.Context().Done():
						return nil, r.Context().Err()
					}
				}))
				resp, err := rt.RoundTrip(get(t, downstream.WithStream(t.Context())))
				if r := l.one(t); r.Status != c.status || sent != 1 || counts(d) != c.counts {
					t.Errorf("%d sent, record %+v", sent, r)
				}
				if s := d.Snapshot(); s.Places != 0 || s.Running != 0 {
					t.Errorf("%+v", s)
				}
				if c.status == record.Timeout {
					wantError(t, err, record.Timeout, 1, context.DeadlineExceeded, budget.ErrCallTimeout)
					return
				}
				if got, err := io.ReadAll(resp.Body); string(got) != "event" || err != nil {
					t.Errorf("%q %v: the timeout ended the body", got, err)
				}
				resp.Body.Close()
				if len(l.all()) != 0 {
					t.Error("a second record")
				}
			})
		})
	}
}

func TestHTTPRetry(t *testing.T) {
	unavailable := func(r *http.Request) *http.Response {
		return answer(503, &stream{ctx: r.Context(), text: "busy"})
	}
	for _, c := range []struct {
		name       string
		method     string
		body       io.Reader
		idempotent bool
		codes      []int // then 200
		want       int   // sent
		code       int
		status     record.Status
	}{
		{name: "GET until it succeeds", method: "GET", codes: []int{503, 500}, want: 3, code: 200, status: record.OK},
		{name: "exhausted", method: "GET", codes: []int{503, 503, 503}, want: 3, code: 503, status: record.Failed},
		{name: "404 is an answer", method: "GET", codes: []int{404}, want: 1, code: 404, status: record.OK},
		{name: "429 is none", method: "GET", codes: []int{429}, want: 2, code: 200, status: record.OK},
		{name: "PUT with GetBody", method: "PUT", body: strings.NewReader("v"), codes: []int{503}, want: 2, code: 200, status: record.OK},
		{name: "PUT without", method: "PUT", body: io.MultiReader(strings.NewReader("v")), codes: []int{503}, want: 1, code: 503, status: record.Failed},
		{name: "POST", method: "POST", body: strings.NewReader("v"), codes: []int{503}, want: 1, code: 503, status: record.Failed},
		{name: "idempotent POST", method: "POST", body: strings.NewReader("v"), idempotent: true, codes: []int{503}, want: 2, code: 200, status: record.OK},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var l log
				retry := *again
				retry.Idempotent = c.idempotent
				d := downstream.New("stock", downstream.Config{Timeout: 400 * ms, MaxConcurrent: 1, Breaker: &window, Observer: &l, Retry: &retry})
				var bodies []*stream
				rt := d.RoundTripper(server(func(r *http.Request) (*http.Response, error) {
					if c.body != nil {
						if got, _ := io.ReadAll(r.Body); string(got) != "v" {
							t.Errorf("attempt %d sends %q", len(bodies)+1, got)
						}
					}
					for i, b := range bodies {
						if !b.closed || b.text != "" {
							t.Errorf("body %d is not drained and closed", i)
						}
					}
					resp := unavailable(r)
					resp.StatusCode = 200
					if n := len(bodies); n < len(c.codes) {
						resp.StatusCode = c.codes[n]
					}
					bodies = append(bodies, resp.Body.(*stream))
					return resp, nil
				}))
				req, _ := http.NewRequestWithContext(within(t, time.Minute), c.method, "http://stock/items", c.body)
				resp, err := rt.RoundTrip(req)
				if err != nil {
					t.Fatal(err)
				}
				if got, err := io.ReadAll(resp.Body); string(got) != "busy" || err != nil {
					t.Errorf("%q %v", got, err)
				}
				resp.Body.Close()
				r := l.one(t)
				if len(bodies) != c.want || resp.StatusCode != c.code || r.Status != c.status || r.Attempts != c.want || (r.Err == nil) != (r.Status == record.OK) {
					t.Errorf("%d sent, %d, record %+v", len(bodies), resp.StatusCode, r)
				}
				failures := 0
				for _, code := range c.codes[:min(c.want, len(c.codes))] {
					if code != 404 {
						failures++
					}
				}
				if got := counts(d); got != [2]int{c.want - failures, failures} || d.Snapshot().Places != 0 {
					t.Errorf("successes, failures: %v, %+v", got, d.Snapshot())
				}
			})
		})
	}
}

func TestHTTPFailedResponsesOfAnySizeReachTheCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l log
		long := strings.Repeat("x", 100_000)
		d := downstream.New("stock", downstream.Config{Timeout: 400 * ms, Retry: again, Observer: &l})
		b := &stream{text: long}
		resp, err := d.RoundTripper(server(func(r *http.Request) (*http.Response, error) {
			b.ctx = r.Context()
			return answer(500, b), nil
		})).RoundTrip(get(t, t.Context()))
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := io.ReadAll(resp.Body); string(got) != long {
			t.Errorf("%d bytes", len(got))
		}
		resp.Body.Close()
		if r := l.one(t); r.Status != record.Failed || r.Attempts != 1 || !b.closed {
			t.Errorf("record %+v", r)
		}
		// No time for another attempt: the response is what there is.
		d = downstream.New("stock", downstream.Config{Timeout: 400 * ms, Retry: &contract.Retry{Attempts: 2}, Observer: &l})
		resp, err = d.RoundTripper(server(func(r *http.Request) (*http.Response, error) {
			resp := answer(503, &stream{ctx: r.Context(), text: "busy"})
			resp.Header.Set("Retry-After", "60")
			return resp, nil
		})).RoundTrip(get(t, within(t, time.Second)))
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := io.ReadAll(resp.Body); string(got) != "busy" {
			t.Errorf("%q", got)
		}
		if r := l.one(t); r.Status != record.Failed || r.Attempts != 1 || !errors.Is(r.Err, budget.ErrExhausted) {
			t.Errorf("record %+v", r)
		}
	})
}

func TestHTTPRefusedRequestsBodyIsClosed(t *testing.T) {
	for _, c := range []struct {
		name   string
		left   time.Duration
		c      downstream.Config
		force  bool
		status record.Status
		why    error
	}{
		{"no time left", -1, downstream.Config{}, false, record.Refused, budget.ErrExhausted},
		{"the same, with retries", -1, downstream.Config{Retry: &contract.Retry{Attempts: 2, Idempotent: true}}, false, record.Refused, budget.ErrExhausted},
		{"open", time.Second, downstream.Config{Breaker: &window}, true, record.Open, breaker.ErrOpen},
		{"full", time.Second, downstream.Config{MaxConcurrent: 1, Priority: pool.Low}, false, record.OK, nil},
	} {
		var l log
		c.c.Timeout, c.c.Observer = time.Second, &l
		d := downstream.New("stock", c.c)
		if c.force {
			d.Breaker().Force(breaker.Open, true)
		}
		b := &closer{Reader: bytes.NewReader([]byte("v"))}
		req, _ := http.NewRequestWithContext(within(t, c.left), "PUT", "http://stock/items", b)
		req.GetBody = func() (io.ReadCloser, error) { return b, nil }
		resp, err := d.RoundTripper(server(func(*http.Request) (*http.Response, error) { return answer(204, http.NoBody), nil })).RoundTrip(req)
		if !b.closed {
			t.Errorf("%s: not closed", c.name)
		}
		if r := l.one(t); r.Status != c.status {
			t.Errorf("%s: record %+v", c.name, r)
		}
		if c.why != nil {
			wantError(t, err, c.status, 0, c.why)
		} else if err != nil || resp.StatusCode != 204 {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

type closer struct {
	io.Reader
	closed bool
}

func (c *closer) Close() error { c.closed = true; return nil }

func TestHTTPPanic(t *testing.T) {
	var l log
	d := downstream.New("stock", downstream.Config{Timeout: time.Minute, MaxConcurrent: 1, Breaker: &window, Observer: &l, Retry: again})
	func() {
		defer func() {
			if v := recover(); v != "bug" {
				t.Errorf("recovered %v", v)
			}
		}()
		d.RoundTripper(server(func(*http.Request) (*http.Response, error) { panic("bug") })).RoundTrip(get(t, t.Context()))
	}()
	if r := l.one(t); !r.Panicked || r.Status != record.Failed || d.Snapshot().Places != 0 || counts(d) != [2]int{0, 1} {
		t.Errorf("record %+v, %+v", r, d.Snapshot())
	}
}

package httpbudget_test

import (
	"context"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/httpbudget"
	"github.com/budgetlint/budgetlint/runtime/record"
)

const ms = time.Millisecond

// serve sends one request with headers, given as "name: value", through the middleware.
func serve(ctx context.Context, mw func(http.Handler) http.Handler, h http.HandlerFunc, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/", nil)
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		r.Header.Add(name, value)
	}
	w := httptest.NewRecorder()
	mw(h).ServeHTTP(w, r)
	return w
}

func TestMiddlewareIsTheLeastOfOwnAndHeader(t *testing.T) {
	tests := []struct {
		name         string
		server       time.Duration // a deadline of the server's own, 0: none
		headers      []string
		spend, reply time.Duration
	}{
		{"no header", 0, nil, 1700 * ms, 2000 * ms},
		{"grpc below", 0, []string{"grpc-timeout: 400m"}, 340 * ms, 400 * ms},
		{"envoy below", 0, []string{"x-envoy-expected-rq-timeout-ms: 400"}, 340 * ms, 400 * ms},
		{"above", 0, []string{"grpc-timeout: 30S"}, 1700 * ms, 2000 * ms},
		{"equal", 0, []string{"grpc-timeout: 2S"}, 1700 * ms, 2000 * ms},
		{"both", 0, []string{"grpc-timeout: 1S", "x-envoy-expected-rq-timeout-ms: 400"}, 340 * ms, 400 * ms},
		{"twice", 0, []string{"grpc-timeout: 1S", "grpc-timeout: 400m"}, 340 * ms, 400 * ms},
		{"junk beside", 0, []string{"grpc-timeout: soon", "x-envoy-expected-rq-timeout-ms: 400"}, 340 * ms, 400 * ms},
		{"junk", 0, []string{"grpc-timeout: soon", "x-envoy-expected-rq-timeout-ms: 1.5"}, 1700 * ms, 2000 * ms},
		{"too large to say", 0, []string{"x-envoy-expected-rq-timeout-ms: 99999999999999999999999"}, 1700 * ms, 2000 * ms},
		{"very little", 0, []string{"grpc-timeout: 1n"}, 1, 1},
		{"server's deadline first", 1000 * ms, []string{"grpc-timeout: 30S"}, 700 * ms, 1000 * ms},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx := t.Context()
				if tt.server > 0 {
					var cancel context.CancelFunc
					ctx, cancel = context.WithTimeout(ctx, tt.server)
					defer cancel()
				}
				ran := false
				w := serve(ctx, httpbudget.Middleware(2000*ms, 300*ms), func(_ http.ResponseWriter, r *http.Request) {
					ran = true
					spend, _ := budget.Remaining(r.Context())
					reply, _ := budget.Remaining(budget.Reply(r.Context()))
					if spend != tt.spend || reply != tt.reply {
						t.Errorf("%v to spend, %v to reply, want %v and %v", spend, reply, tt.spend, tt.reply)
					}
				}, tt.headers...)
				if !ran || w.Code != http.StatusOK {
					t.Errorf("the handler ran: %v, status %d", ran, w.Code)
				}
			})
		})
	}
}

func TestMiddlewareShrinksLargeMarginsExactly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		serve(t.Context(), httpbudget.Middleware(3*time.Hour, time.Hour), func(_ http.ResponseWriter, r *http.Request) {
			if spend, _ := budget.Remaining(r.Context()); spend != time.Hour {
				t.Errorf("%v to spend, want 1h", spend)
			}
		}, "grpc-timeout: 90M")
	})
}

func TestMiddlewareRefusesWhenNoTimeIsLeft(t *testing.T) {
	never := func(http.ResponseWriter, *http.Request) { t.Error("the handler ran") }
	for _, header := range []string{
		"grpc-timeout: 0m", "grpc-timeout: -5m", "x-envoy-expected-rq-timeout-ms: 0", "x-envoy-expected-rq-timeout-ms: -20",
	} {
		t.Run(header, func(t *testing.T) {
			w := serve(t.Context(), httpbudget.Middleware(2000*ms, 300*ms), never, header)
			if w.Code != http.StatusGatewayTimeout {
				t.Errorf("status %d", w.Code)
			}
			own := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if _, ok := budget.Remaining(r.Context()); ok {
					t.Error("a refused request has a budget")
				}
				w.Header().Set("X-Trace-Id", record.TraceID(r.Context()))
				w.WriteHeader(http.StatusServiceUnavailable)
			})
			w = serve(t.Context(), httpbudget.Middleware(2000*ms, 300*ms, httpbudget.Refuse(own)), never, header, "X-Trace-Id: abc")
			if w.Code != http.StatusServiceUnavailable || w.Header().Get("X-Trace-Id") != "abc" {
				t.Errorf("status %d, trace id %q", w.Code, w.Header().Get("X-Trace-Id"))
			}
		})
	}
}

func TestMiddlewareTotalWithinMarginPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic where the middleware is made")
		}
	}()
	httpbudget.Middleware(300*ms, 300*ms)
}

func TestMiddlewareEndsTheBudgetWithTheHandler(t *testing.T) {
	var ctx, reply context.Context
	serve(t.Context(), httpbudget.Middleware(2000*ms, 300*ms), func(_ http.ResponseWriter, r *http.Request) {
		ctx, reply = r.Context(), budget.Reply(r.Context())
	})
	if ctx.Err() == nil || reply.Err() == nil {
		t.Errorf("errors %v, %v after the handler", ctx.Err(), reply.Err())
	}
}

func TestMiddlewareClientGone(t *testing.T) {
	client, leave := context.WithCancel(t.Context())
	serve(client, httpbudget.Middleware(2000*ms, 300*ms), func(_ http.ResponseWriter, r *http.Request) {
		reply := budget.Reply(r.Context())
		leave()
		if r.Context().Err() != context.Canceled || reply.Err() != context.Canceled {
			t.Errorf("errors %v, %v after the client left", r.Context().Err(), reply.Err())
		}
	})
}

const (
	id     = "4bf92f3577b34da6a3ce929d0e0e4736"
	parent = "00-" + id + "-00f067aa0ba902b7-01"
)

func TestMiddlewareTraceID(t *testing.T) {
	none := "00000000000000000000000000000000"
	tests := []struct {
		name    string
		headers []string
		want    string // "": a random one
	}{
		{"traceparent", []string{"traceparent: " + parent}, id},
		{"traceparent before X-Trace-Id", []string{"X-Trace-Id: abc", "traceparent: " + parent}, id},
		{"later version, more fields", []string{"traceparent: 01" + parent[2:] + "-more"}, id},
		{"X-Trace-Id", []string{"X-Trace-Id: abc/1"}, "abc/1"},
		{"longest X-Trace-Id", []string{"X-Trace-Id: " + strings.Repeat("a", 128)}, strings.Repeat("a", 128)},
		{"X-Trace-Id after a bad traceparent", []string{"traceparent: " + parent[1:], "X-Trace-Id: abc"}, "abc"},
		{"nothing", nil, ""},
		{"X-Trace-Id too long", []string{"X-Trace-Id: " + strings.Repeat("a", 129)}, ""},
		{"X-Trace-Id with a space", []string{"X-Trace-Id: a b"}, ""},
		{"X-Trace-Id not ASCII", []string{"X-Trace-Id: né"}, ""},
		{"X-Trace-Id empty", []string{"X-Trace-Id: "}, ""},
		{"version ff", []string{"traceparent: ff" + parent[2:]}, ""},
		{"version 00, more fields", []string{"traceparent: " + parent + "-more"}, ""},
		{"later version, run on", []string{"traceparent: 01" + parent[2:] + "more"}, ""},
		{"upper case", []string{"traceparent: " + strings.ToUpper(parent)}, ""},
		{"trace id of zeros", []string{"traceparent: 00-" + none + "-00f067aa0ba902b7-01"}, ""},
		{"span id of zeros", []string{"traceparent: 00-" + id + "-0000000000000000-01"}, ""},
		{"dash out of place", []string{"traceparent: 00-" + id[:31] + "-000f067aa0ba902b7-01"}, ""},
		{"short", []string{"traceparent: " + parent[:54]}, ""},
		{"twice", []string{"traceparent: " + parent, "traceparent: " + parent}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got [2]string
			for i := range got {
				serve(t.Context(), httpbudget.Middleware(2000*ms, 300*ms), func(_ http.ResponseWriter, r *http.Request) {
					got[i] = record.TraceID(r.Context())
				}, tt.headers...)
			}
			if tt.want != "" && got[0] != tt.want {
				t.Errorf("%q, want %q", got[0], tt.want)
			}
			if raw, err := hex.DecodeString(got[0]); tt.want == "" && (err != nil || len(raw) != 16 || got[0] == got[1]) {
				t.Errorf("%q, then %q: want 16 random bytes in hex", got[0], got[1])
			}
		})
	}
}

func TestMiddlewareTraceIDFrom(t *testing.T) {
	for own, want := range map[string]string{"span": "span", "": "abc"} {
		mw := httpbudget.Middleware(2000*ms, 300*ms, httpbudget.TraceIDFrom(func(*http.Request) string { return own }))
		serve(t.Context(), mw, func(_ http.ResponseWriter, r *http.Request) {
			if got := record.TraceID(r.Context()); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}, "X-Trace-Id: abc")
	}
}

func BenchmarkMiddleware(b *testing.B) {
	h := httpbudget.Middleware(2000*ms, 300*ms)(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set("traceparent", parent)
	r.Header.Set("grpc-timeout", "1S")
	b.ReportAllocs()
	for b.Loop() {
		h.ServeHTTP(nil, r)
	}
}

package httpbudget_test

import (
	"context"
	"maps"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/budgetlint/budgetlint/runtime/httpbudget"
	"github.com/budgetlint/budgetlint/runtime/record"
)

func TestTimeLeft(t *testing.T) {
	const grpc, envoy = "grpc-timeout", "x-envoy-expected-rq-timeout-ms"
	tests := []struct {
		header, value string
		want          time.Duration
		ok            bool
	}{
		{grpc, "1H", time.Hour, true},
		{grpc, "2M", 2 * time.Minute, true},
		{grpc, "3S", 3 * time.Second, true},
		{grpc, "400m", 400 * ms, true},
		{grpc, "5u", 5 * time.Microsecond, true},
		{grpc, "6n", 6, true},
		{grpc, "99999999H", math.MaxInt64, true},
		{grpc, "00000400m", 400 * ms, true},
		{grpc, "0S", 0, true},
		{grpc, "-7S", 0, true},
		{grpc, "000000400m", 0, false}, // nine digits
		{grpc, "400", 0, false},
		{grpc, "400 m", 0, false},
		{grpc, "400ms", 0, false},
		{grpc, "+400m", 0, false},
		{grpc, "1.5S", 0, false},
		{grpc, "m", 0, false},
		{grpc, "-m", 0, false},
		{grpc, "--5m", 0, false},
		{grpc, "", 0, false},
		{envoy, "400", 400 * ms, true},
		{envoy, "0", 0, true},
		{envoy, "-1", 0, true},
		{envoy, "-99999999999999999999", 0, true},
		{envoy, "9223372036854775807", math.MaxInt64, true},
		{envoy, "9223372036854775808", math.MaxInt64, true},
		{envoy, "99999999999999999999999999", math.MaxInt64, true},
		{envoy, "9223372036855", math.MaxInt64, true},
		{envoy, "9223372036854", 9223372036854 * ms, true},
		{envoy, "400m", 0, false},
		{envoy, "0x10", 0, false},
		{envoy, "4e2", 0, false},
		{envoy, "400, 500", 0, false},
		{envoy, "-", 0, false},
		{envoy, "", 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.header+" "+tt.value, func(t *testing.T) {
			h := http.Header{}
			h.Set(tt.header, tt.value)
			if got, ok := httpbudget.TimeLeft(h); got != tt.want || ok != tt.ok {
				t.Errorf("%v, %v, want %v, %v", got, ok, tt.want, tt.ok)
			}
		})
	}
}

func TestWriteTimeLeft(t *testing.T) {
	tests := []struct {
		left        time.Duration
		grpc, envoy string
	}{
		{1700 * ms, "1700m", "1700"},
		{1700*ms + 999_999, "1700m", "1700"},
		{1, "1m", "1"},
		{99_999_999 * ms, "99999999m", "99999999"},
		{100_000_000 * ms, "100000S", "100000000"},
		{math.MaxInt64, "99999999S", "9223372036854"},
		{0, "", ""},
		{-1, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.left.String(), func(t *testing.T) {
			h := http.Header{}
			httpbudget.WriteTimeLeft(h, tt.left)
			grpc, envoy := h.Get("grpc-timeout"), h.Get("x-envoy-expected-rq-timeout-ms")
			if grpc != tt.grpc || envoy != tt.envoy {
				t.Errorf("%q and %q, want %q and %q", grpc, envoy, tt.grpc, tt.envoy)
			}
			if back, ok := httpbudget.TimeLeft(h); ok != (tt.left > 0) || tt.left > ms && back > tt.left {
				t.Errorf("reads back as %v, %v", back, ok)
			}
		})
	}
}

func TestWriteTimeLeftNeverOverwrites(t *testing.T) {
	h := http.Header{"Grpc-Timeout": {"5S"}}
	httpbudget.WriteTimeLeft(h, 400*ms)
	if h.Get("grpc-timeout") != "5S" || h.Get("x-envoy-expected-rq-timeout-ms") != "400" {
		t.Errorf("%v", h)
	}
}

// through returns the context that a handler behind the middleware has.
func through(t *testing.T, headers ...string) (ctx context.Context) {
	serve(t.Context(), httpbudget.Middleware(2000*ms, 300*ms), func(_ http.ResponseWriter, r *http.Request) {
		ctx = r.Context()
	}, headers...)
	return ctx
}

func TestWriteTraceSendsOnWhatCameIn(t *testing.T) {
	came := []string{"traceparent: " + parent, "tracestate: a=1", "tracestate: b=2"}
	tests := []struct {
		name    string
		headers []string
		id      string // "": that of the context
		has     http.Header
		want    http.Header
	}{
		{"traceparent", came, "", http.Header{},
			http.Header{"Traceparent": {parent}, "Tracestate": {"a=1,b=2"}, "X-Trace-Id": {id}}},
		{"no span id is made up", []string{"X-Trace-Id: abc"}, "", http.Header{}, http.Header{"X-Trace-Id": {"abc"}}},
		{"a bad traceparent is not sent on", []string{"traceparent: " + parent[1:], "X-Trace-Id: abc"}, "", http.Header{},
			http.Header{"X-Trace-Id": {"abc"}}},
		{"a tracing library's own", came, "", http.Header{"Traceparent": {"00-own"}},
			http.Header{"Traceparent": {"00-own"}, "X-Trace-Id": {id}}},
		{"X-Trace-Id is there", came, "", http.Header{"X-Trace-Id": {"own"}, "Tracestate": {"c=3"}},
			http.Header{"Traceparent": {parent}, "Tracestate": {"c=3"}, "X-Trace-Id": {"own"}}},
		{"another trace", came, "other", http.Header{}, http.Header{"X-Trace-Id": {"other"}}},
		{"no header can hold it", nil, "a\r\nb", http.Header{}, http.Header{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx := through(t, tt.headers...)
			if tt.id == "" {
				tt.id = record.TraceID(ctx)
			}
			httpbudget.WriteTrace(ctx, tt.has, tt.id)
			if !maps.EqualFunc(tt.has, tt.want, func(a, b []string) bool { return strings.Join(a, "|") == strings.Join(b, "|") }) {
				t.Errorf("got  %v\nwant %v", tt.has, tt.want)
			}
		})
	}
}

func TestReadTraceIsTheOtherSideOfWriteTrace(t *testing.T) {
	sent := http.Header{"Traceparent": {parent}, "Tracestate": {"a=1"}, "X-Trace-Id": {"abc"}}
	ctx := httpbudget.ReadTrace(t.Context(), sent)
	if got := record.TraceID(ctx); got != id {
		t.Errorf("trace id %q, want that of the traceparent", got)
	}
	on := http.Header{}
	httpbudget.WriteTrace(ctx, on, record.TraceID(ctx))
	if on.Get("Traceparent") != parent || on.Get("Tracestate") != "a=1" || on.Get("X-Trace-Id") != id {
		t.Errorf("sent on as %v", on)
	}
	if got := record.TraceID(httpbudget.ReadTrace(t.Context(), http.Header{"X-Trace-Id": {"abc"}})); got != "abc" {
		t.Errorf("trace id %q", got)
	}
	if got := record.TraceID(httpbudget.ReadTrace(t.Context(), http.Header{})); len(got) != 32 {
		t.Errorf("trace id %q, want a random one", got)
	}
}

func TestWriteTraceWithoutMiddleware(t *testing.T) {
	h := http.Header{}
	httpbudget.WriteTrace(t.Context(), h, "")
	if len(h) != 0 {
		t.Errorf("%v from nothing", h)
	}
}

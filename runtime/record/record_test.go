package record_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/budgetlint/budgetlint/runtime/record"
)

func TestStatusWords(t *testing.T) {
	want := strings.Fields("ok failed timeout canceled refused open full abandoned")
	for i, word := range want {
		if got := record.Status(i + 1).String(); got != word {
			t.Errorf("Status(%d) is %q, want %q", i+1, got, word)
		}
	}
	if record.OK.String() != "ok" || record.Abandoned.String() != "abandoned" {
		t.Error("the constants are out of order")
	}
	for _, s := range []record.Status{0, record.Abandoned + 1, 255} {
		if got := s.String(); !strings.HasPrefix(got, "status(") {
			t.Errorf("Status(%d) passes for %q", s, got)
		}
	}
	data, err := json.Marshal(map[string]record.Status{"status": record.Open})
	if string(data) != `{"status":"open"}` || err != nil {
		t.Errorf("%s, %v", data, err)
	}
}

func TestRetriesAreAttemptsAfterTheFirst(t *testing.T) {
	for attempts, want := range []int{0, 0, 1, 2} {
		if got := (record.Call{Attempts: attempts}).Retries(); got != want {
			t.Errorf("%d attempts: %d retries, want %d", attempts, got, want)
		}
	}
}

func TestTraceID(t *testing.T) {
	ctx := t.Context()
	if got := record.TraceID(ctx); got != "" {
		t.Errorf("%q without one", got)
	}
	ctx = record.WithTraceID(ctx, "abc")
	tests := []struct {
		name   string
		source record.TraceSource
		want   string
	}{
		{"nil source", nil, "abc"},
		{"found elsewhere", func(context.Context) string { return "def" }, "def"},
		{"not found elsewhere", func(context.Context) string { return "" }, "abc"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.source.TraceID(ctx); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

// call is a record with everything set.
var call = record.Call{
	Name: "stock-service", TraceID: "abc", Status: record.Timeout,
	Degraded: true, Slow: true, Panicked: true, NoDeadline: true,
	Start: time.Unix(0, 0).UTC(), Took: 850 * time.Millisecond, Timeout: 400 * time.Millisecond,
	Attempts: 2, Err: errors.New("too late"),
}

func TestSlog(t *testing.T) {
	tests := []struct {
		name string
		call record.Call
		want string
	}{
		{"everything", call, `level=WARN msg="downstream call" downstream=stock-service status=timeout start=1970-01-01T00:00:00.000Z took=850ms timeout=400ms attempts=2 retries=1 trace_id=abc degraded=true slow=true panicked=true no_deadline=true error="too late"`},
		{"ok", record.Call{Name: "user", Status: record.OK, Start: call.Start, Attempts: 1, Took: 1, Timeout: 2}, `level=INFO msg="downstream call" downstream=user status=ok start=1970-01-01T00:00:00.000Z took=1ns timeout=2ns attempts=1 retries=0`},
		{"refused", record.Call{Name: "user", Status: record.Refused, Start: call.Start}, `level=WARN msg="downstream call" downstream=user status=refused start=1970-01-01T00:00:00.000Z took=0s timeout=0s attempts=0 retries=0`},
		{"canceled", record.Call{Name: "user", Status: record.Canceled, Start: call.Start, Attempts: 1}, `level=INFO msg="downstream call" downstream=user status=canceled start=1970-01-01T00:00:00.000Z took=0s timeout=0s attempts=1 retries=0`},
		{"slow", record.Call{Name: "user", Status: record.OK, Slow: true, Start: call.Start, Attempts: 1}, `level=WARN msg="downstream call" downstream=user status=ok start=1970-01-01T00:00:00.000Z took=0s timeout=0s attempts=1 retries=0 slow=true`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			record.Slog(slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{ReplaceAttr: noTime}))).Observe(t.Context(), tt.call)
			if got := strings.TrimSpace(out.String()); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func noTime(groups []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey && len(groups) == 0 {
		return slog.Attr{}
	}
	return a
}

type ctxKey struct{}

// fromContext is a handler that logs what it finds in the context.
type fromContext struct{ slog.Handler }

func (h fromContext) Handle(ctx context.Context, r slog.Record) error {
	r.AddAttrs(slog.Any("user", ctx.Value(ctxKey{})))
	return h.Handler.Handle(ctx, r)
}

func TestSlogHandsTheContextOn(t *testing.T) {
	var out bytes.Buffer
	l := slog.New(fromContext{slog.NewTextHandler(&out, nil)})
	record.Slog(l).Observe(context.WithValue(t.Context(), ctxKey{}, "ann"), call)
	if !strings.Contains(out.String(), "user=ann") {
		t.Errorf("the handler did not get the caller's context: %s", out.String())
	}
}

func TestSlogOffAllocatesNothing(t *testing.T) {
	o := record.Slog(slog.New(slog.DiscardHandler))
	ctx := t.Context()
	if got := testing.AllocsPerRun(100, func() { o.Observe(ctx, call) }); got != 0 {
		t.Errorf("%v allocations for a record that nobody wants", got)
	}
}

func TestObserverFunc(t *testing.T) {
	var got record.Call
	var o record.Observer = record.ObserverFunc(func(_ context.Context, c record.Call) { got = c })
	o.Observe(t.Context(), call)
	if got != call {
		t.Errorf("got %+v", got)
	}
}

func BenchmarkSlog(b *testing.B) {
	o := record.Slog(slog.New(slog.NewJSONHandler(discard{}, nil)))
	b.ReportAllocs()
	for b.Loop() {
		o.Observe(b.Context(), call)
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

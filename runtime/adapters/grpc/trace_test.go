package grpcbudget_test

import (
	"context"
	"maps"
	"slices"
	"testing"
	"testing/synctest"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	grpcbudget "github.com/budgetlint/budgetlint/runtime/adapters/grpc"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/record"
)

const (
	id     = "4bf92f3577b34da6a3ce929d0e0e4736"
	parent = "00-" + id + "-00f067aa0ba902b7-01"
)

// traceOf is what metadata says of the trace.
func traceOf(md metadata.MD) map[string][]string {
	trace := map[string][]string{}
	for _, key := range []string{"traceparent", "tracestate", "x-trace-id"} {
		if len(md[key]) > 0 {
			trace[key] = md[key]
		}
	}
	return trace
}

// What a server gets goes on to the server behind it.
func TestTraceGoesFromServerToServer(t *testing.T) {
	for _, c := range []struct {
		name  string
		in    []string // keys and values
		id    string   // "": a random one
		out   map[string][]string
		added []string // by the code in between
	}{
		{"traceparent", []string{"traceparent", parent, "tracestate", "a=1", "tracestate", "b=2", "x-trace-id", "abc"}, id,
			map[string][]string{"traceparent": {parent}, "tracestate": {"a=1,b=2"}, "x-trace-id": {id}}, nil},
		{"x-trace-id", []string{"x-trace-id", "abc"}, "abc", map[string][]string{"x-trace-id": {"abc"}}, nil},
		{"a bad traceparent", []string{"traceparent", parent[1:], "x-trace-id", "abc"}, "abc", map[string][]string{"x-trace-id": {"abc"}}, nil},
		{"a tracing library's own", []string{"traceparent", parent}, id,
			map[string][]string{"traceparent": {"00-own"}, "x-trace-id": {id}}, []string{"traceparent", "00-own"}},
		{"nothing", nil, "", nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				got := map[string]map[string][]string{}
				note := func(kind string, ctx context.Context) {
					md, _ := metadata.FromIncomingContext(ctx)
					got[kind] = traceOf(md)
				}
				d, records := stock(nil)
				behind := serve(t, shop{
					get:  func(ctx context.Context) (string, error) { note("unary", ctx); return "", nil },
					list: func(ss grpc.ServerStream) error { note("stream", ss.Context()); return nil },
				}, nil, through(d)...)
				ctx := t.Context()
				if c.in != nil {
					ctx = metadata.AppendToOutgoingContext(ctx, c.in...)
				}
				for kind, err := range both(t, ctx, served(), func(ctx context.Context) error {
					if c.added != nil {
						ctx = metadata.AppendToOutgoingContext(ctx, c.added...)
					}
					if _, err := get(ctx, behind); err != nil {
						return err
					}
					s, err := open(ctx, behind, listDesc)
					if err == nil {
						_, err = receive(s, -1)
					}
					return err
				}) {
					if err != nil {
						t.Errorf("%s: %v", kind, err)
					}
				}
				all := records.All()
				if len(all) != 4 {
					t.Fatalf("%d records", len(all))
				}
				for kind, trace := range got {
					want := c.out
					if c.id == "" {
						want = map[string][]string{"x-trace-id": {all[3].TraceID}} // of the last call
					}
					if !maps.EqualFunc(trace, want, slices.Equal) {
						t.Errorf("%s: %v, want %v", kind, trace, want)
					}
				}
				for _, r := range all {
					if c.id != "" && r.TraceID != c.id || len(r.TraceID) == 0 {
						t.Errorf("recorded under %q", r.TraceID)
					}
				}
			})
		})
	}
}

func TestTraceIDFrom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for own, want := range map[string]string{"span": "span", "": "abc"} {
			ctx := metadata.AppendToOutgoingContext(t.Context(), "x-trace-id", "abc")
			both(t, ctx, served(grpcbudget.TraceIDFrom(func(context.Context) string { return own })), func(ctx context.Context) error {
				if got := record.TraceID(ctx); got != want {
					t.Errorf("%q, want %q", got, want)
				}
				return nil
			})
		}
	})
}

// The trace id that is sent is the one that is recorded.
func TestTraceIDOfTheDownstream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, records := stock(func(c *downstream.Config) { c.TraceID = func(context.Context) string { return "span" } })
		var got map[string][]string
		conn := serve(t, shop{get: func(ctx context.Context) (string, error) {
			md, _ := metadata.FromIncomingContext(ctx)
			got = traceOf(md)
			return "pen", nil
		}}, nil, through(d)...)
		if _, err := get(t.Context(), conn); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got["x-trace-id"], []string{"span"}) || records.All()[0].TraceID != "span" {
			t.Errorf("sent %v, recorded %v", got, records.All())
		}
	})
}

func TestWriteTraceLeavesOutWhatGRPCRefuses(t *testing.T) {
	// A server of HTTP lets these bytes in; gRPC's client would fail the call for them.
	in := grpcIncoming(t, "traceparent", parent, "tracestate", "a=é")
	md, _ := metadata.FromOutgoingContext(grpcbudget.WriteTrace(in, record.TraceID(in)))
	if want := map[string][]string{"traceparent": {parent}, "x-trace-id": {id}}; !maps.EqualFunc(traceOf(md), want, slices.Equal) {
		t.Errorf("%v, want %v", md, want)
	}
	if ctx := grpcbudget.WriteTrace(t.Context(), ""); ctx != t.Context() {
		t.Error("a new context for nothing")
	}
}

// grpcIncoming is the context that a handler gets for metadata.
func grpcIncoming(t *testing.T, pairs ...string) (got context.Context) {
	ctx := metadata.NewIncomingContext(t.Context(), metadata.Pairs(pairs...))
	_, err := grpcbudget.UnaryServerInterceptor(2000*ms, 300*ms)(ctx, nil, &grpc.UnaryServerInfo{}, func(ctx context.Context, _ any) (any, error) {
		got = ctx
		return nil, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

package grpcbudget

import (
	"context"
	"net/http"
	"strings"

	"google.golang.org/grpc/metadata"

	"github.com/budgetlint/budgetlint/runtime/httpbudget"
)

// traceHeaders are the headers of the trace id in the spelling of http.Header. Metadata has them in lower case.
var traceHeaders = [...]string{"Traceparent", "Tracestate", "X-Trace-Id"}

// WriteTrace returns a context whose gRPC calls say to which trace they belong, as httpbudget.WriteTrace does in headers:
// metadata that is there stays, and no span id is made up. The client interceptors do this for the calls that they make.
func WriteTrace(ctx context.Context, id string) context.Context {
	md, _ := metadata.FromOutgoingContext(ctx)
	h := headersOf(md)
	httpbudget.WriteTrace(ctx, h, id)
	var pairs []string
	for _, name := range traceHeaders {
		key := strings.ToLower(name)
		if len(md[key]) > 0 {
			continue
		}
		for _, value := range h[name] {
			if printable(value) {
				pairs = append(pairs, key, value)
			}
		}
	}
	if pairs == nil {
		return ctx
	}
	return metadata.AppendToOutgoingContext(ctx, pairs...)
}

// readTrace is the receiver's side.
func readTrace(ctx context.Context) context.Context {
	md, _ := metadata.FromIncomingContext(ctx)
	return httpbudget.ReadTrace(ctx, headersOf(md))
}

func headersOf(md metadata.MD) http.Header {
	h := http.Header{}
	for _, name := range traceHeaders {
		if values := md[strings.ToLower(name)]; len(values) > 0 {
			h[name] = values
		}
	}
	return h
}

// printable says whether metadata can hold value. A tracestate that came by HTTP may have bytes for which gRPC would
// refuse the whole call.
func printable(value string) bool {
	for _, c := range []byte(value) {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return true
}

package httpbudget

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"strings"

	"github.com/budgetlint/budgetlint/runtime/record"
)

// The headers of the trace id, in the spelling of http.Header.
const (
	traceparent = "Traceparent"
	tracestate  = "Tracestate"
	xTraceID    = "X-Trace-Id"
)

// TraceID returns the trace id that h gives, as Middleware understands it; a new random one if it gives none.
func TraceID(h http.Header) string {
	if parent, ok := parentOf(h); ok {
		return parent[idFrom:idTo]
	}
	if id := h.Get(xTraceID); sendable(id) {
		return id
	}
	var id [16]byte
	rand.Read(id[:]) // never fails
	return hex.EncodeToString(id[:])
}

// WriteTrace says in h to which trace a request belongs: id as X-Trace-Id, and the traceparent and tracestate that
// Middleware found, unless they belong to another trace than id. A header that is there stays as it is, and
// tracestate goes only along with our traceparent. No span id is made up: without a traceparent none is sent. An id that
// no header may carry is not sent.
func WriteTrace(ctx context.Context, h http.Header, id string) {
	if p, ok := ctx.Value(parentKey{}).(parent); ok && p.trace[idFrom:idTo] == id && len(h[traceparent]) == 0 {
		h[traceparent] = []string{p.trace}
		if p.state != "" && len(h[tracestate]) == 0 {
			h[tracestate] = []string{p.state}
		}
	}
	if len(h[xTraceID]) == 0 && sendable(id) {
		h[xTraceID] = []string{id}
	}
}

// ReadTrace is the receiver's side of WriteTrace: it returns a context with the trace id of h, as TraceID finds it, and with
// the traceparent and tracestate of h to be sent on. Middleware does this; ReadTrace is for other protocols that carry
// the same headers.
func ReadTrace(ctx context.Context, h http.Header) context.Context {
	ctx, id := withParent(ctx, h)
	if id == "" {
		id = TraceID(h)
	}
	return record.WithTraceID(ctx, id)
}

type parentKey struct{}

// parent is what came in, kept to be sent on.
type parent struct{ trace, state string }

// withParent keeps the traceparent of h in the context, and returns its trace id, or "".
func withParent(ctx context.Context, h http.Header) (context.Context, string) {
	trace, ok := parentOf(h)
	if !ok {
		return ctx, ""
	}
	p := parent{trace, strings.Join(h[tracestate], ",")}
	return context.WithValue(ctx, parentKey{}, p), trace[idFrom:idTo]
}

// A traceparent is version-traceid-spanid-flags: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.
const (
	idFrom, idTo     = 3, 35
	spanFrom, spanTo = 36, 52
	parentLen        = 55
)

// parentOf returns the traceparent of h if it is there once and valid. Of a version after 00 more may follow, which
// is not ours to judge.
func parentOf(h http.Header) (string, bool) {
	values := h[traceparent]
	if len(values) != 1 || len(values[0]) < parentLen || !sendable(values[0]) {
		return "", false
	}
	s := values[0]
	for i, c := range []byte(s[:parentLen]) {
		dash := i == idFrom-1 || i == idTo || i == spanTo
		if dash != (c == '-') || !dash && !(c >= '0' && c <= '9' || c >= 'a' && c <= 'f') {
			return "", false
		}
	}
	switch {
	case s[:2] == "ff",
		s[:2] == "00" && len(s) > parentLen,
		len(s) > parentLen && s[parentLen] != '-',
		strings.Trim(s[idFrom:idTo], "0") == "",
		strings.Trim(s[spanFrom:spanTo], "0") == "":
		return "", false
	}
	return s, true
}

// sendable says whether id is 1 to 128 visible ASCII characters: what a log line and a header can hold.
func sendable(id string) bool {
	for _, c := range []byte(id) {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return id != "" && len(id) <= 128
}

package httpbudget

import (
	"net/http"

	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/record"
)

// Transport is the other end of Middleware: it sends each request through next (nil: http.DefaultTransport) with the time
// that the request's context has left, as WriteTimeLeft does, and the trace id of record.TraceID, as WriteTrace does. It
// is for clients that are called within downstream.Do or a part of an aggregate.Group; a downstream's own RoundTripper
// sends both already.
func Transport(next http.RoundTripper) http.RoundTripper {
	if next == nil {
		next = http.DefaultTransport
	}
	return transport{next}
}

type transport struct{ next http.RoundTripper }

func (t transport) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx := req.Context()
	r := req.Clone(ctx) // a RoundTripper may not change the request that it is given
	if r.Header == nil {
		r.Header = http.Header{}
	}
	if left, ok := budget.Remaining(ctx); ok {
		WriteTimeLeft(r.Header, left)
	}
	WriteTrace(ctx, r.Header, record.TraceID(ctx))
	return t.next.RoundTrip(r)
}

// CloseIdleConnections does so for next, where that can, as http.Client's method of that name asks.
func (t transport) CloseIdleConnections() {
	if c, ok := t.next.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

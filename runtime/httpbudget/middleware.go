// Package httpbudget opens a time budget for each HTTP request that a server gets, and carries the time left and the
// trace id from service to service in headers. It limits no call itself: handlers and clients do, through the context.
//
// Two header forms are understood and sent, as they are the two in wide use:
//
//	grpc-timeout: 1700m                      https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md
//	x-envoy-expected-rq-timeout-ms: 1700     https://www.envoyproxy.io/docs/envoy/latest/configuration/http/http_filters/router_filter
//
// The trace id travels as traceparent (https://www.w3.org/TR/trace-context/) and as X-Trace-Id. This package makes no
// spans: a traceparent that came in is sent on as it is, or replaced by a tracing library, which it leaves alone.
package httpbudget

import (
	"fmt"
	"net/http"
	"time"

	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/record"
)

// Option changes what Middleware does.
type Option func(*settings)

type settings struct {
	refuse  http.Handler
	traceID func(*http.Request) string
}

// Refuse lets h answer the requests that arrive with no time left. Without it the answer is 504 and a line of text.
// The context of such a request has its trace id but no budget.
func Refuse(h http.Handler) Option { return func(s *settings) { s.refuse = h } }

// TraceIDFrom takes the trace id from elsewhere, such as the span that a tracing library has put into the request's
// context. Where from returns "", the headers are asked as usual. from must be safe for concurrent use.
func TraceIDFrom(from func(*http.Request) string) Option {
	return func(s *settings) { s.traceID = from }
}

// Middleware gives each request a budget of total with a margin for the answer, as budget.Start does, and a trace id.
//
// A header that gives less than total sets the total, and shrinks the margin in proportion: with 2 s and 300 ms, a
// caller who waits 400 ms leaves 340 ms to spend and 60 ms for the answer. A header that gives more changes nothing, nor
// does one that cannot be read. With several, the least counts. A request whose header gives zero or less is refused:
// the handler does not run, see Refuse.
//
// The trace id (record.TraceID) is that of a valid traceparent, else X-Trace-Id if it is 1 to 128 visible ASCII
// characters, else 16 random bytes in hex.
//
// Middleware panics if margin is negative or total is not more than margin. The budget ends when the handler returns.
func Middleware(total, margin time.Duration, o ...Option) func(http.Handler) http.Handler {
	if margin < 0 || total <= margin {
		panic(fmt.Sprintf("httpbudget: total %v leaves nothing to spend beside a margin of %v", total, margin))
	}
	s := settings{refuse: http.HandlerFunc(refuse), traceID: func(*http.Request) string { return "" }}
	for _, option := range o {
		option(&s)
	}
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			ctx, id := withParent(r.Context(), r.Header)
			if own := s.traceID(r); own != "" {
				id = own
			}
			if id == "" {
				id = TraceID(r.Header)
			}
			ctx = record.WithTraceID(ctx, id)
			left, ok := TimeLeft(r.Header)
			if !ok {
				left = total
			} else if left <= 0 {
				s.refuse.ServeHTTP(w, r.WithContext(ctx))
				return
			}
			ctx, cancel := budget.StartWithin(ctx, left, total, margin)
			defer cancel()
			next.ServeHTTP(w, r.WithContext(ctx))
		})
	}
}

func refuse(w http.ResponseWriter, _ *http.Request) {
	http.Error(w, "the caller has no time left for this request", http.StatusGatewayTimeout)
}

package downstream

import (
	"bytes"
	"context"
	"io"
	"net/http"

	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/httpbudget"
	"github.com/budgetlint/budgetlint/runtime/retry"
)

// keepAtMost is how much of a failed response's body is read to have the connection again, and kept in case that no
// other attempt follows. A response with more than that is the last one.
const keepAtMost = 64 << 10

type streamKey struct{}

// WithStream returns a context whose HTTP requests through RoundTripper are streams: the timeout covers the time until
// the headers are there, the outcome is what they say, and nothing is repeated. ctx itself still ends the body.
func WithStream(ctx context.Context) context.Context {
	return context.WithValue(ctx, streamKey{}, true)
}

// RoundTripper returns a transport that sends each request through next (nil: http.DefaultTransport) as a call to d.
// It tells the receiver the time that the attempt has, and the trace id; see package httpbudget.
//
// The timeout covers headers and body: the call ends, and gives back its place, when the body was read to its end,
// failed or was closed, or at the deadline. Only in the last case, or when ctx is canceled, is its record handed out on
// a goroutine that is not the caller's: one that package context starts at that moment.
//
// A request whose ctx has no WithStream is repeated if its method is GET, HEAD, OPTIONS, PUT or DELETE or
// Retry.Idempotent is set, and if its body can be had again from GetBody.
//
// A response of 400 and above goes to Classify as a *StatusError. If that is a failure it counts, and is repeated, as
// one; the last such response is still returned with a nil error, as net/http does. All errors but those of reading
// the body are an *Error, which http.Client wraps in a *url.Error. A request that is refused has its Body closed. What
// http.Client follows as a redirect is a call of its own.
func (d *Downstream) RoundTripper(next http.RoundTripper) http.RoundTripper {
	if next == nil {
		next = http.DefaultTransport
	}
	return &transport{d, next}
}

type transport struct {
	d    *Downstream
	next http.RoundTripper
}

// CloseIdleConnections does so for next, where that can, as http.Client's method of that name asks.
func (t *transport) CloseIdleConnections() {
	if c, ok := t.next.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

// exchange is one request with all its attempts. A response that the caller is still reading keeps it alive.
type exchange struct {
	ongoing
	req    *http.Request
	next   http.RoundTripper
	stream bool
	again  bool           // failed attempts may be repeated
	last   *http.Response // the failed one of the last attempt, read
}

func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx := req.Context()
	x := &exchange{ongoing: ongoing{request: ctx}, req: req, next: t.next}
	x.begin(ctx, t.d)
	x.stream = ctx.Value(streamKey{}) != nil
	x.again = !x.stream && x.n.retry != nil && x.n.retry.Attempts > 1 && mayRepeat(req, x.n.retry.Idempotent)
	defer func() {
		if !x.live {
			x.emit(ctx)
		}
	}()
	var resp *http.Response
	var err error
	if x.again {
		resp, err = repeat(ctx, &x.call, x.try)
	} else {
		resp, err = x.try(ctx)
	}
	if err == nil {
		return resp, nil
	}
	if x.attempts == 0 && req.Body != nil {
		req.Body.Close()
	}
	err = x.failed(err)
	if x.last != nil && ctx.Err() == nil {
		return x.last, nil
	}
	return nil, err
}

// mayRepeat says whether a request can be sent twice without doing twice what it does (RFC 9110, 9.2.2; TRACE is of no
// use here).
func mayRepeat(req *http.Request, idempotent bool) bool {
	switch req.Method {
	case "", http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodPut, http.MethodDelete:
		idempotent = true
	}
	return idempotent && (req.Body == nil || req.Body == http.NoBody || req.GetBody != nil)
}

// try makes one attempt. A response that may be followed by another attempt is returned as an error, and kept in last.
func (x *exchange) try(ctx context.Context) (_ *http.Response, err error) {
	if err := x.enter(ctx); err != nil {
		return nil, err
	}
	x.last = nil
	defer func() {
		if !x.live { // after a panic, too
			x.leave()
		}
	}()
	if x.limited() {
		x.ctx, x.cancel = context.WithDeadlineCause(ctx, x.end, budget.ErrCallTimeout)
	}
	sent, release := x.ctx, context.CancelFunc(func() {})
	var answered func() bool
	if x.stream {
		sent, release, answered = x.outlived(ctx)
	}
	resp, err := x.send(sent)
	if answered != nil && !answered() { // x.ctx ended first; what next says is only that we canceled it
		if err == nil {
			closeBody(resp)
		}
		err = x.ctx.Err()
	}
	if err != nil {
		release()
		x.judge(ctx, err)
		return nil, err
	}
	if resp.Body == nil {
		resp.Body = http.NoBody
	}
	failed := x.check(resp)
	switch {
	case x.stream:
		x.judge(ctx, failed)
		x.note()
		resp.Body = wrap(resp.Body, func(error) { release() }, func() error { return nil })
	case failed != nil && x.again && x.attempts < x.n.retry.Attempts:
		return x.keep(ctx, resp, failed)
	case resp.Body == http.NoBody:
		x.judge(ctx, failed)
		x.note()
	default:
		x.hand(resp, failed)
	}
	return resp, nil
}

// send sends a copy of the request: a RoundTripper may not change the one it is given.
func (x *exchange) send(ctx context.Context) (*http.Response, error) {
	r := x.req.Clone(ctx)
	if x.attempts > 1 && x.req.GetBody != nil {
		again, err := x.req.GetBody()
		if err != nil {
			return nil, retry.Permanent(err)
		}
		r.Body = again
	}
	if r.Header == nil {
		r.Header = http.Header{}
	}
	switch {
	case !x.stream:
		httpbudget.WriteTimeLeft(r.Header, x.given)
	case x.bounded: // our timeout is none of the body's
		httpbudget.WriteTimeLeft(r.Header, x.deadline.Sub(x.began))
	}
	httpbudget.WriteTrace(ctx, r.Header, x.d.trace.TraceID(ctx))
	return x.next.RoundTrip(r)
}

// check returns an error for a response that counts as a failure.
func (x *exchange) check(resp *http.Response) error {
	if err := CheckResponse(resp); err != nil && x.d.classify(err) == breaker.Failure {
		return err
	}
	return nil
}

// keep reads a failed response, so that its connection can be used again, and ends the attempt.
func (x *exchange) keep(ctx context.Context, resp *http.Response, failed error) (*http.Response, error) {
	read, err := io.ReadAll(io.LimitReader(resp.Body, keepAtMost+1))
	if err == nil && len(read) > keepAtMost {
		// Not to be dropped without an end in sight, and too much to keep: the caller may have it.
		inner := resp.Body
		resp.Body = struct {
			io.Reader
			io.Closer
		}{io.MultiReader(bytes.NewReader(read), inner), inner}
		x.hand(resp, failed)
		return resp, nil
	}
	resp.Body.Close()
	if err != nil {
		x.judge(ctx, err)
		return nil, err
	}
	x.judge(ctx, failed)
	resp.Body = io.NopCloser(bytes.NewReader(read))
	x.last = resp
	return nil, failed
}

// hand lets the end of the response's body end the call.
func (x *exchange) hand(resp *http.Response, failed error) {
	if failed != nil {
		x.judge(x.request, failed)
		x.decided = true
	}
	resp.Body = wrap(resp.Body, func(err error) { x.finish(err) }, x.ctx.Err)
	x.handOver()
}

func closeBody(resp *http.Response) {
	if resp.Body != nil {
		resp.Body.Close()
	}
}

// body tells when a response's body is over.
type body struct {
	io.ReadCloser
	over  func(error)
	ended func() error // the context's error
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	switch {
	case err == io.EOF:
		b.over(nil)
	case err != nil:
		b.over(err)
	}
	return n, err
}

func (b *body) Close() error {
	err := b.ReadCloser.Close()
	b.over(b.ended())
	return err
}

// upgraded is the body of a connection that changed its protocol: it can be written to.
type upgraded struct {
	body
	io.Writer
}

func wrap(inner io.ReadCloser, over func(error), ended func() error) io.ReadCloser {
	if w, ok := inner.(io.Writer); ok {
		return &upgraded{body{inner, over, ended}, w}
	}
	return &body{inner, over, ended}
}

package record

import "context"

type traceKey struct{}

// WithTraceID returns a context whose calls are recorded under id, the name by which one request is found in the logs of
// all services.
func WithTraceID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, traceKey{}, id)
}

// TraceID returns the id that WithTraceID gave to ctx, or "".
func TraceID(ctx context.Context) string {
	id, _ := ctx.Value(traceKey{}).(string)
	return id
}

// TraceSource finds the trace id of a context that was given it by other means, such as by a tracing library. It returns
// "" where there is none (some libraries print a missing id as zeros), and must be safe for concurrent use. The nil
// source is the function TraceID.
type TraceSource func(ctx context.Context) string

// TraceID returns what the source finds, and what WithTraceID gave where it finds "".
func (s TraceSource) TraceID(ctx context.Context) string {
	if s != nil {
		if id := s(ctx); id != "" {
			return id
		}
	}
	return TraceID(ctx)
}

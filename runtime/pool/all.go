package pool

import "context"

// All makes a few different calls at once, such as those that one page needs, and returns when all have returned. The
// first error ends the ctx that the others get, and is what All returns; a panic is raised again as Map does. Where ctx
// has ended before the last of them is begun, the error is ctx's cause.
//
// It knows no downstreams: where those have names, timeouts or fallbacks, package aggregate says more with as little.
func All(ctx context.Context, calls ...func(context.Context) error) error {
	return Each(ctx, calls, max(len(calls), 1), func(ctx context.Context, call func(context.Context) error) error {
		return call(ctx)
	})
}

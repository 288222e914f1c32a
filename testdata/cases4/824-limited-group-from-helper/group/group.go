// none: the group comes from a helper that has set its limit

package group

import (
	"context"

	"golang.org/x/sync/errgroup"
)

const defaultConcurrency = 5

// New returns a group that runs at most n members at once, five if n is not positive.
func New(ctx context.Context, n int) (*errgroup.Group, context.Context) {
	g, gctx := errgroup.WithContext(ctx)
	if n <= 0 {
		n = defaultConcurrency
	}
	g.SetLimit(n)
	return g, gctx
}

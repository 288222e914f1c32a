package group

import (
	"context"
	"crypto/sha256"

	"golang.org/x/sync/errgroup"
)

func Sums(ctx context.Context, parts [][]byte) ([][32]byte, error) {
	out := make([][32]byte, len(parts))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(4)
	for i, p := range parts {
		g.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			out[i] = sha256.Sum256(p)
			return nil
		})
	}
	return out, g.Wait()
}

package scale

import (
	"context"

	"github.com/sourcegraph/conc/pool"

	"cases/821-pool-that-is-no-pool/forge"
)

type Set struct {
	forge *forge.Client
	ids   map[string]int64
}

func (s *Set) Refresh(ctx context.Context) ([]forge.Runner, error) {
	p := pool.NewWithResults[forge.Runner]().WithContext(ctx).WithCancelOnError()
	for _, id := range s.ids {
		p.Go(func(ctx context.Context) (forge.Runner, error) { // want:fanout
			return s.forge.Runner(ctx, id)
		})
	}
	return p.Wait()
}

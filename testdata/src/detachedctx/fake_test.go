package detachedctx

import "context"

func pingAll(ctx context.Context, shops ...*shop) {
	for _, s := range shops {
		_ = s.db.PingContext(context.Background())
	}
}

package detachedctx

import "context"

func (s *shop) okIgnored(ctx context.Context) error {
	//budgetlint:ignore detachedctx the ledger must be closed whoever is gone; the driver has a limit
	return s.db.PingContext(context.Background())
}

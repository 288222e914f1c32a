package ctxdrop

import (
	"context"

	"ctxdrop/accounts"
)

func pairRoot(ctx context.Context, r *accounts.Repo) (string, error) {
	return r.Name("x") // want `Name takes no context.*; NameContext does`
}

func pairPlain(ctx context.Context, r *accounts.Repo) (int, error) {
	return r.Balance("x") // want `Balance takes no context, so ctx cannot end it; BalanceWithContext does`
}

func pairFunc(ctx context.Context, r *accounts.Repo) error {
	return accounts.Ping(r.DB) // want `Ping takes no context, so ctx cannot end it; PingCtx does`
}

func noPair(ctx context.Context, r *accounts.Repo) error {
	return r.Find("x") // want `ctx does not reach .*accounts.Repo\).Find takes no context.*ctxdrop/wrapper`
}

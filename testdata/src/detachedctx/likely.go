package detachedctx

import (
	"context"
	"net/http"
)

// PriceClient has no implementation in sight.
type PriceClient interface {
	Price(ctx context.Context, sku string) (int, error)
}

// PriceCache says that it is local.
type PriceCache interface {
	Price(ctx context.Context, sku string) (int, error)
}

func price(pc PriceClient) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = pc.Price(context.Background(), r.PathValue("sku")) // want `context.Background\(\) reaches detachedctx.PriceClient.Price, probably remote, although r.Context\(\) is at hand.*\(detachedctx/likely\)`
	}
}

func okCached(pc PriceCache) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = pc.Price(context.Background(), r.PathValue("sku"))
	}
}

// Only a handler is sure to have a request that ends; a context parameter alone may be anything.
func okLikelyParameter(ctx context.Context, pc PriceClient, sku string) (int, error) {
	return pc.Price(context.Background(), sku)
}

package price

import (
	"context"
	"database/sql"
)

type Prices struct{ db *sql.DB }

func (p *Prices) PriceContext(ctx context.Context, sku string) (n int, err error) {
	err = p.db.QueryRowContext(ctx, "SELECT n FROM prices WHERE sku=?", sku).Scan(&n)
	return n, err
}

// Price is PriceContext for those who have no context.
func (p *Prices) Price(sku string) (int, error) { return p.PriceContext(context.Background(), sku) } // alt:nodeadline

func Sum(ctx context.Context, p *Prices, skus []string) (sum int, err error) {
	for _, s := range skus {
		n, err := p.Price(s) // want:detachedctx
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return sum, ctx.Err()
}

package stock

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5/pgxpool"

	"cases/896-stock-rows-locked-in-order/dbtx"
)

type Service struct{ pool *pgxpool.Pool }

func left(ctx context.Context, sku string) (n int, err error) {
	err = dbtx.From(ctx).QueryRow(ctx, "SELECT amount FROM stock WHERE sku=$1 FOR UPDATE", sku).Scan(&n)
	return n, err
}

func (s *Service) Missing(ctx context.Context, lines map[string]int) (missing []string, err error) {
	err = dbtx.Run(ctx, s.pool, func(ctx context.Context) error {
		for _, sku := range slices.Sorted(maps.Keys(lines)) {
			n, err := left(ctx, sku)
			if err != nil {
				return fmt.Errorf("stock of %s: %w", sku, err)
			}
			if n < lines[sku] {
				missing = append(missing, sku)
			}
		}
		return nil
	})
	return missing, err
}

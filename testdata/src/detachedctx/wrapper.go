package detachedctx

import (
	"context"
	"net/http"

	"detachedctx/stock"
)

func (s *shop) total(id string) (n int, err error) {
	err = s.db.QueryRowContext(context.TODO(), `SELECT total FROM orders WHERE id = $1`, id).Scan(&n)
	return n, err
}

func (s *shop) samePackage(ctx context.Context, id string) (int, error) {
	return s.total(id) // want `\(\*detachedctx.shop\).total makes a root context of its own, so \(\*sql.DB\).QueryRowContext goes on after ctx is over.*\(detachedctx/wrapper\)`
}

func crossPackage(st *stock.Store) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := st.Reserve(r.PathValue("sku")); err != nil { // want `goes on after r.Context\(\) is over.*path: .*stock.*detachedctx/wrapper`
			http.Error(w, err.Error(), http.StatusConflict)
		}
	}
}

// A method value.
func methodValue(ctx context.Context, st *stock.Store, skus []string) (sum int) {
	count := st.Count
	for _, sku := range skus {
		n, err := count(sku) // want `makes a root context of its own`
		if err == nil {
			sum += n
		}
	}
	return sum
}

// The implementation of the interface is in sight.
func throughInterface(ctx context.Context, c stock.Counter, sku string) (int, error) {
	return c.Count(sku) // want `makes a root context of its own`
}

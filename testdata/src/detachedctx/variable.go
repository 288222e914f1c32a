package detachedctx

import (
	"context"
	"net/http"
)

// The root is kept in a variable before it is used.
func (s *shop) history(w http.ResponseWriter, r *http.Request) {
	ctx := context.Background() // want `reaches \(\*sql.DB\).QueryContext although r.Context\(\) is at hand`
	rows, err := s.db.QueryContext(ctx, `SELECT id FROM orders WHERE buyer = $1`, r.PathValue("buyer"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	defer rows.Close()
}

// One root, two calls: one report.
func (s *shop) move(ctx context.Context, from, to string) error {
	root := context.TODO() // want `context.TODO\(\) reaches \(\*sql.DB\).ExecContext although ctx is at hand`
	if _, err := s.db.ExecContext(root, `UPDATE stock SET n = n - 1 WHERE place = $1`, from); err != nil {
		return err
	}
	_, err := s.db.ExecContext(root, `UPDATE stock SET n = n + 1 WHERE place = $1`, to)
	return err
}

// The parameter is overwritten.
func (s *shop) overwritten(ctx context.Context, id string) error {
	ctx = context.Background() // want `reaches \(\*sql.DB\).ExecContext although ctx is at hand`
	_, err := s.db.ExecContext(ctx, `DELETE FROM carts WHERE id = $1`, id)
	return err
}

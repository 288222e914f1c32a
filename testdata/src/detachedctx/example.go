// Package detachedctx serves the order page.
package detachedctx

import (
	"context"
	"database/sql"
	"encoding/json"
	"net/http"
)

type shop struct {
	db *sql.DB
}

// Show answers with one order.
func (s *shop) Show(w http.ResponseWriter, r *http.Request) {
	var total int
	row := s.db.QueryRowContext(context.Background(), `SELECT total FROM orders WHERE id = $1`, r.PathValue("id")) // want `context.Background\(\) reaches \(\*sql.DB\).QueryRowContext although r.Context\(\) is at hand, so its cancellation is lost, and nothing bounds it \(detachedctx\)`
	if err := row.Scan(&total); err != nil {
		http.Error(w, "no such order", http.StatusNotFound)
		return
	}
	_ = json.NewEncoder(w).Encode(map[string]int{"total": total})
}

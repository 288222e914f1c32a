// none: several counts go to the same database pool, where more connections mean no less work

package stats

import (
	"context"
	"database/sql"
	"encoding/json"
	"net/http"
	"time"
)

type Stats struct {
	Nodes    int `json:"nodes"`
	Clients  int `json:"clients"`
	Networks int `json:"networks"`
}

type Handler struct{ db *sql.DB }

func (h *Handler) count(ctx context.Context, query string) (n int, err error) {
	err = h.db.QueryRowContext(ctx, query).Scan(&n)
	return n, err
}

func (h *Handler) load(ctx context.Context) (s Stats, err error) {
	if s.Nodes, err = h.count(ctx, "SELECT count(*) FROM nodes"); err != nil {
		return s, err
	}
	if s.Clients, err = h.count(ctx, "SELECT count(DISTINCT client) FROM nodes"); err != nil {
		return s, err
	}
	s.Networks, err = h.count(ctx, "SELECT count(DISTINCT network) FROM nodes")
	return s, err
}

func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	s, err := h.load(ctx)
	if err != nil {
		http.Error(w, "database", http.StatusInternalServerError)
		return
	}
	_ = json.NewEncoder(w).Encode(s)
}

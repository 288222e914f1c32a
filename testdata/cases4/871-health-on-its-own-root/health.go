package healthz

import (
	"context"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

type Handler struct {
	pool    *pgxpool.Pool
	timeout time.Duration
}

func New(pool *pgxpool.Pool) *Handler { return &Handler{pool: pool, timeout: 2 * time.Second} }

func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), h.timeout) // want:detachedctx
	defer cancel()
	var behind int
	if err := h.pool.QueryRow(ctx, "SELECT lag FROM replication_status").Scan(&behind); err != nil { // alt:detachedctx
		http.Error(w, "database", http.StatusServiceUnavailable)
		return
	}
	if behind > 60 {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

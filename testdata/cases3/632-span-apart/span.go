package span

import (
	"context"
	"database/sql"
	"log/slog"
	"net/http"
)

type Handler struct {
	db  *sql.DB
	log *slog.Logger
}

func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx := context.WithValue(context.Background(), "trace", r.Header.Get("Traceparent"))
	h.log.InfoContext(ctx, "request", "path", r.URL.Path)
	if h.log.Enabled(context.Background(), slog.LevelDebug) {
		h.log.DebugContext(ctx, "headers", "n", len(r.Header))
	}
	if err := h.db.PingContext(r.Context()); err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
	}
}

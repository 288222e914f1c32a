package handler

import (
	"context"
	"database/sql"
	"encoding/json"
	"net/http"
)

type Handler struct{ db *sql.DB }

func (h *Handler) ContextHandler(ctx context.Context, w http.ResponseWriter, r *http.Request) {
	row := h.db.QueryRowContext(ctx, "SELECT doc FROM docs WHERE id=?", r.FormValue("id"))
	var doc json.RawMessage
	if err := row.Scan(&doc); err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	w.Write(doc)
}

func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.ContextHandler(context.Background(), w, r) // want:detachedctx
}

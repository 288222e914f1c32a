package atlas

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
)

const shapeQueryLimit = 30 * time.Second

func (s *Server) shapefile(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), shapeQueryLimit) // want:overbudget
	defer cancel()
	var geo []byte
	err := s.db.QueryRow(ctx, "SELECT ST_AsGeoJSON(ST_Union(geom)) FROM parishes WHERE year = $1", chi.URLParam(r, "year")).Scan(&geo)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		http.Error(w, "query took too long", http.StatusGatewayTimeout)
	case err != nil:
		slog.ErrorContext(ctx, "shapefile", "err", err)
		http.Error(w, "query failed", http.StatusInternalServerError)
	default:
		w.Header().Set("Content-Type", "application/geo+json")
		_, _ = w.Write(geo)
	}
}

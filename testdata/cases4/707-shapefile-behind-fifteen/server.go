package atlas

import (
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const writeLimit = 15 * time.Second

type Server struct {
	db *pgxpool.Pool
}

// Listen builds the public server; the caller runs it.
func (s *Server) Listen(addr string) *http.Server {
	r := chi.NewRouter()
	r.Get("/healthz", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	r.Route("/bills", func(r chi.Router) {
		r.Get("/shapefile/{year}", s.shapefile) // alt:overbudget
	})
	return &http.Server{
		Addr:              addr,
		Handler:           r,
		ReadHeaderTimeout: 5 * time.Second,
		WriteTimeout:      writeLimit, // alt:overbudget
	}
}

package nodeadline

import (
	"context"
	"database/sql"
	"net/http"
)

type okServer struct {
	srv *http.Server
	db  *sql.DB
}

// Shutdown may take its time.
func (s *okServer) Shutdown() error {
	if _, err := s.db.ExecContext(context.Background(), "DELETE FROM leases"); err != nil {
		return err
	}
	return s.srv.Shutdown(context.Background())
}

func (s *okServer) serve() error { return s.srv.ListenAndServe() }

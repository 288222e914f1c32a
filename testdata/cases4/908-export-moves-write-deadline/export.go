// none: the one slow handler moves its own write deadline past its limit

package export

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"time"
)

const exportLimit = 50 * time.Second

type Exporter struct{ db *sql.DB }

func Server(db *sql.DB, addr string) *http.Server {
	e := &Exporter{db: db}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /export", e.export)
	return &http.Server{
		Addr:              addr,
		Handler:           mux,
		ReadHeaderTimeout: 2 * time.Second,
		WriteTimeout:      10 * time.Second,
	}
}

func (e *Exporter) export(w http.ResponseWriter, r *http.Request) {
	rc := http.NewResponseController(w)
	if err := rc.SetWriteDeadline(time.Now().Add(exportLimit + 5*time.Second)); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), exportLimit)
	defer cancel()
	var n int
	if err := e.db.QueryRowContext(ctx, "SELECT count(*) FROM events").Scan(&n); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	fmt.Fprintln(w, n)
}

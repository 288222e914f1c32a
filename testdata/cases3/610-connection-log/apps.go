package apps

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

type Provider struct {
	ctx context.Context // that of the whole API, ends at shutdown
	db  *sql.DB
}

func New(ctx context.Context, db *sql.DB) *Provider { return &Provider{ctx: ctx, db: db} }

func (p *Provider) begin(ctx context.Context, w http.ResponseWriter, r *http.Request) func() {
	app := r.PathValue("app")
	return func() {
		// The attempt is logged even if the request has ended.
		ctx, cancel := context.WithTimeout(p.ctx, 15*time.Second)
		defer cancel()
		_, _ = p.db.ExecContext(ctx, "INSERT INTO connections VALUES (?)", app)
	}
}

func (p *Provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	commit := p.begin(r.Context(), w, r)
	defer commit()
	w.WriteHeader(http.StatusOK)
}

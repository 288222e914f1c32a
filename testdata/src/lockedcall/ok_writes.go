package lockedcall

import (
	"context"
	"database/sql"
	"net/http"
	"strings"
	"sync"
)

type rollout struct {
	mu sync.Mutex
	hc *http.Client
	db *sql.DB
}

// One deployment at a time.
func (r *rollout) deploy(ctx context.Context, url string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, strings.NewReader("{}"))
	if err != nil {
		return err
	}
	resp, err := r.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Read, change, write back.
func (r *rollout) bump(ctx context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	var n int
	if err := r.db.QueryRowContext(ctx, `SELECT n FROM versions`).Scan(&n); err != nil {
		return err
	}
	_, err := r.db.ExecContext(ctx, `UPDATE versions SET n = ?`, n+1)
	return err
}

// Package detachedctx_runtime is detachedctx where the module requires the runtime.
package detachedctx_runtime

import (
	"context"
	"database/sql"
	"time"
)

const auditTimeout = 3 * time.Second

type audit struct{ db *sql.DB }

// Keep has been detached on purpose, without an end.
func (a *audit) Keep(ctx context.Context, id string) error {
	detached := context.WithoutCancel(ctx) // want `detachedctx`
	_, err := a.db.ExecContext(detached, `INSERT INTO audit (id) VALUES ($1)`, id)
	return err
}

// Add may outlive the request, which the second fix allows.
func (a *audit) Add(ctx context.Context, id string) error {
	_, err := a.db.ExecContext(context.Background(), `INSERT INTO audit (id) VALUES ($1)`, id) // want `detachedctx`
	return err
}

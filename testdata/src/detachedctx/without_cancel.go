package detachedctx

import (
	"context"
	"net/http"
	"time"
)

// WithoutCancel alone is a root: no end, no deadline.
func (s *shop) bare(r *http.Request, id string) error {
	_, err := s.db.ExecContext(context.WithoutCancel(r.Context()), `INSERT INTO paid VALUES ($1)`, id) // want `context.WithoutCancel\(r.Context\(\)\) reaches \(\*sql.DB\).ExecContext although r.Context\(\) is at hand, so its cancellation is lost, and nothing bounds it`
	return err
}

func (s *shop) bareVariable(ctx context.Context, id string) error {
	ctx = context.WithoutCancel(ctx) // want `context.WithoutCancel\(ctx\) reaches`
	return s.db.QueryRowContext(ctx, `SELECT 1`).Err()
}

// A write that outlives the client, with a deadline of its own, is meant so.
func (s *shop) okOutlives(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_, err := s.db.ExecContext(ctx, `INSERT INTO paid VALUES ($1)`, id)
	return err
}

func (s *shop) okOutlivesCause(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), 5*time.Second, context.DeadlineExceeded)
	defer cancel()
	_, err := s.db.ExecContext(ctx, `INSERT INTO paid VALUES ($1)`, id)
	return err
}

// At a hand-off the values go along; the receiver sets the deadline.
func (s *shop) okHandOff(w http.ResponseWriter, r *http.Request) {
	go s.audit(context.WithoutCancel(r.Context()), r.PathValue("id"))
	w.WriteHeader(http.StatusAccepted)
}

func (s *shop) audit(ctx context.Context, id string) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	_, _ = s.db.ExecContext(ctx, `INSERT INTO audit VALUES ($1)`, id)
}

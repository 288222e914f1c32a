package detachedctx

import (
	"context"
	"net/http"
	"time"
)

// The mail is sent after the answer, within its own time.
func (s *shop) okGoroutine(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		_, _ = s.db.ExecContext(ctx, `INSERT INTO outbox VALUES ($1)`, id)
	}()
	w.WriteHeader(http.StatusAccepted)
}

// A queue of jobs.
func (s *shop) okQueue(r *http.Request, jobs chan<- func()) {
	id := r.PathValue("id")
	jobs <- func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		_, _ = s.db.ExecContext(ctx, `INSERT INTO outbox VALUES ($1)`, id)
	}
}

type pool struct{}

func (*pool) Submit(f func()) { go f() }

func (s *shop) okPool(r *http.Request, p *pool) {
	id := r.PathValue("id")
	p.Submit(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		_, _ = s.db.ExecContext(ctx, `INSERT INTO outbox VALUES ($1)`, id)
	})
}

// A timer runs at another time.
func (s *shop) okTimer(ctx context.Context, id string) {
	time.AfterFunc(time.Hour, func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		_, _ = s.db.ExecContext(ctx, `DELETE FROM carts WHERE id = $1`, id)
	})
}

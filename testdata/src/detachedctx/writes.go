package detachedctx

import (
	"context"
	"net/http"
	"time"
)

// A write may be meant to be finished; the message says how, and editors offer it.
func (s *shop) pay(w http.ResponseWriter, r *http.Request) {
	if _, err := s.db.ExecContext(context.Background(), `INSERT INTO paid VALUES ($1)`, r.PathValue("id")); err != nil { // want `and nothing bounds it; a write that must outlive it takes WithTimeout\(WithoutCancel\(r.Context\(\)\), d\)`
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

func (s *shop) payBounded(ctx context.Context, id string) error {
	own, cancel := context.WithTimeout(context.Background(), 3*time.Second) // want `so its cancellation is lost; a write that must outlive it takes WithTimeout\(WithoutCancel\(ctx\), d\)`
	defer cancel()
	_, err := s.db.ExecContext(own, `INSERT INTO paid VALUES ($1)`, id)
	return err
}

func (s *shop) payKept(ctx context.Context, id string) error {
	own := context.Background() // want `although ctx is at hand`
	_, err := s.db.ExecContext(own, `INSERT INTO paid VALUES ($1)`, id)
	return err
}

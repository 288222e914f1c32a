package ctxdrop

import (
	"context"
	"database/sql"
	"net/http"
	"sync"
)

// What has to happen although the request is over.
func okDeferred(ctx context.Context, db *sql.DB) error {
	defer db.Exec("DELETE FROM locks")
	defer func() {
		if _, err := db.Exec("UPDATE jobs SET running = false"); err != nil {
			return
		}
	}()
	return db.PingContext(ctx)
}

func (s *store) releaseLocks(ctx context.Context) error {
	_, err := s.Exec("DELETE FROM locks")
	return err
}

func okAfterDone(ctx context.Context, db *sql.DB, work <-chan string) {
	for {
		select {
		case <-ctx.Done():
			db.Exec("UPDATE workers SET alive = false")
			return
		case w := <-work:
			db.ExecContext(ctx, "UPDATE jobs SET done = true WHERE id = $1", w)
		}
	}
}

func okAfterErr(ctx context.Context, db *sql.DB) {
	if ctx.Err() != nil {
		db.Exec("UPDATE workers SET alive = false")
	}
}

// Nobody waits for this goroutine, so the request may be over before it is.
func okAudit(w http.ResponseWriter, r *http.Request, db *sql.DB) {
	go func() {
		db.Exec("INSERT INTO audit VALUES (now())")
	}()
	w.WriteHeader(http.StatusNoContent)
}

// A stored function runs at another time.
func okCallback(ctx context.Context, db *sql.DB, hooks *[]func()) {
	*hooks = append(*hooks, func() { db.Exec("SELECT 1") })
}

type lazy struct {
	once sync.Once
	mu   sync.Mutex
	db   *sql.DB
	stmt *sql.Stmt
	err  error
}

// Everybody who comes later shares the result.
func (l *lazy) okOnce(ctx context.Context) error {
	l.once.Do(func() { l.stmt, l.err = l.db.Prepare("SELECT 1") })
	return l.err
}

func (l *lazy) okKept(ctx context.Context) (err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stmt == nil {
		l.stmt, err = l.db.Prepare("SELECT 1")
	}
	return err
}

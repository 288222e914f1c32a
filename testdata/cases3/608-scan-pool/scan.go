package scan

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

type pool struct{ jobs chan func() }

func (p *pool) Submit(f func()) { p.jobs <- f }

func newPool(n int) *pool {
	p := &pool{jobs: make(chan func(), 100)}
	for range n {
		go func() {
			for f := range p.jobs {
				f()
			}
		}()
	}
	return p
}

type Controller struct {
	db   *sql.DB
	pool *pool
}

func New(db *sql.DB) *Controller { return &Controller{db: db, pool: newPool(4)} }

func (c *Controller) scan(ctx context.Context, image string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	_, err := c.db.ExecContext(ctx, "INSERT INTO scans VALUES (?)", image)
	return err
}

func (c *Controller) Scan(w http.ResponseWriter, r *http.Request) {
	image := r.FormValue("image")
	ctx := context.WithoutCancel(r.Context())
	c.pool.Submit(func() {
		_ = c.scan(ctx, image)
	})
	w.WriteHeader(http.StatusOK)
}

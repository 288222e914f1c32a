package outbox

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

type job struct{ id string }

type Outbox struct {
	db   *sql.DB
	jobs chan job
}

// New starts the worker, which lives as long as the process.
func New(ctx context.Context, db *sql.DB) *Outbox {
	o := &Outbox{db: db, jobs: make(chan job, 64)}
	go o.work()
	return o
}

func (o *Outbox) work() {
	for j := range o.jobs {
		o.one(j)
	}
}

func (o *Outbox) one(j job) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_, _ = o.db.ExecContext(ctx, "DELETE FROM outbox WHERE id=?", j.id)
}

func (o *Outbox) Enqueue(w http.ResponseWriter, r *http.Request) {
	select {
	case o.jobs <- job{r.PathValue("id")}:
		w.WriteHeader(http.StatusAccepted)
	case <-r.Context().Done():
	}
}

package worker

import (
	"context"
	"log"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

type Worker struct{ pool *pgxpool.Pool }

func (w *Worker) Loop(stop <-chan struct{}) {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-stop:
			return
		case <-t.C:
			if err := w.sync(); err != nil {
				log.Print(err)
			}
		}
	}
}

func (w *Worker) sync() error {
	ctx := context.Background() // want:nodeadline
	var n int
	if err := w.pool.QueryRow(ctx, "SELECT count(*) FROM contacts WHERE dirty").Scan(&n); err != nil { // alt:nodeadline
		return err
	}
	_, err := w.pool.Exec(ctx, "UPDATE contacts SET dirty=false") // alt:nodeadline
	return err
}

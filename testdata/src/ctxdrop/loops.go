package ctxdrop

import (
	"context"
	"database/sql"
	"iter"
	"sync"
)

func overInts(ctx context.Context, db *sql.DB) error {
	for i := range 3 {
		if _, err := db.Exec("DELETE FROM carts WHERE shard = $1", i); err != nil { // want `ExecContext does`
			return err
		}
	}
	return nil
}

func overFunc(ctx context.Context, db *sql.DB, ids iter.Seq[string]) error {
	for id := range ids {
		if _, err := db.Exec("DELETE FROM carts WHERE id = $1", id); err != nil { // want `ExecContext does`
			return err
		}
	}
	return nil
}

// An iterator that is made here runs when somebody else ranges over it, with this context still.
func members(ctx context.Context, db *sql.DB, ids []string) {
	var wg sync.WaitGroup
	for _, id := range ids {
		wg.Go(func() {
			db.Exec("DELETE FROM carts WHERE id = $1", id) // want `\(\*sql.DB\).Exec takes no context, so ctx cannot end it`
		})
	}
	wg.Wait()
}

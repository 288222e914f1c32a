package ctxdrop

import (
	"context"
	"database/sql"
	"iter"

	"github.com/spf13/cobra"
)

// The process ends with the command, so a wrapper without a context is no loss.
func okCommand(db *sql.DB) *cobra.Command {
	return &cobra.Command{
		Use: "count",
		RunE: func(cmd *cobra.Command, args []string) error {
			_, err := count(db)
			return err
		},
	}
}

// An iterator runs when somebody ranges over it.
func okIterator(ctx context.Context, db *sql.DB) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := 0; ; i++ {
			if db.Ping() != nil || !yield(i) {
				return
			}
		}
	}
}

// No context is at hand.
func okNone(db *sql.DB) error { return db.Ping() }

// A statement of a transaction is made here, in the process.
func okStmt(ctx context.Context, tx *sql.Tx, stmt *sql.Stmt) (sql.Result, error) {
	return tx.Stmt(stmt).ExecContext(ctx)
}

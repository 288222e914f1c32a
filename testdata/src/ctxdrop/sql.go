package ctxdrop

import (
	"context"
	"database/sql"
)

func transfer(ctx context.Context, db *sql.DB, from, to string) error {
	tx, err := db.Begin() // want `\(\*sql.DB\).Begin takes no context, so ctx cannot end it; BeginTx does`
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.Exec("UPDATE accounts SET n = n - 1 WHERE id = $1", from); err != nil { // want `\(\*sql.Tx\).Exec takes no context`
		return err
	}
	if _, err := tx.Exec("UPDATE accounts SET n = n + 1 WHERE id = $1", to); err != nil { // want `ExecContext does`
		return err
	}
	return tx.Commit()
}

func prepared(ctx context.Context, db *sql.DB, ids []string) (sum int, err error) {
	stmt, err := db.Prepare("SELECT n FROM accounts WHERE id = $1") // want `PrepareContext does`
	if err != nil {
		return 0, err
	}
	defer stmt.Close()
	for _, id := range ids {
		var n int
		if err := stmt.QueryRow(id).Scan(&n); err != nil { // want `\(\*sql.Stmt\).QueryRow takes no context`
			return 0, err
		}
		sum += n
	}
	return sum, nil
}

func healthy(ctx context.Context, db *sql.DB) bool {
	return db.Ping /* cheap */ () == nil // want `PingContext does`
}

// A transaction's own form of a statement does not go out; running it does.
func bound(ctx context.Context, tx *sql.Tx, stmt *sql.Stmt) error {
	own := tx.Stmt(stmt)
	_, err := own.Exec() // want `\(\*sql.Stmt\).Exec takes no context`
	return err
}

// sql.DB embedded: the method is promoted.
type store struct {
	*sql.DB
	life context.Context
}

func (s *store) names(ctx context.Context, args []any) (*sql.Rows, error) {
	return s.Query("SELECT name FROM accounts WHERE id IN ($1, $2)", args...) // want `QueryContext does`
}

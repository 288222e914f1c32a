package nodeadline

import (
	"context"
	"database/sql"
)

func names(db *sql.DB) ([]string, error) {
	rows, err := db.Query("SELECT name FROM users") // want `\(\*sql.DB\).Query takes no context and has no time limit`
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, rows.Err()
}

func userName(db *sql.DB, id int) (name string, err error) {
	err = db.QueryRow("SELECT name FROM users WHERE id = $1", id).Scan(&name) // want `\(\*sql.DB\).QueryRow takes no context`
	return name, err
}

func rename(db *sql.DB, id int, name string) error {
	// The audit trigger takes its time.
	_, err := db.Exec("UPDATE users SET name = $2 WHERE id = $1", id, name) // want `\(\*sql.DB\).Exec takes no context`
	return err
}

// The transaction outlives the statement: no context that ends here may be given to it.
func begin(db *sql.DB) (*sql.Tx, error) {
	return db.Begin() // want `\(\*sql.DB\).Begin takes no context`
}

func open(dsn string) (*sql.DB, error) {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return nil, err
	}
	return db, db.Ping() // want `\(\*sql.DB\).Ping takes no context`
}

func okNames(ctx context.Context, db *sql.DB) (n int, err error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	err = db.QueryRowContext(ctx, "SELECT count(*) FROM users").Scan(&n)
	return n, err
}

package drive

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"io"
	"strings"
)

// DB is a database whose calls are named by their SQL text, "BEGIN", "COMMIT" and "PING". It gives two rows of numbers
// for every query, with as many columns as stand between SELECT and FROM.
func (n *Net) DB() *sql.DB {
	db := sql.OpenDB(connector{n})
	n.Cleanup(func() { db.Close() })
	return db
}

type connector struct{ n *Net }

func (c connector) Connect(context.Context) (driver.Conn, error) { return conn{c.n}, nil }
func (c connector) Driver() driver.Driver                        { return nil }

type conn struct{ n *Net }

func (c conn) Prepare(string) (driver.Stmt, error) { return nil, driver.ErrSkip }
func (c conn) Close() error                        { return nil }
func (c conn) Begin() (driver.Tx, error)           { return c.BeginTx(context.Background(), driver.TxOptions{}) }
func (c conn) Ping(ctx context.Context) error      { return c.n.Call(ctx, "PING") }

func (c conn) BeginTx(ctx context.Context, _ driver.TxOptions) (driver.Tx, error) {
	return tx{c.n}, c.n.Call(ctx, "BEGIN")
}

func (c conn) QueryContext(ctx context.Context, query string, _ []driver.NamedValue) (driver.Rows, error) {
	if err := c.n.Call(ctx, query); err != nil {
		return nil, err
	}
	list, _, _ := strings.Cut(strings.TrimPrefix(query, "SELECT "), " FROM")
	return &rows{columns: strings.Split(list, ", ")}, nil
}

func (c conn) ExecContext(ctx context.Context, query string, _ []driver.NamedValue) (driver.Result, error) {
	return driver.RowsAffected(1), c.n.Write(ctx, query)
}

type tx struct{ n *Net }

func (t tx) Commit() error   { return t.n.Write(context.Background(), "COMMIT") }
func (t tx) Rollback() error { return t.n.Write(context.Background(), "ROLLBACK") }

type rows struct {
	columns []string
	read    int
}

func (r *rows) Columns() []string { return r.columns }
func (r *rows) Close() error      { return nil }

func (r *rows) Next(dest []driver.Value) error {
	if r.read == 2 {
		return io.EOF
	}
	for i := range dest {
		dest[i] = int64(40 + 10*r.read + i)
	}
	r.read++
	return nil
}

package downstream_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/record"
)

// Package database/sql needs no adapter, as all of a query fits into one function: QueryContext returns before the rows
// are there, so they are read inside of Do, by the context of the attempt. Rows read after Do would be read by a context
// that is over, outside of the timeout and of the record. Classify knows sql.ErrNoRows for an answer.
func Example_databaseSQL() {
	db := sql.OpenDB(stockroom{"pen": 3, "ink": 0})
	defer db.Close()
	stock := downstream.New("stock-db", downstream.Config{
		Timeout: 200 * time.Millisecond,
		Observer: record.ObserverFunc(func(_ context.Context, c record.Call) {
			fmt.Println("record:", c.Name, c.Status)
		}),
	})

	items, err := downstream.Do(context.Background(), stock, func(ctx context.Context) (map[string]int, error) {
		rows, err := db.QueryContext(ctx, "SELECT name, pieces FROM stock")
		if err != nil {
			return nil, err
		}
		defer rows.Close()
		items := map[string]int{}
		for rows.Next() {
			var name string
			var pieces int
			if err := rows.Scan(&name, &pieces); err != nil {
				return nil, err
			}
			items[name] = pieces
		}
		return items, rows.Err() // an attempt that runs out of time while reading shows here, and only here
	})
	fmt.Println(items, err)

	_, err = downstream.Do(context.Background(), stock, func(ctx context.Context) (int, error) {
		var pieces int
		err := db.QueryRowContext(ctx, "SELECT pieces FROM stock WHERE name = ?", "paper").Scan(&pieces)
		return pieces, err
	})
	fmt.Println(errors.Is(err, sql.ErrNoRows), err)
	// Output:
	// record: stock-db ok
	// map[ink:0 pen:3] <nil>
	// record: stock-db failed
	// true stock-db: failed: sql: no rows in result set
}

// stockroom is a database of one table, which a query reads whole, or the row of its one argument.
type stockroom map[string]int64

func (s stockroom) Connect(context.Context) (driver.Conn, error) { return s, nil }
func (s stockroom) Driver() driver.Driver                        { return s }
func (s stockroom) Open(string) (driver.Conn, error)             { return s, nil }
func (s stockroom) Prepare(string) (driver.Stmt, error)          { return nil, errors.ErrUnsupported }
func (s stockroom) Begin() (driver.Tx, error)                    { return nil, errors.ErrUnsupported }
func (s stockroom) Close() error                                 { return nil }
func (s stockroom) CheckNamedValue(*driver.NamedValue) error     { return nil }
func (s stockroom) IsValid() bool                                { return true }
func (s stockroom) ResetSession(context.Context) error           { return nil }

func (s stockroom) QueryContext(_ context.Context, _ string, args []driver.NamedValue) (driver.Rows, error) {
	if len(args) == 0 {
		r := &stockRows{columns: []string{"name", "pieces"}}
		for name, pieces := range s {
			r.rows = append(r.rows, []driver.Value{name, pieces})
		}
		return r, nil
	}
	r := &stockRows{columns: []string{"pieces"}}
	if pieces, ok := s[args[0].Value.(string)]; ok {
		r.rows = append(r.rows, []driver.Value{pieces})
	}
	return r, nil
}

type stockRows struct {
	columns []string
	rows    [][]driver.Value
}

func (r *stockRows) Columns() []string { return r.columns }
func (r *stockRows) Close() error      { return nil }

func (r *stockRows) Next(row []driver.Value) error {
	if len(r.rows) == 0 {
		return io.EOF
	}
	copy(row, r.rows[0])
	r.rows = r.rows[1:]
	return nil
}

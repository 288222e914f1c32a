package seqcalls

import (
	"context"
	"database/sql"
	"net"
	"sync"

	"seqcalls/shop"
)

type desk struct {
	mu   sync.Mutex
	shop *shop.Client
	db   *sql.DB
}

// Nobody waits for a constructor.
func NewDesk(ctx context.Context, c *shop.Client) (*desk, error) {
	if _, err := c.User(ctx, "root"); err != nil {
		return nil, err
	}
	if _, err := c.Stock(ctx, "desk"); err != nil {
		return nil, err
	}
	return &desk{shop: c}, nil
}

// Calls under a lock are taken in turn on purpose.
func (d *desk) okLocked(ctx context.Context, a, b string) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	x, err := d.shop.Stock(ctx, a)
	if err != nil {
		return 0, err
	}
	y, err := d.shop.Stock(ctx, b)
	return x + y, err
}

// One database: more connections, not less work.
func (d *desk) okSQL(ctx context.Context) (n, m int, err error) {
	if err = d.db.QueryRowContext(ctx, `SELECT count(*) FROM orders`).Scan(&n); err != nil {
		return 0, 0, err
	}
	err = d.db.QueryRowContext(ctx, `SELECT count(*) FROM users`).Scan(&m)
	return n, m, err
}

// One transaction.
func (d *desk) okTx(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.QueryContext(ctx, `SELECT 1`); err != nil {
		return err
	}
	_, err := tx.QueryContext(ctx, `SELECT 2`)
	return err
}

// Loops are another rule's business.
func (d *desk) okLoop(ctx context.Context, items []string) (total int, err error) {
	for _, item := range items {
		n, err := d.shop.Stock(ctx, item)
		if err != nil {
			return 0, err
		}
		u, err := d.shop.User(ctx, item)
		if err != nil {
			return 0, err
		}
		total += n + len(u.Name)
	}
	return total, nil
}

// Only ever started by go.
func (d *desk) warm(ctx context.Context) {
	_, _ = d.shop.Stock(ctx, "a")
	_, _ = d.shop.User(ctx, "a")
}

func (d *desk) Serve(ctx context.Context) { go d.warm(ctx) }

// wire reads what comes, in the order in which it comes.
type wire struct{ conn net.Conn }

func (w *wire) readHead(n int) ([]byte, error) {
	b := make([]byte, n)
	n, err := w.conn.Read(b)
	return b[:n], err
}

func (w *wire) okWire() ([]byte, error) {
	head, err := w.readHead(4)
	if err != nil {
		return nil, err
	}
	body, err := w.readHead(512)
	return append(head, body...), err
}

// Said to be so on purpose.
func (d *desk) okIgnored(ctx context.Context, a, b string) (int, error) {
	x, err := d.shop.Stock(ctx, a)
	if err != nil {
		return 0, err
	}
	//budgetlint:ignore seqcalls the stock service allows one call at a time
	y, err := d.shop.Stock(ctx, b)
	return x + y, err
}

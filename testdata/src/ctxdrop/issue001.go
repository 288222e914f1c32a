package ctxdrop

import (
	"context"
	"database/sql"
	"net"
	"net/http"

	"ctxdrop/local"
)

// orderLogic is made for one request.
type orderLogic struct {
	ctx context.Context
	db  *sql.DB
	hc  *http.Client
}

func newOrderLogic(ctx context.Context, db *sql.DB) *orderLogic { return &orderLogic{ctx: ctx, db: db} }

// The receiver's context is given to the first call and not to the second.
func (l *orderLogic) place(id string) error {
	if _, err := l.db.ExecContext(l.ctx, "INSERT INTO orders VALUES ($1)", id); err != nil {
		return err
	}
	_, err := l.db.Exec("INSERT INTO jobs VALUES ($1)", id) // want `\(\*sql.DB\).Exec takes no context, so l.ctx cannot end it`
	return err
}

// What is wrong is said above, once.
func placeOrder(ctx context.Context, db *sql.DB, id string) error {
	return newOrderLogic(ctx, db).place(id)
}

// Nothing here says that the context is meant for calls.
type reporter struct {
	ctx context.Context
	db  *sql.DB
}

func (r *reporter) report() error {
	_, err := r.db.Exec("UPDATE reports SET done = true")
	return err
}

// Another value's context.
func (l *orderLogic) both(o *orderLogic) error {
	if _, err := o.db.ExecContext(o.ctx, "DELETE FROM orders"); err != nil {
		return err
	}
	_, err := l.db.Exec("DELETE FROM jobs")
	return err
}

// In a goroutine that nobody waits for.
func (l *orderLogic) later() error {
	go func() { _, _ = l.db.Exec("DELETE FROM jobs") }()
	_, err := l.db.ExecContext(l.ctx, "DELETE FROM orders")
	return err
}

// A socket for datagrams is there at once.
func datagrams(ctx context.Context, addr string) (net.Conn, error) {
	return net.Dial("udp", addr)
}

func datagramsOn(ctx context.Context, d *net.Dialer, addr string) (net.Conn, error) {
	return d.Dial("udp6", addr)
}

// A database in a file of the process's own has no other side; see package local.
func recorded(ctx context.Context, name string) (int, error) {
	return local.Count(name)
}

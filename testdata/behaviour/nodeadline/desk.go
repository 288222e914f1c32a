package nodeadline

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
)

// Desk answers requests out of a database.
type Desk struct {
	DB   *sql.DB
	Note func(ctx context.Context) error
}

// Total asks twice under the request's own context, and hands something on that is to go on without it.
func (d *Desk) Total(w http.ResponseWriter, r *http.Request) {
	var n, m int
	if err := d.DB.QueryRowContext(r.Context(), "SELECT n FROM orders").Scan(&n); err != nil {
		http.Error(w, "orders: "+err.Error(), http.StatusBadGateway)
		return
	}
	left := context.WithoutCancel(r.Context())
	go func() { _ = d.Note(left) }()
	if err := d.DB.QueryRowContext(r.Context(), "SELECT m FROM items").Scan(&m); err != nil {
		http.Error(w, "items: "+err.Error(), http.StatusBadGateway)
		return
	}
	fmt.Fprint(w, n, m, r.FormValue("x"))
}

// Once takes the context once.
func (d *Desk) Once(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	if _, err := d.DB.ExecContext(ctx, "UPDATE seen"); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	fmt.Fprint(w, r.Method)
}

// Upload reads a form whose files the server removes in the end: those of its own request, not of a copy.
func (d *Desk) Upload(w http.ResponseWriter, r *http.Request) {
	if _, err := d.DB.ExecContext(r.Context(), "INSERT upload"); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	f, head, err := r.FormFile("file")
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	defer f.Close()
	fmt.Fprint(w, head.Filename)
}

// Export hands rows on: a deadline that ends here would cut them off.
//
//budgetlint:entry total=20s
func (d *Desk) Export(ctx context.Context) (*sql.Rows, error) {
	return d.DB.QueryContext(ctx, "SELECT n FROM orders")
}

// Sum is an entry point that keeps nothing.
//
//budgetlint:entry total=20s
func (d *Desk) Sum(ctx context.Context) (n int, err error) {
	err = d.DB.QueryRowContext(ctx, "SELECT n FROM orders").Scan(&n)
	return n, err
}

// Package stock asks the warehouse.
package stock

import (
	"context"
	"database/sql"
)

// Store reads the warehouse's tables.
type Store struct {
	DB *sql.DB
}

// Count takes no context and makes its own.
func (s *Store) Count(sku string) (n int, err error) {
	err = s.DB.QueryRowContext(context.Background(), `SELECT n FROM stock WHERE sku = $1`, sku).Scan(&n)
	return n, err
}

// Counter counts what is left.
type Counter interface {
	Count(sku string) (int, error)
}

// Reserve hides the same one call deeper.
func (s *Store) Reserve(sku string) error {
	_, err := s.Count(sku)
	return err
}

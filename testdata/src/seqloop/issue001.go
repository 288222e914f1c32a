package seqloop

import (
	"context"
	"database/sql"
)

// flags are what a command was started with.
type flags interface {
	GetStringSlice(command, name string) ([]string, error)
}

// viperConfig is a configuration file.
type viperConfig interface{ GetStringSlice(name string) []string }

// A flag that may be given more than once is given once or twice.
func (s *Shop) ofFlag(ctx context.Context, f flags) (all []int, err error) {
	volumes, err := f.GetStringSlice("delete", "volume")
	if err != nil {
		return nil, err
	}
	for _, id := range volumes {
		n, err := s.cents(ctx, id)
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	return all, nil
}

// A file lists as many as it likes.
func (s *Shop) ofFile(ctx context.Context, c viperConfig) (all []int) {
	for _, id := range c.GetStringSlice("volumes") {
		n, _ := s.cents(ctx, id) // want `once for each of c.GetStringSlice`
		all = append(all, n)
	}
	return all
}

// tags are kept in a database behind a small interface of our own.
type tags struct{ db execer }

type execer interface {
	Exec(query string, args ...any) (sql.Result, error)
	QueryRow(query string, args ...any) *sql.Row
}

func (t *tags) find(ctx context.Context, s *Shop, name string) (int, error) {
	n, err := s.cents(ctx, name)
	if err == nil {
		return n, nil
	}
	_, err = t.db.Exec(`INSERT INTO tags (name) VALUES (?)`, name)
	return 0, err
}

// What is not there is created, one after another.
func (t *tags) all(ctx context.Context, s *Shop, names []string) (all []int, err error) {
	for _, name := range names {
		n, err := t.find(ctx, s, name)
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	return all, nil
}

package store

import (
	"context"

	"github.com/jmoiron/sqlx"
)

type Item struct{ ID, Label string }

type Store struct{ db *sqlx.DB }

func (s *Store) Items(ctx context.Context, owner string) ([]Item, error) {
	items := []Item{}
	if err := s.db.Select(&items, "SELECT id,label FROM items WHERE owner=?", owner); err != nil { // want:ctxdrop
		return nil, err
	}
	return items, nil
}

package ctxdrop

import (
	"context"
	"database/sql"
)

type repo[T any] struct{ db *sql.DB }

func (r *repo[T]) Load(id string) (v T, err error) {
	err = r.db.QueryRow("SELECT v FROM t WHERE id = $1", id).Scan(&v)
	return v, err
}

func (r *repo[T]) LoadContext(ctx context.Context, id string) (v T, err error) {
	err = r.db.QueryRowContext(ctx, "SELECT v FROM t WHERE id = $1", id).Scan(&v)
	return v, err
}

func generic(ctx context.Context, r *repo[int]) (int, error) {
	return r.Load("x") // want `repo\).Load takes no context, so ctx cannot end it; LoadContext does`
}

type shop struct{ *repo[int] }

// Promoted.
func (s shop) name(ctx context.Context) (int, error) {
	return s.Load("name") // want `LoadContext does`
}

type source interface {
	Load(id string) (int, error)
	LoadContext(ctx context.Context, id string) (int, error)
}

// Both are methods of the interface.
func either(ctx context.Context, s source) (int, error) {
	return s.Load("x") // want `ctxdrop.source.Load takes no context, so ctx cannot end it; LoadContext does`
}

var _ source = shop{}

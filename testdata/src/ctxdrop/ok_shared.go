package ctxdrop

import (
	"context"
	"database/sql"

	"golang.org/x/sync/singleflight"
)

// Others wait for the same flight: the first caller must not end it for all.
func okFlight(ctx context.Context, g *singleflight.Group, db *sql.DB) (any, error) {
	v, err, _ := g.Do("count", func() (any, error) {
		var n int
		err := db.QueryRow("SELECT count(*) FROM accounts").Scan(&n)
		return n, err
	})
	return v, err
}

// A compatibility wrapper has no context at hand.
func (s *store) okPlain() error { return s.okContext(context.Background()) }

func (s *store) okContext(ctx context.Context) error { return s.PingContext(ctx) }

// The result is kept in the receiver, so the receiver's life decides.
type pool struct {
	life context.Context
	db   *sql.DB
	conn *sql.Conn
}

func (p *pool) okConn(ctx context.Context) (err error) {
	p.conn, err = p.db.Conn(p.life)
	return err
}

// The context of the parameter is used as well.
func (p *pool) okBoth(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return p.db.PingContext(p.life)
}

// none: the merged read does not end with the caller that happened to start it

package schema

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/singleflight"
)

type Reader struct {
	pool    *pgxpool.Pool
	flights singleflight.Group
}

func (r *Reader) load(ctx context.Context, name string) (string, error) {
	var def string
	err := r.pool.QueryRow(ctx, "SELECT definition FROM namespaces WHERE name=$1", name).Scan(&def)
	return def, err
}

func (r *Reader) Definition(ctx context.Context, name string) (string, error) {
	res := r.flights.DoChan(name, func() (any, error) {
		fctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		return r.load(fctx, name)
	})
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case out := <-res:
		if out.Err != nil {
			return "", out.Err
		}
		return out.Val.(string), nil
	}
}

package session

import (
	"context"
	"net/http"

	"github.com/redis/go-redis/v9"
)

var ctx = context.Background()

type Guard struct{ rdb *redis.Client }

func (g *Guard) Require(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id, err := g.rdb.Get(ctx, "session:"+r.Header.Get("X-Session")).Result() // want:detachedctx
		if err != nil || id == "" {
			http.Error(w, "no session", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

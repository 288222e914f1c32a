package detachedctx

import (
	"context"
	"errors"
	"net/http"
	"sync"

	"golang.org/x/sync/singleflight"
)

var errGone = errors.New("client has gone")

// The end of the request is handed on with a cause of its own.
func (s *shop) okCause(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	stop := context.AfterFunc(r.Context(), func() { cancel(errGone) })
	defer stop()
	_ = s.db.PingContext(ctx)
}

// A server-sent-event stream watches its client by itself.
func (s *shop) okEvents(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-r.Context().Done()
		cancel()
	}()
	rows, err := s.db.QueryContext(ctx, `SELECT id FROM events`)
	if err != nil {
		return
	}
	defer rows.Close()
}

// One flight serves many requests.
func (s *shop) okFlight(ctx context.Context, g *singleflight.Group, id string) (any, error) {
	v, err, _ := g.Do(id, func() (any, error) {
		var n int
		err := s.db.QueryRowContext(context.Background(), `SELECT total FROM orders WHERE id = $1`, id).Scan(&n)
		return n, err
	})
	return v, err
}

type lazy struct {
	once sync.Once
	s    *shop
}

func (l *lazy) okOnce(ctx context.Context) (err error) {
	l.once.Do(func() { err = l.s.db.PingContext(context.Background()) })
	return err
}

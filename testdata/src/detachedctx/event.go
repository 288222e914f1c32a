package detachedctx

import (
	"context"
	"net/http"
)

// recordEvent is how a framework hands a request to its hooks.
type recordEvent struct {
	Request *http.Request
	Record  string
}

func (s *shop) onRecord(e *recordEvent) error {
	_, err := s.db.ExecContext(context.Background(), `INSERT INTO log VALUES ($1)`, e.Record) // want `although e.Request.Context\(\) is at hand`
	return err
}

type call struct {
	*http.Request
	user string
}

func (s *shop) onCall(c call) error {
	return s.db.PingContext(context.TODO()) // want `although c.Request.Context\(\) is at hand`
}

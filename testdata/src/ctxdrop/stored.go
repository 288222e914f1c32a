package ctxdrop

import "context"

// The receiver's context is the server's life; the caller's has the deadline.
func (s *store) touch(ctx context.Context, id string) error {
	_, err := s.ExecContext(s.life, "UPDATE accounts SET seen = now() WHERE id = $1", id) // want `ExecContext uses a context kept in the receiver, not the parameter ctx`
	return err
}

package credentials

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"cases/841-own-loop-over-retryable-client/vault"
)

const attempts = 3

type Source struct{ vault *vault.Client }

type DSN struct{ User, Password string }

func (s *Source) Database(ctx context.Context, role string) (DSN, error) {
	read := s.vault.Secret
	var last error
	for i := range attempts { // want:retrystack
		data, err := read(ctx, "database/creds/"+role) // alt:retrystack
		if err == nil {
			return DSN{User: data["username"], Password: data["password"]}, nil
		}
		last = err
		d := 500 * time.Millisecond << i
		select {
		case <-ctx.Done():
			return DSN{}, ctx.Err()
		case <-time.After(d/2 + rand.N(d/2)):
		}
	}
	return DSN{}, fmt.Errorf("role %s: %w", role, last)
}

package challenge

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"time"
)

const (
	solveLimit  = 30 * time.Second
	propagation = time.Minute
)

type Solver struct {
	resolver *net.Resolver
	present  func(ctx context.Context, fqdn, token string) error
}

func New(present func(ctx context.Context, fqdn, token string) error) *Solver {
	return &Solver{resolver: net.DefaultResolver, present: present}
}

var errMissing = errors.New("challenge record not visible")

// Solve publishes the token and checks that the world can see it.
func (s *Solver) Solve(ctx context.Context, fqdn, token string) error {
	ctx, cancel := context.WithTimeout(ctx, solveLimit) // alt:overbudget
	defer cancel()
	if err := s.present(ctx, fqdn, token); err != nil {
		return fmt.Errorf("present %s: %w", fqdn, err)
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(propagation): // alt:overbudget
	}
	txt, err := s.resolver.LookupTXT(ctx, fqdn) // want:overbudget
	if err != nil {
		return err
	}
	if !slices.Contains(txt, token) {
		return errMissing
	}
	return nil
}

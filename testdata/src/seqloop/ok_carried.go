package seqloop

import (
	"context"
	"strconv"
)

type names struct{ in map[string]bool }

func (n *names) Add(name string)           { n.in[name] = true }
func (n *names) Contains(name string) bool { return n.in[name] }

// A round looks at what an earlier one has put in.
func (s *Shop) once(ctx context.Context, ids []string) error {
	done := &names{in: map[string]bool{}}
	for _, id := range ids {
		if done.Contains(id) {
			continue
		}
		if _, err := s.cents(ctx, id); err != nil {
			return err
		}
		done.Add(id)
	}
	return nil
}

func (s *Shop) budget(ctx context.Context, ids []string) (all []int, err error) {
	spent := &names{in: map[string]bool{}}
	for _, id := range ids {
		ok := spent.Contains(id)
		if !ok {
			n, err := s.cents(ctx, id)
			if err != nil {
				return nil, err
			}
			spent.Add(id)
			all = append(all, n)
		}
	}
	return all, nil
}

// What is only put in decides nothing.
func (s *Shop) put(ctx context.Context, ids []string) (*names, error) {
	seen := &names{in: map[string]bool{}}
	for _, id := range ids {
		if n, err := s.cents(ctx, id); err == nil && n > 0 { // want `once for each of ids`
			seen.Add(id)
		}
	}
	return seen, nil
}

// A round tells the next one what to ask for, through the list itself.
func (s *Shop) okRelayed(ctx context.Context, ids []string) error {
	for i, id := range ids {
		n, err := s.cents(ctx, id)
		if err != nil {
			return err
		}
		if i+1 < len(ids) {
			ids[i+1] = strconv.Itoa(n)
		}
	}
	return nil
}

// The same through another name of it.
func (s *Shop) okRelayedByAlias(ctx context.Context, ids []string) error {
	rest := ids[1:]
	for i := range rest {
		n, err := s.cents(ctx, ids[i])
		if err != nil {
			return err
		}
		rest[i] = strconv.Itoa(n)
	}
	return nil
}

// A list in a struct, by a name of its own.
func (b *basket) okRelayedByField(ctx context.Context, s *Shop) error {
	rest := b.ids[1:]
	for i := range rest {
		n, err := s.cents(ctx, b.ids[i])
		if err != nil {
			return err
		}
		rest[i] = strconv.Itoa(n)
	}
	return nil
}

type basket struct {
	ids    []string
	prices []int
}

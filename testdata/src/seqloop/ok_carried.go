package seqloop

import "context"

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

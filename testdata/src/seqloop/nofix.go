package seqloop

import (
	"context"
	"fmt"
	"log"
)

// Reported, but what the fix does to these would not be the same.

func (s *Shop) sum(ctx context.Context, ids []string) (total int) {
	for _, id := range ids {
		n, err := s.cents(ctx, id) // want `once for each of ids`
		if err != nil {
			continue
		}
		total += n
	}
	return total
}

func (s *Shop) asFarAs(ctx context.Context, ids []string) (out []int) {
	for _, id := range ids {
		n, err := s.cents(ctx, id) // want `once for each of ids`
		if err != nil {
			break
		}
		out = append(out, n)
	}
	return out
}

func (s *Shop) some(ctx context.Context, ids []string) (out []int) {
	for _, id := range ids {
		if id == "" {
			continue
		}
		n, err := s.cents(ctx, id) // want `once for each of ids`
		if err == nil {
			out = append(out, n)
		}
	}
	return out
}

func (s *Shop) withCleanup(ctx context.Context, ids []string) (out []int) {
	for _, id := range ids {
		n, err := s.cents(ctx, id) // want `once for each of ids`
		defer log.Println(id)
		if err == nil {
			out = append(out, n)
		}
	}
	return out
}

func (s *Shop) byName(ctx context.Context, ids map[string]string) (out []int) {
	for _, id := range ids {
		n, err := s.cents(ctx, id) // want `once for each of ids`
		if err == nil {
			out = append(out, n)
		}
	}
	return out
}

func (s *Shop) both(ctx context.Context, ids []string) (out []int) {
	for _, id := range ids {
		n, err := s.cents(ctx, id) // want `once for each of ids`
		if err != nil {
			continue
		}
		m, err := s.cents(ctx, id+"/tax")
		if err == nil {
			out = append(out, n, m)
		}
	}
	return out
}

func (s *Shop) labelled(ctx context.Context, ids []string) (out []int) {
next:
	for _, id := range ids {
		n, err := s.cents(ctx, id) // want `once for each of ids`
		if err != nil {
			continue next
		}
		out = append(out, n)
	}
	return out
}

func (s *Shop) annotated(ctx context.Context, ids []string) (out []int) {
	for _, id := range ids {
		n, err := s.cents(ctx /* the request's */, id) // want `once for each of ids`
		if err == nil {
			out = append(out, n)
		}
	}
	return out
}

func (s *Shop) within(ctx context.Context, groups [][]string) ([][]int, error) {
	var out [][]int
	for _, g := range groups {
		var inner []int
		for _, id := range g {
			n, err := s.cents(ctx, id) // want `once for each of g`
			if err != nil {
				return nil, err
			}
			inner = append(inner, n)
		}
		out = append(out, inner)
	}
	return out, nil
}

func (s *Shop) askedAndTold(ctx context.Context, ids []string) (out []int, err error) {
	for _, id := range ids {
		req := &request{product: id}
		n, err := s.answer(ctx, req) // want `once for each of ids`
		if err != nil {
			return nil, fmt.Errorf("%v: %w", req, err)
		}
		out = append(out, n)
	}
	return out, nil
}

func (s *Shop) filled(ctx context.Context, ids []string) (out []int, err error) {
	for _, id := range ids {
		req := &request{product: id}
		req.kind = "price"
		n, err := s.answer(ctx, req) // want `once for each of ids`
		if err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, nil
}

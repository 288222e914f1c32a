package seqloop

import (
	"context"
	"fmt"
	"log"
	"strings"
)

type view struct {
	id    string
	cents int
}

type list struct {
	shop *Shop
	ids  []string
}

func (l *list) own() []string { return l.ids }

func (s *Shop) skipped(ctx context.Context, ids []string) map[string]int {
	cents := map[string]int{}
	// What has no price is not shown.
	for _, id := range ids {
		n, err := s.cents(ctx, id) // want `once for each of ids`
		if err != nil {
			log.Printf("price of %s: %v", id, err) // and nobody hears of it
			continue
		}
		cents[id] = n
	}
	return cents
}

func (s *Shop) slots(ctx context.Context, views []view) (err error) {
	for i := range views {
		if views[i].cents, err = s.cents(ctx, views[i].id); err != nil { // want `once for each of views`
			return fmt.Errorf("price of %s: %w", views[i].id, err)
		}
	}
	return nil
}

func (s *Shop) byNumber(ctx context.Context, ids []string) (all []int, err error) {
	for i := 0; i < len(ids); i++ {
		n, err := s.cents(ctx, strings.TrimSpace(ids[i])) // want `once for each of ids`
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	return all, nil
}

func (l *list) field(ctx context.Context) (out []view, err error) {
	for _, id := range l.ids {
		n, err := l.shop.cents(ctx, id) // want `once for each of l.ids`
		if err != nil {
			return nil, err
		}
		out = append(out, view{id, n})
	}
	return out, nil
}

func (l *list) result(ctx context.Context) (out []view, err error) {
	for i, id := range l.own() {
		n, err := l.shop.cents(ctx, id) // want `once for each of l.own\(\)`
		if err != nil {
			return nil, fmt.Errorf("%d: %w", i, err)
		}
		out = append(out, view{id, n})
	}
	return out, nil
}

func prefixed(id string) string { return "v2/" + id }

func (s *Shop) operand(ctx context.Context, ids []string) (out []int) {
	for _, id := range ids {
		n, _ := s.cents(ctx, prefixed(id)) // want `once for each of ids`
		out = append(out, n)
	}
	return out
}

func (s *Shop) twice(ctx context.Context, first, second []string) (out []int, err error) {
	for _, id := range first {
		n, err := s.cents(ctx, id) // want `once for each of first`
		if err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	for _, id := range second {
		n, err := s.cents(ctx, id) // want `once for each of second`
		if err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, nil
}

func (s *Shop) maybe(ctx context.Context, ids []string) (out []view) {
	for i, id := range ids {
		switch n, err := s.cents(ctx, id); { // want `once for each of ids`
		case err == nil:
			out = append(out, view{id, n + i})
		default:
			break
		}
	}
	return out
}

func (s *Shop) dearest(ctx context.Context, ids []string, most int) (out []string, err error) {
	for _, id := range ids {
		n, err := s.cents(ctx, id) // want `once for each of ids`
		if err != nil {
			if len(out) > 0 {
				continue
			}
			return nil, err
		}
		if n > most {
			out = append(out, id)
		}
	}
	return out, nil
}

type request struct{ product, kind string }

func (s *Shop) answer(ctx context.Context, r *request) (int, error) {
	return s.cents(ctx, r.kind+"/"+r.product)
}

func (s *Shop) asked(ctx context.Context, ids []string) (out []view, err error) {
	for _, id := range ids {
		log.Printf("looking up %s", id)
		kind := prefixed("price")
		req := &request{product: id, kind: kind}
		short := strings.ToUpper(id)
		// The answer is in cents.
		n, err := s.answer(ctx, req) // want `once for each of ids`
		if err != nil {
			return nil, err
		}
		out = append(out, view{short, n})
	}
	return out, nil
}

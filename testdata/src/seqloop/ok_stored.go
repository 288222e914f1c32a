package seqloop

import "context"

// Endpoints is a store in the process, behind an interface.
type Endpoints interface {
	Endpoint(id string) (int, error)
	UpdateEndpoint(id string, price int) error
}

func (s *Shop) stored(ctx context.Context, to Endpoints, ids []string) error {
	for _, id := range ids {
		price, err := s.cents(ctx, id)
		if err != nil {
			continue
		}
		if err := to.UpdateEndpoint(id, price); err != nil {
			return err
		}
	}
	return nil
}

func (s *Shop) storedBelow(ctx context.Context, to Endpoints, ids []string) error {
	for _, id := range ids {
		if err := s.storedOne(ctx, to, id); err != nil {
			return err
		}
	}
	return nil
}

func (s *Shop) storedOne(ctx context.Context, to Endpoints, id string) error {
	price, err := s.cents(ctx, id)
	if err != nil {
		return err
	}
	return to.UpdateEndpoint(id, price)
}

// A cache is for many callers at once.
type priceCache interface {
	Put(id string, price int) error
}

func (s *Shop) cached(ctx context.Context, cache priceCache, ids []string) (all []int) {
	for _, id := range ids {
		price, err := s.cents(ctx, id+"x"+id) // want `once for each of ids`
		cache.Put(id, price)
		if err == nil {
			all = append(all, price)
		}
	}
	return all
}

// To make something is not to keep it.
type signer interface {
	CreateSignature(text string) (string, error)
}

func (s *Shop) signed(ctx context.Context, by signer, ids []string) (sum int) {
	for _, id := range ids {
		text, _ := by.CreateSignature(id)
		price, _ := s.cents(ctx, text) // want `once for each of ids`
		sum += price
	}
	return sum
}

// relays switches relays by a GET, as devices on the wall have it.
type relays struct {
	shop     *Shop
	channels []string
}

func (r *relays) Enable(ctx context.Context, on bool) error {
	for _, c := range r.channels {
		if _, err := r.shop.cents(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

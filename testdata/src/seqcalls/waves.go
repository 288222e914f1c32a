package seqcalls

import (
	"context"
	"log"
	"net/http"

	"seqcalls/shop"
)

// The second wave needs the first, but its members do not need each other. The quote asks by POST.
func (p *Pages) Basket(ctx context.Context, user string) (int, error) {
	u, err := p.shop.User(ctx, user)
	if err != nil {
		return 0, err
	}
	orders, err := p.shop.Orders(ctx, u.ID)
	if err != nil {
		return 0, err
	}
	quote, err := p.shop.Quote(ctx, []string{u.Name}) // want `2 calls wait .*: p.shop.Orders, p.shop.Quote;`
	if err != nil {
		return 0, err
	}
	return quote.Cents + len(orders), nil
}

// A dependent call in the middle does not end the run; the last call is inside of a literal.
func (p *Pages) Product(ctx context.Context, user, item string) (map[string]any, error) {
	stock, err := p.shop.Stock(ctx, item)
	if err != nil {
		return nil, err
	}
	u, err := p.shop.User(ctx, user) // want `3 calls wait .*: p.shop.Stock, p.shop.User, p.recommended;`
	if err != nil {
		return nil, err
	}
	orders, err := p.shop.Orders(ctx, u.ID)
	if err != nil {
		log.Print("orders: ", err)
	}
	return map[string]any{
		"stock":  stock,
		"orders": orders,
		"recs":   p.recommended(ctx, item),
	}, nil
}

func (p *Pages) recommended(ctx context.Context, item string) []string {
	q, err := p.shop.Quote(ctx, []string{item})
	if err != nil || q.Cents == 0 {
		return nil
	}
	return []string{item}
}

// Error branches of handlers write the answer; the error of the second is dropped.
func (p *Pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Page", "front")
	u, err := p.shop.User(r.Context(), r.PathValue("user"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	total := 0
	for i := range 3 {
		total += i
	}
	orders, _ := p.shop.Orders(r.Context(), r.PathValue("user")) // want `2 calls wait`
	log.Print(u, orders, total)
}

// The write before is not moved over; what follows it is a run of its own.
func (p *Pages) Buy(ctx context.Context, user, item string) (int, error) {
	if err := p.shop.Charge(ctx, user, 100); err != nil {
		return 0, err
	}
	stock, err := p.shop.Stock(ctx, item)
	if err != nil {
		return 0, err
	}
	orders, err := p.shop.Orders(ctx, user) // want `2 calls wait`
	if err != nil {
		return 0, err
	}
	return stock + len(orders), nil
}

// Named results.
func (p *Pages) Known(ctx context.Context, user, item string) (u *shop.User, n int, err error) {
	u, err = p.shop.User(ctx, user)
	if err != nil {
		return nil, 0, err
	}
	n, err = p.shop.Stock(ctx, item) // want `2 calls wait`
	return u, n, err
}

// Log-only branches, each result into its own field.
func (p *Pages) Bundle(ctx context.Context, user string) (page Page) {
	u, err := p.shop.User(ctx, user)
	if err != nil {
		log.Print("user: ", err)
	} else {
		page.User = u
	}
	orders, err := p.shop.Orders(ctx, user) // want `2 calls wait`
	if err != nil {
		log.Print("orders: ", err)
	} else {
		page.Orders = orders
	}
	return page
}

// Two pages in one function: names of the fixes must not clash.
func (p *Pages) Compare(ctx context.Context, a, b string) (bool, error) {
	first, err := p.shop.User(ctx, a)
	if err != nil {
		return false, err
	}
	second, err := p.shop.User(ctx, b) // want `2 calls wait`
	if err != nil {
		return false, err
	}
	mine, err := p.shop.Orders(ctx, first.ID)
	if err != nil {
		return false, err
	}
	theirs, err := p.shop.Orders(ctx, second.ID) // want `2 calls wait`
	if err != nil {
		return false, err
	}
	return len(mine) == len(theirs), nil
}

// A comment inside of a call stays, so there is no fix.
func (p *Pages) Commented(ctx context.Context, user string) error {
	u, err := p.shop.User(ctx, user)
	if err != nil {
		return err
	}
	orders, err := p.shop.Orders(ctx /* the last ten */, user) // want `2 calls wait`
	if err != nil {
		return err
	}
	log.Print(u, orders)
	return nil
}

// Methods of a type parameter's constraint, and a method value.
func sum[S interface {
	User(context.Context, string) (*shop.User, error)
}](ctx context.Context, s *shop.Client, _ S) (*shop.User, []shop.Order, error) {
	user := s.User
	u, err := user(ctx, "a")
	if err != nil {
		return nil, nil, err
	}
	orders, err := s.Orders(ctx, "a") // want `2 calls wait .*: user, s.Orders;`
	return u, orders, err
}

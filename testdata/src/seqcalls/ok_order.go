package seqcalls

import (
	"context"
	"errors"
	"net/http"
	"os"
	"strconv"
	"sync"
	"time"

	"seqcalls/shop"
)

// Writes have an order, even where no value passes between them.
func (p *Pages) okWrites(ctx context.Context, user string) error {
	if err := p.shop.Charge(ctx, user, 100); err != nil {
		return err
	}
	return p.shop.Ship(ctx, user)
}

// A read may be there to see what the write did.
func (p *Pages) okWriteBetween(ctx context.Context, user, item string) (int, error) {
	stock, err := p.shop.Stock(ctx, item)
	if err != nil {
		return 0, err
	}
	if err := p.shop.Charge(ctx, user, stock); err != nil {
		return 0, err
	}
	orders, err := p.shop.Orders(ctx, user)
	return len(orders), err
}

// Whether the second call is made depends on the value of the first.
func (p *Pages) okGuard(ctx context.Context, user, item string) (int, error) {
	u, err := p.shop.User(ctx, user)
	if err != nil {
		return 0, err
	}
	if u.Name == "" {
		return 0, errors.New("no such user")
	}
	return p.shop.Stock(ctx, item)
}

// Not found is an answer, so the second call is made only if there was something.
func (p *Pages) okForgiven(ctx context.Context, user, item string) (int, error) {
	_, err := p.shop.User(ctx, user)
	if err != nil {
		if errors.Is(err, os.ErrNotExist) {
			return 0, nil
		}
		return 0, err
	}
	return p.shop.Stock(ctx, item)
}

// Who may see it comes first.
func (p *Pages) okAllowed(ctx context.Context, user, item string) (int, error) {
	if err := p.shop.Allowed(ctx, user); err != nil {
		return 0, err
	}
	return p.shop.Stock(ctx, item)
}

// What is passed on in a struct is a dependency.
func (p *Pages) okFilled(ctx context.Context, u shop.User) (int, error) {
	if err := p.shop.Fill(ctx, &u); err != nil {
		return 0, err
	}
	return p.shop.Stock(ctx, u.Name)
}

// The same through a pointer to a field.
func (p *Pages) okAlias(ctx context.Context, page *Page) (int, error) {
	u := page.User
	if err := p.shop.Fill(ctx, u); err != nil {
		return 0, err
	}
	return p.shop.Stock(ctx, page.User.Name)
}

// A second name, given later.
func (p *Pages) okAliasLater(ctx context.Context, u *shop.User) (int, error) {
	var same *shop.User
	same = u
	n, err := p.shop.Stock(ctx, "a")
	if err != nil {
		return 0, err
	}
	same.Name = strconv.Itoa(n)
	return p.shop.Stock(ctx, u.Name)
}

// A field that was given the same user.
func (p *Pages) okAliasField(ctx context.Context, u *shop.User) (int, error) {
	page := &Page{User: u}
	if err := p.shop.Fill(ctx, page.User); err != nil {
		return 0, err
	}
	return p.shop.Stock(ctx, u.Name)
}

// The answer is put where the caller says, through two functions.
func (a *api) get(ctx context.Context, path string, out any) error {
	req, err := a.newRequest(ctx, http.MethodGet, path)
	if err != nil {
		return err
	}
	return a.send(req, out)
}

func (a *api) okOut(ctx context.Context) (int, error) {
	var u shop.User
	if err := a.get(ctx, "/me", &u); err != nil {
		return 0, err
	}
	var n int
	err := a.get(ctx, "/orders/"+u.ID, &n)
	return n, err
}

// The value goes through statements in between.
func (p *Pages) okThrough(ctx context.Context, user string) (*shop.Quote, error) {
	orders, err := p.shop.Orders(ctx, user)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, o := range orders {
		ids = append(ids, o.ID)
	}
	return p.shop.Quote(ctx, ids)
}

// A branch decides what the second call asks for.
func (p *Pages) okBranch(ctx context.Context, user string) (int, error) {
	item := "gift"
	u, err := p.shop.User(ctx, user)
	if err == nil && u.Name != "" {
		item = "voucher"
	}
	return p.shop.Stock(ctx, item)
}

// The fallback is made only after an error.
func (p *Pages) okFallback(ctx context.Context, item string) (int, error) {
	n, err := p.shop.Stock(ctx, item)
	if err != nil {
		n, err = p.shop.Stock(ctx, "any")
	}
	return n, err
}

// The right side of && is not always asked.
func (p *Pages) okShort(ctx context.Context, a, b string) bool {
	return p.has(ctx, a) && p.has(ctx, b)
}

func (p *Pages) has(ctx context.Context, item string) bool {
	n, err := p.shop.Stock(ctx, item)
	return err == nil && n > 0
}

// The same question twice: something happened meanwhile.
func (p *Pages) okTwice(ctx context.Context, item string) (int, error) {
	before, err := p.shop.Stock(ctx, item)
	if err != nil {
		return 0, err
	}
	after, err := p.shop.Stock(ctx, item)
	return after - before, err
}

func (p *Pages) okPaced(ctx context.Context, a, b string) (int, error) {
	x, err := p.shop.Stock(ctx, a)
	if err != nil {
		return 0, err
	}
	time.Sleep(time.Second)
	y, err := p.shop.Stock(ctx, b)
	return x + y, err
}

// Under way together already.
func (p *Pages) okParallel(ctx context.Context, a, b string) (x, y int) {
	var wg sync.WaitGroup
	wg.Go(func() {
		x, _ = p.shop.Stock(ctx, a)
		y, _ = p.shop.Stock(ctx, b)
	})
	go func() {
		_, _ = p.shop.User(ctx, a)
		_, _ = p.shop.User(ctx, b)
	}()
	wg.Wait()
	return x, y
}

// They have only begun.
func (p *Pages) okBegun(ctx context.Context, a, b string) (<-chan shop.Order, <-chan shop.Order) {
	first := p.shop.Watch(ctx, a)
	second := p.shop.Watch(ctx, b)
	return first, second
}

type counted struct {
	shop *shop.Client
	last string
}

// stock changes its receiver with no lock held.
func (c *counted) stock(ctx context.Context, item string) (int, error) {
	c.last = item
	return c.shop.Stock(ctx, item)
}

func (c *counted) okChanges(ctx context.Context, a, b string) (int, error) {
	x, err := c.stock(ctx, a)
	if err != nil {
		return 0, err
	}
	y, err := c.stock(ctx, b)
	return x + y, err
}

type limiter interface{ Take() time.Time }

// What follows a limiter is paced on purpose.
func (p *Pages) okLimited(ctx context.Context, l limiter, a, b string) (int, error) {
	l.Take()
	x, err := p.shop.Stock(ctx, a)
	if err != nil {
		return 0, err
	}
	y, err := p.shop.Stock(ctx, b)
	return x + y, err
}

// The local function makes no call itself.
func (p *Pages) okPure(ctx context.Context, user string) (int, error) {
	orders, err := p.shop.Orders(ctx, user)
	if err != nil {
		return 0, err
	}
	first := func(id string) int {
		for i, o := range orders {
			if o.ID == id {
				return i
			}
		}
		return -1
	}
	return first("a") + first("b"), nil
}

// The first request is made for its cookie.
func okCookie(c *http.Client, base string) (*http.Response, error) {
	if resp, err := c.Get(base); err == nil {
		resp.Body.Close()
	}
	return c.Get(base + "/login")
}

// ledger is implemented out of sight, and named like nothing in particular.
type ledger interface {
	Upsert(ctx context.Context, id string) error
}

// What lies between may write.
func settle(ctx context.Context, s *shop.Client, l ledger, id string) (*shop.User, []shop.Order, error) {
	user, err := s.User(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	if err := l.Upsert(ctx, id); err != nil {
		return nil, nil, err
	}
	orders, err := s.Orders(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	return user, orders, nil
}

// Without a user there is nothing to show, and that is no error.
func visitor(ctx context.Context, s *shop.Client, id string) (*shop.User, []shop.Order, error) {
	user, err := s.User(ctx, id)
	if err != nil {
		return nil, nil, nil
	}
	orders, err := s.Orders(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	return user, orders, nil
}

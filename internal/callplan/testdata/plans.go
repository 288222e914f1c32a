// Package plans is read by TestPlans: the comment of each function says which plan it has, and what that may take.
package plans

import (
	"context"
	"net/http"
	"sync"
	"time"
)

var (
	second = &http.Client{Timeout: time.Second}
	half   = &http.Client{Timeout: 500 * time.Millisecond}
	open   = &http.Client{}
)

const total = 2 * time.Second

func request(ctx context.Context) *http.Request {
	req, _ := http.NewRequestWithContext(ctx, "GET", "http://a.example", nil)
	return req
}

// plan: 1s
// worst: 1s
func one(ctx context.Context) error {
	_, err := second.Do(request(ctx))
	return err
}

// plan: 500ms
// worst: 500ms
func short(ctx context.Context) error {
	_, err := half.Do(request(ctx))
	return err
}

// plan: ∞
// worst: ∞
func endless(ctx context.Context) error {
	_, err := open.Do(request(ctx))
	return err
}

// plan: seq(1s, 500ms)
// worst: 1s + 500ms = 1.5s
func two(ctx context.Context) error {
	if err := one(ctx); err != nil {
		return err
	}
	return short(ctx)
}

// plan: seq(seq(1s, 500ms), 1s)
// worst: 1s + 500ms + 1s = 2.5s
func nested(ctx context.Context) error {
	if err := two(ctx); err != nil {
		return err
	}
	return one(ctx)
}

// plan: within 300ms (1s)
// worst: 300ms
func bounded(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
	defer cancel()
	return one(ctx)
}

// plan: within 3s (1s)
// worst: 1s
func loose(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	return one(ctx)
}

// plan: within 2s (seq(seq(1s, 500ms), ∞))
// worst: 2s
func shared(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, total)
	defer cancel()
	if err := two(ctx); err != nil {
		return err
	}
	return endless(ctx)
}

// plan: within 2s (seq(1s, free 1 (∞)))
// worst: 1s + ∞
func escapes(outer context.Context) error {
	ctx, cancel := context.WithTimeout(outer, total)
	defer cancel()
	if err := one(ctx); err != nil {
		return err
	}
	return endless(outer)
}

// plan: within 2s (within 500ms (seq(∞, free 1 (∞))))
// worst: 2s
func between(outer context.Context) error {
	ctx, cancel := context.WithTimeout(outer, total)
	defer cancel()
	inner, stop := context.WithTimeout(ctx, 500*time.Millisecond)
	defer stop()
	if err := endless(inner); err != nil {
		return err
	}
	return endless(ctx)
}

// plan: within 2s (within 500ms (seq(∞, free 1 (1s))))
// worst: 500ms + 1s = 1.5s
func betweenKnown(outer context.Context) error {
	ctx, cancel := context.WithTimeout(outer, total)
	defer cancel()
	inner, stop := context.WithTimeout(ctx, 500*time.Millisecond)
	defer stop()
	if err := endless(inner); err != nil {
		return err
	}
	return one(ctx)
}

// plan: within 500ms (seq(∞, free 1 (within 2s (∞))))
// worst: 500ms + 2s = 2.5s
func siblings(outer context.Context) error {
	first, cancel := context.WithTimeout(outer, 500*time.Millisecond)
	defer cancel()
	if err := endless(first); err != nil {
		return err
	}
	next, stop := context.WithTimeout(outer, total)
	defer stop()
	return endless(next)
}

// plan: within 2s (seq(1s, free -1 (1s)))
// worst: 1s + 1s = 2s
func detached(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, total)
	defer cancel()
	if err := one(ctx); err != nil {
		return err
	}
	return one(context.Background())
}

// plan: within 300ms (within 2s (seq(1s, free -1 (1s))))
// worst: 300ms + 1s = 1.3s
func detachedBelow(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
	defer cancel()
	return detached(ctx)
}

// plan: seq(within 300ms (1s), 500ms)
// worst: 300ms + 500ms = 800ms
func cancelled(ctx context.Context) error {
	first, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
	err := one(first)
	cancel()
	if err != nil {
		return err
	}
	return short(ctx)
}

// plan: loop 3 (1s)
// worst: 3×1s = 3s
func thrice(ctx context.Context) {
	for range 3 {
		one(ctx)
	}
}

// plan: loop ids (1s)
// worst: ids×1s
func perItem(ctx context.Context, ids []string) {
	for range ids {
		one(ctx)
	}
}

// plan: loop ids (seq(1s, 500ms))
// worst: ids×(1s + 500ms)
func twoPerItem(ctx context.Context, ids []string) {
	for range ids {
		one(ctx)
		short(ctx)
	}
}

// plan: seq(500ms, loop ids (1s), 500ms)
// worst: 500ms + ids×1s + 500ms ≥ 1s
func aroundItems(ctx context.Context, ids []string) {
	short(ctx)
	perItem(ctx, ids)
	short(ctx)
}

// plan: loop 2 (loop 3 (1s))
// worst: 2×3×1s = 6s
func nestedLoops(ctx context.Context) {
	for range 2 {
		for range 3 {
			one(ctx)
		}
	}
}

// plan: par(1s, 500ms)
// worst: 1s
func both(ctx context.Context) {
	var wg sync.WaitGroup
	wg.Go(func() { one(ctx) })
	wg.Go(func() { short(ctx) })
	wg.Wait()
}

// plan: par(1s, 500ms)
// worst: 1s
func beside(ctx context.Context) error {
	done := make(chan error, 1)
	go func() { done <- one(ctx) }()
	err := short(ctx)
	if err1 := <-done; err1 != nil {
		return err1
	}
	return err
}

// plan: seq(500ms, par(1s, seq(500ms, 1s)), 500ms)
// worst: 500ms + 500ms + 1s + 500ms = 2.5s
func inTheMiddle(ctx context.Context) {
	short(ctx)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		one(ctx)
	}()
	two2(ctx)
	wg.Wait()
	short(ctx)
}

// plan: seq(500ms, 1s)
// worst: 500ms + 1s = 1.5s
func two2(ctx context.Context) {
	short(ctx)
	one(ctx)
}

// plan: each ids (1s)
// worst: 1s
func allAtOnce(ctx context.Context, ids []string) {
	var wg sync.WaitGroup
	for range ids {
		wg.Go(func() { one(ctx) })
	}
	wg.Wait()
}

// plan: seq(500ms, each ids (1s))
// worst: 500ms + 1s = 1.5s
func wave(ctx context.Context, ids []string) {
	short(ctx)
	allAtOnce(ctx, ids)
}

// plan: par(1s, each ids (500ms))
// worst: 1s
func mixed(ctx context.Context, ids []string) {
	var wg sync.WaitGroup
	wg.Go(func() { one(ctx) })
	for range ids {
		wg.Add(1)
		go func() {
			defer wg.Done()
			short(ctx)
		}()
	}
	wg.Wait()
}

// plan: seq(async(free -1 (1s)), 500ms)
// worst: 500ms
func fireAndForget(ctx context.Context) {
	go one(context.WithoutCancel(ctx))
	short(ctx)
}

// plan: alt(1s, 500ms)
// worst: 1s
func either(ctx context.Context, b bool) {
	if b {
		one(ctx)
	} else {
		short(ctx)
	}
}

// plan: alt(1s, loop ids (500ms))
// worst: max(ids×500ms, 1s) ≥ 1s
func eitherUnknown(ctx context.Context, b bool, ids []string) {
	if b {
		one(ctx)
		return
	}
	for range ids {
		short(ctx)
	}
}

// plan: seq(500ms, alt(1s, 500ms))
// worst: 500ms + 1s = 1.5s
func fallback(ctx context.Context) error {
	if err := short(ctx); err != nil {
		return one(ctx)
	}
	return short(ctx)
}

// plan: alt(1s, 500ms, seq(1s, 500ms))
// worst: 1s + 500ms = 1.5s
func choose(ctx context.Context, k int) {
	switch k {
	case 1:
		one(ctx)
	case 2:
		short(ctx)
	default:
		two(ctx)
	}
}

// plan: seq(free -1 (wait 100ms), 1s)
// worst: 1s + 100ms = 1.1s
func paused(ctx context.Context) {
	time.Sleep(100 * time.Millisecond)
	one(ctx)
}

// plan: retry 3 (1s)
// worst: 3×1s = 3s
func retried(ctx context.Context) (err error) {
	for i := 0; i < 3; i++ {
		if err = one(ctx); err == nil {
			return nil
		}
	}
	return err
}

// plan: retry 3 pause 100ms (1s)
// worst: 2×100ms + 3×1s = 3.2s
func patient(ctx context.Context) (err error) {
	for i := 0; i < 3; i++ {
		if err = one(ctx); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

// plan: retry 4 pause 50ms (within 300ms (∞))
// worst: 3×50ms + 4×300ms = 1.35s
func attempts(ctx context.Context) (err error) {
	for i := 0; i < 4; i++ {
		if err = attempt(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
	return err
}

// plan: within 300ms (∞)
// worst: 300ms
func attempt(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
	defer cancel()
	return endless(ctx)
}

// plan: within 1s (retry 4 pause 50ms (within 300ms (∞)))
// worst: 1s
func attemptsWithin(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return attempts(ctx)
}

// plan: within cfg.Timeout (1s)
// worst: min(1s, cfg.Timeout)
func configured(ctx context.Context, cfg struct{ Timeout time.Duration }) error {
	ctx, cancel := context.WithTimeout(ctx, cfg.Timeout)
	defer cancel()
	return one(ctx)
}

// plan: seq(within 1.5s (∞), 500ms)
// worst: 1.5s + 500ms = 2s
func computed(ctx context.Context) error {
	limit := total - 500*time.Millisecond
	first, cancel := context.WithDeadline(ctx, time.Now().Add(limit))
	err := endless(first)
	cancel()
	if err != nil {
		return err
	}
	return short(ctx)
}

// plan: seq(1s, 1s)
// worst: 1s + 1s = 2s
func literal(ctx context.Context) {
	f := func() { one(ctx) }
	f()
	f()
}

// plan: seq(1s, 500ms)
// worst: 1s + 500ms = 1.5s
func deferred(ctx context.Context) {
	defer short(ctx)
	one(ctx)
}

// plan: seq(1s, 500ms)
// worst: 1s + 500ms = 1.5s
func given(ctx context.Context) {
	run(func() { two(ctx) })
}

func run(f func()) { f() }

// plan: seq(1s, ref plans.circle)
// worst: 1s + plans.circle ≥ 1s
func circle(ctx context.Context) {
	one(ctx)
	circle(ctx)
}

type source interface {
	load(ctx context.Context) error
}

type remote struct{}

func (remote) load(ctx context.Context) error { return one(ctx) }

// plan: seq(1s, 500ms)
// worst: 1s + 500ms = 1.5s
func throughInterface(ctx context.Context, s source) {
	s.load(ctx)
	short(ctx)
}

// plan: loop ∞ (1s)
// worst: ∞×1s
func worker(ctx context.Context) {
	for {
		one(ctx)
	}
}

type stubborn struct{ retries int }

func newStubborn() *stubborn { return &stubborn{retries: 3} }

// plan: retry 4 pause 100ms (1s)
// worst: 3×100ms + 4×1s = 4.3s
func (p *stubborn) ask(ctx context.Context) (err error) {
	for i := 0; i <= p.retries; i++ {
		if err = one(ctx); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

// plan: retry 3 pause 100ms (1s)
// worst: 2×100ms + 3×1s = 3.2s
func (p *stubborn) less(ctx context.Context) (err error) {
	for i := 1; i < p.retries+1; i++ {
		if err = one(ctx); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

func within(ctx context.Context, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	_, err := open.Do(request(ctx))
	return err
}

// plan: seq(within 300ms (∞), within 400ms (∞))
// worst: 300ms + 400ms = 700ms
func byArgument(ctx context.Context) error {
	if err := within(ctx, 300*time.Millisecond); err != nil {
		return err
	}
	return within(ctx, 400*time.Millisecond)
}

func relay(ctx context.Context, d time.Duration) error { return within(ctx, d) }

// plan: within 600ms (∞)
// worst: 600ms
func givenTwice(ctx context.Context) error { return relay(ctx, 600*time.Millisecond) }

func atLeast(ctx context.Context, limit time.Duration) error {
	if limit < time.Second {
		limit = time.Second
	}
	return within(ctx, limit)
}

// plan: within limit (∞)
// worst: limit
func changed(ctx context.Context) error { return atLeast(ctx, 300*time.Millisecond) }

type peer struct {
	url     string
	timeout time.Duration
}

func newPeer(url string, timeout time.Duration) *peer { return &peer{url: url, timeout: timeout} }

func (p *peer) ask(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, p.timeout)
	defer cancel()
	_, err := open.Do(request(ctx))
	return err
}

type page struct {
	stock peer
	price *peer
	tax   *peer
}

func newPage(tax *peer) *page {
	return &page{
		stock: peer{url: "http://stock.example", timeout: 200 * time.Millisecond},
		price: newPeer("http://price.example", 700*time.Millisecond),
		tax:   tax,
	}
}

// plan: seq(within 200ms (∞), within 700ms (∞), within tax.timeout (∞))
// worst: 200ms + 700ms + tax.timeout ≥ 900ms
func (p *page) each(ctx context.Context) error {
	if err := p.stock.ask(ctx); err != nil {
		return err
	}
	if err := p.price.ask(ctx); err != nil {
		return err
	}
	return p.tax.ask(ctx)
}

type adjustable struct{ timeout time.Duration }

func (a *adjustable) slower() { a.timeout *= 2 }

func (a *adjustable) ask(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, a.timeout)
	defer cancel()
	_, err := open.Do(request(ctx))
	return err
}

// plan: within a.timeout (∞)
// worst: a.timeout
func adjusted(ctx context.Context) error {
	a := &adjustable{timeout: 300 * time.Millisecond}
	a.slower()
	return a.ask(ctx)
}

func ask[T any](ctx context.Context, p *peer) (v T, err error) { return v, p.ask(ctx) }

// plan: within 250ms (∞)
// worst: 250ms
func generic(ctx context.Context) error {
	_, err := ask[string](ctx, &peer{timeout: 250 * time.Millisecond})
	return err
}

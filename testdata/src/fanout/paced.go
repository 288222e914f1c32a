package fanout

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"fanout/par"
)

type api struct {
	*hooks
	limiter *rate.Limiter
	tick    *time.Ticker
	wg      sync.WaitGroup
	quit    chan struct{}
}

func (a *api) call(ctx context.Context, id string) error {
	if err := a.limiter.Wait(ctx); err != nil {
		return err
	}
	return a.ping()
}

func (a *api) pacedInCallee(ctx context.Context, ids []string) {
	for _, id := range ids {
		go a.call(ctx, id) // want `for each of ids, a parameter of pacedInCallee, without a limit; the calls go through a rate limiter, the goroutines have no limit \(fanout/goroutines\)`
	}
}

func (a *api) pacedInGoroutine(ctx context.Context, ids []string) {
	for _, id := range ids {
		go func() { // want `the calls go through a rate limiter, the goroutines have no limit \(fanout/goroutines\)`
			a.pause(ctx)
			a.send(id)
		}()
	}
}

func (a *api) pause(ctx context.Context) { _ = a.limiter.Wait(ctx) }

func (a *api) pacedByTicker(ids []string) {
	for _, id := range ids {
		go func() { // want `the calls go through a rate limiter, the goroutines have no limit \(fanout/goroutines\)`
			<-a.tick.C
			a.send(id)
		}()
	}
}

type caller interface {
	call(ctx context.Context, id string) error
}

func pacedBehindInterface(ctx context.Context, c caller, ids []string) {
	for _, id := range ids {
		go func() { // want `the calls go through a rate limiter, the goroutines have no limit \(fanout/goroutines\)`
			_ = c.call(ctx, id)
		}()
	}
}

func (a *api) pacedElsewhere(ctx context.Context, ids []string) {
	for _, id := range ids {
		go func() { // want `each calls \(\*http.Client\).Get by \(\*fanout.hooks\).send \(fanout\)`
			a.send(id) // before the limiter
			_ = a.limiter.Wait(ctx)
			a.send(id)
		}()
	}
}

func (a *api) pacedInABranch(ctx context.Context, ids []string, first bool) {
	for _, id := range ids {
		go func() { // want `each calls \(\*http.Client\).Get by \(\*fanout.hooks\).send \(fanout\)`
			if first {
				_ = a.limiter.Wait(ctx)
				return
			}
			a.send(id)
		}()
	}
}

func (a *api) ownTicker(ids []string) {
	for _, id := range ids {
		go func() { // want `each calls \(\*http.Client\).Get by \(\*fanout.hooks\).send \(fanout\)`
			t := time.NewTicker(time.Second)
			defer t.Stop()
			<-t.C
			a.send(id)
		}()
	}
}

// notifyPaced starts its goroutine itself.
func (a *api) notifyPaced(ctx context.Context, id string) {
	go a.call(ctx, id)
}

func (a *api) pacedAlone(ctx context.Context, ids []string) {
	for _, id := range ids {
		a.notifyPaced(ctx, id) // want `calls \(\*fanout.api\).notifyPaced, which starts a goroutine \(paced.go:\d+\), for each of ids, a parameter of pacedAlone, without a limit; the calls go through a rate limiter`
	}
}

// The message names the goroutine's own call, and its place, also in another package.
func aloneElsewhere(ctx context.Context, p *par.Pusher, ids []string) {
	for _, id := range ids {
		p.Refresh(ctx, id) // want `calls \(\*par.Pusher\).Refresh, which starts a goroutine \(push.go:\d+\), for each of ids, a parameter of aloneElsewhere, without a limit; each goroutine calls \(\*http.Client\).Do \(fanout\)`
	}
}

func (a *api) tracked(ids []string) {
	for _, id := range ids {
		a.counted1(id) // want `calls \(\*fanout.api\).counted1, which starts a goroutine`
	}
	a.wg.Wait()
}

func (a *api) counted1(id string) {
	select {
	case <-a.quit:
		return
	default:
	}
	a.wg.Add(1)
	go func() {
		defer a.wg.Done()
		a.send(id)
	}()
}

func (a *api) decoded(body []byte) error {
	model := new([]string)
	if err := json.Unmarshal(body, model); err != nil {
		return err
	}
	for _, id := range *model {
		go a.send(id) // want `for each of model, filled by json.Unmarshal, without a limit`
	}
	return nil
}

// messages has no end: as many goroutines as messages come.
func (a *api) messages(ctx context.Context, jobs <-chan string, t *time.Ticker) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			go a.send("tick")
		case id := <-jobs:
			go a.send(id) // want `for each of the values of jobs without a limit`
		}
	}
}

// dial waits for its own result, not for somebody to stop it.
func (a *api) dial(ctx context.Context, id string) error {
	done := make(chan error, 1)
	go func() { done <- a.ping() }()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case err := <-done:
		return err
	}
}

func (a *api) dialAll(ctx context.Context, ids []string) {
	for _, id := range ids {
		go a.dial(ctx, id) // want `for each of ids, a parameter of dialAll, without a limit`
	}
}

// pages yields what its goroutine reads.
func (a *api) pages(id string) <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		a.send(id)
		out <- id
	}()
	return out
}

func (a *api) gathered(ids []string) {
	var all []<-chan string
	for _, id := range ids {
		all = append(all, a.pages(id)) // want `calls \(\*fanout.api\).pages, which starts a goroutine`
	}
	for _, ch := range all {
		<-ch
	}
}

// A literal that a variable holds is a callee as well.
func (a *api) byVariable(ids []string) {
	post := func(id string) { go a.send(id) }
	for _, id := range ids {
		post(id) // want `calls post, which starts a goroutine \(paced.go:\d+\), for each of ids, a parameter of byVariable, without a limit`
	}
}

func (a *api) later(ids []string) {
	for _, id := range ids {
		time.AfterFunc(time.Second, func() { a.send(id) }) // want `for each of ids, a parameter of later, without a limit`
	}
}

type answer struct{ c chan string }

// ask starts what its answer waits for.
func (a *api) ask(id string) *answer {
	to := &answer{make(chan string, 1)}
	go func() {
		a.send(id)
		to.c <- id
	}()
	return to
}

func (a *api) askAll(ids []string) {
	var all []*answer
	for _, id := range ids {
		all = append(all, a.ask(id)) // want `calls \(\*fanout.api\).ask, which starts a goroutine`
	}
	for _, to := range all {
		<-to.c
	}
}

func (a *api) saveAndTell(ids []string, tell bool) {
	for _, id := range ids {
		a.save(id, tell && len(ids) > 1) // want `calls \(\*fanout.api\).save, which starts a goroutine`
	}
}

func (a *api) pacedBeforeStart(ctx context.Context, ids []string) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for _, id := range ids {
		_ = a.limiter.Wait(ctx)
		go a.send(id) // want `the calls go through a rate limiter, the goroutines have no limit \(fanout/goroutines\)`
	}
	for _, id := range ids {
		<-t.C
		go a.send(id) // want `the calls go through a rate limiter, the goroutines have no limit \(fanout/goroutines\)`
	}
}

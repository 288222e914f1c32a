package blindretry

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"net/http"
	"time"

	"blindretry/again"
)

// The pause stands in a function of its own.
func rest(round int) {
	d := 100 * time.Millisecond << round
	time.Sleep(d + rand.N(d))
}

func (p *prices) rested(ctx context.Context) (err error) {
	for round := range 4 {
		if _, err = p.cents(ctx); err == nil {
			return nil
		}
		rest(round) // want `the pause between attempts of .* does not hear the end of ctx.*sleep`
	}
	return err
}

// … two functions down, which says that it waits.
func slow(round int) {
	log.Println("round", round)
	rest(round)
}

func (p *prices) slowly(ctx context.Context) (err error) {
	for round := range 4 {
		if _, err = p.cents(ctx); err == nil {
			return nil
		}
		slow(round) // want `does not hear the end of ctx.*sleep`
	}
	return err
}

// … in another package.
func (p *prices) elsewhere(ctx context.Context) (err error) {
	for round := range 4 {
		if _, err = p.cents(ctx); err == nil {
			return nil
		}
		again.Rest(round) // want `does not hear the end of ctx.*sleep`
	}
	return err
}

// Too short to matter.
func (p *prices) breathes(ctx context.Context) (err error) {
	for range 3 {
		if _, err = p.cents(ctx); err == nil {
			return nil
		}
		again.Breathe()
	}
	return err
}

// What ends the pause is not known: something may be sent.
type gate struct{ open chan struct{} }

func (g *gate) rest() {
	select {
	case <-time.After(time.Second):
	case <-g.open:
	}
}

func (p *prices) gated(ctx context.Context, g *gate) (err error) {
	for range 4 {
		if _, err = p.cents(ctx); err == nil {
			return nil
		}
		g.rest()
	}
	return err
}

// It does more than sleep.
func (p *prices) renew() {
	time.Sleep(time.Second)
	_ = p.db.Ping()
}

func (p *prices) renewed(ctx context.Context) (err error) {
	for range 4 {
		if _, err = p.cents(ctx); err == nil {
			return nil
		}
		p.renew()
	}
	return err
}

var (
	errUnavailable = errors.New("prices are not to be had")
	errOverloaded  = errors.New("too much at once")
	errSuperseded  = errors.New("another version was written")
)

func (p *prices) current(ctx context.Context) error {
	_, err := p.cents(ctx)
	if err != nil {
		return errUnavailable
	}
	return nil
}

// Trouble that passes by passes in a while, not at once.
func (p *prices) hammered(ctx context.Context) (err error) {
	for range 6 { // want `is tried again at once, without a pause.*nobackoff`
		err = p.current(ctx)
		if err == nil {
			return nil
		}
		if !errors.Is(err, errUnavailable) || ctx.Err() != nil {
			return err
		}
	}
	return err
}

func (p *prices) compared(ctx context.Context) (err error) {
	for range 6 { // want `is tried again at once, without a pause.*nobackoff`
		err = p.current(ctx)
		if ctx.Err() != nil || err != errOverloaded {
			return err
		}
	}
	return err
}

func (p *prices) listed(ctx context.Context) (err error) {
	for range 6 { // want `is tried again at once, without a pause.*nobackoff`
		err = p.current(ctx)
		switch err {
		case errUnavailable, errOverloaded:
			continue
		default:
			return err
		}
	}
	return err
}

// A lost race is run again at once.
func (p *prices) raced(ctx context.Context) (err error) {
	for range 6 {
		err = p.current(ctx)
		if !errors.Is(err, errSuperseded) {
			return err
		}
	}
	return err
}

func (p *prices) raceListed(ctx context.Context) (err error) {
	for range 6 {
		err = p.current(ctx)
		switch err {
		case errSuperseded:
			continue
		default:
			return err
		}
	}
	return err
}

// Between the attempts something rests.
func (p *prices) withRest(ctx context.Context) (err error) {
	for round := range 6 {
		err = p.current(ctx)
		if !errors.Is(err, errUnavailable) || ctx.Err() != nil {
			return err
		}
		again.Rest(round) // want `does not hear the end of ctx.*sleep`
	}
	return err
}

type job struct{ State string }

func (p *prices) job(ctx context.Context, url string) (j job, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return j, err
	}
	resp, err := hc.Do(req)
	if err != nil {
		return j, err
	}
	return job{resp.Header.Get("State")}, resp.Body.Close()
}

// A poll that a switch leaves.
func (p *prices) finished(ctx context.Context, url string) error {
	for {
		j, err := p.job(ctx, url)
		if err != nil {
			return err
		}
		switch j.State {
		case "done":
			return nil
		case "failed":
			return fmt.Errorf("%s failed", url)
		}
		time.Sleep(10 * time.Second) // want `is asked again after a sleep that does not hear the end of ctx.*poll`
	}
}

// It hears the end.
func (p *prices) finishedInTime(ctx context.Context, url string) error {
	for {
		j, err := p.job(ctx, url)
		if err != nil {
			return err
		}
		switch j.State {
		case "done":
			return nil
		case "failed":
			return fmt.Errorf("%s failed", url)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(10 * time.Second):
		}
	}
}

// Paced work: the switch leaves for no answer.
func (p *prices) watched(ctx context.Context, url string) error {
	for {
		j, err := p.job(ctx, url)
		if err != nil {
			return err
		}
		switch j.State {
		case "done":
			log.Println("done")
		case "failed":
			log.Println("failed")
		}
		time.Sleep(10 * time.Second)
	}
}

package blindretry

import (
	"context"
	"errors"
	"net/http"
	"time"
)

var errConflict = errors.New("somebody else has changed it")

// Until the replica is there: the select hears the end, so an even pause costs nobody anything.
func (p *prices) replica(ctx context.Context) error {
	for {
		if err := p.db.PingContext(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(2 * time.Second):
		}
	}
}

// The same with half a minute and a ticker.
func (p *prices) standby(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	tick := time.NewTicker(500 * time.Millisecond)
	defer tick.Stop()
	for {
		_, err := p.db.ExecContext(ctx, `DELETE FROM standby`)
		if err == nil {
			return nil
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return err
		}
	}
}

// Three attempts with a pause between them bring nobody down.
func (p *prices) thrice() (err error) {
	for i := 0; i < 3; i++ {
		if _, err = p.db.Exec(`DELETE FROM thrice`); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Four are counted already.
func (p *prices) fourTimes() (err error) {
	for i := 0; i < 4; i++ {
		if _, err = p.db.Exec(`DELETE FROM four`); err == nil {
			return nil
		}
		time.Sleep(time.Second) // want `tried again every time.Second, and all who failed together.*nobackoff`
	}
	return err
}

// The question is given ctx, so the next one ends it, a second late at most.
func (p *prices) settled(ctx context.Context) error {
	for {
		n, err := p.cents(ctx)
		if err != nil {
			return err
		}
		if n > 0 {
			return nil
		}
		time.Sleep(time.Second)
	}
}

// This one goes on asking although ctx is over.
func (p *prices) deaf(ctx context.Context, req *http.Request) error {
	for {
		n, err := p.cents(context.WithoutCancel(ctx))
		if n > 0 || err != nil {
			return err
		}
		time.Sleep(time.Minute) // want `prices\).cents is asked again after a sleep that does not hear the end of ctx.*poll`
	}
}

func ownContext() context.Context { return context.Background() }

// What a function makes of nothing does not end.
func (p *prices) nothing(n int) (err error) {
	for i := 0; i < n; i++ {
		if err = p.db.PingContext(ownContext()); err == nil {
			return nil
		}
		time.Sleep(time.Second << i)
	}
	return err
}

func (p *prices) kept(n int) (err error) {
	ctx := ownContext()
	for i := 0; i < n; i++ {
		if _, err = p.db.ExecContext(ctx, `DELETE FROM kept`); err == nil {
			return nil
		}
		time.Sleep(time.Second << i)
	}
	return err
}

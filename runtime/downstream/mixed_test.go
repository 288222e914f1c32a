package downstream_test

import (
	"context"
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/record"
)

// Whatever callees, clients and readers do: one record for each call, and nothing kept.
func TestNothingIsLostUnderMixedLoad(t *testing.T) {
	const calls = 300
	synctest.Test(t, func(t *testing.T) {
		var l log
		d := downstream.New("d", downstream.Config{Timeout: 20 * ms, Expected: 5 * ms, MaxConcurrent: 20, MaxWait: 10 * ms, Observer: &l,
			Retry:   &contract.Retry{Attempts: 3, Base: ms, Cap: 5 * ms, Idempotent: true},
			Breaker: &contract.Breaker{MinimumRequests: 10, OpenDuration: 5 * ms, OpenCap: 20 * ms}})
		callee := func(ctx context.Context) (string, error) {
			switch rand.N(6) {
			case 0:
				panic("bug")
			case 1:
				time.Sleep(30 * ms) // deaf
				return "", errDown
			case 2:
				return takes(time.Hour, "", nil)(ctx)
			case 3:
				return fails(ctx)
			}
			return takes(rand.N(10*ms), "v", nil)(ctx)
		}
		rt := d.RoundTripper(server(func(r *http.Request) (*http.Response, error) {
			if _, err := callee(r.Context()); err != nil {
				return nil, err
			}
			return answer([]int{200, 200, 503}[rand.N(3)], &stream{ctx: r.Context(), takes: rand.N(5 * ms), text: "v"}), nil
		}))
		var wg sync.WaitGroup
		for i := range calls {
			wg.Go(func() {
				defer func() { recover() }()
				time.Sleep(rand.N(300 * ms))
				ctx, cancel := context.WithTimeout(t.Context(), rand.N(60*ms))
				defer cancel()
				if rand.N(5) == 0 {
					time.AfterFunc(rand.N(10*ms), cancel)
				}
				if i%2 == 0 {
					downstream.Do(ctx, d, callee)
					return
				}
				resp, err := rt.RoundTrip(get(t, ctx))
				if err != nil {
					return
				}
				switch rand.N(3) {
				case 0:
					io.ReadAll(resp.Body)
				case 1:
					resp.Body.Close()
				} // else left to the deadline, or to cancel
			})
		}
		wg.Wait()
		time.Sleep(time.Minute)
		s := d.Snapshot()
		if s.Running != 0 || s.Places != 0 || s.Waiting != 0 || s.Breaker.Probes != 0 {
			t.Errorf("%+v", s)
		}
		if n := len(l.all()); n != calls {
			t.Errorf("%d records of %d calls", n, calls)
		}
		for _, r := range l.all() {
			if (r.Err == nil) != (r.Status == record.OK) || r.Attempts == 0 && (r.Timeout != 0 || r.Panicked) || r.Timeout > 20*ms || r.Took < 0 {
				t.Errorf("record %+v", r)
			}
		}
	})
}

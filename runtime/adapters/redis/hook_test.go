package redisbudget_test

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/redis/go-redis/v9"

	redisbudget "github.com/budgetlint/budgetlint/runtime/adapters/redis"
	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/contract"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/downstreamtest"
	"github.com/budgetlint/budgetlint/runtime/pool"
	"github.com/budgetlint/budgetlint/runtime/record"
)

// check holds an error of a command against its record.
func check(t *testing.T, err error, r *downstreamtest.Records, want record.Status, attempts int, is ...error) {
	t.Helper()
	all := r.All()
	if len(all) != 1 || all[0].Status != want || all[0].Attempts != attempts {
		t.Errorf("records %+v, want %v, %d attempts", all, want, attempts)
	}
	r.Reset()
	if want == record.OK {
		return
	}
	e, ok := err.(*downstream.Error)
	if !ok || e.Status != want || e.Attempts != attempts || len(all) == 1 && all[0].Err != err {
		t.Errorf("%T %v, want a *downstream.Error, %v, %d attempts", err, err, want, attempts)
	}
	for _, target := range is {
		if !errors.Is(err, target) {
			t.Errorf("%v is no %v", err, target)
		}
	}
}

func idle(t *testing.T, d *downstream.Downstream) {
	t.Helper()
	if s := d.Snapshot(); s.Running != 0 || s.Places != 0 {
		t.Errorf("something is left: %+v", s)
	}
}

func TestCommand(t *testing.T) {
	for _, c := range []struct {
		name     string
		left     time.Duration
		reply    string
		prepare  func(*downstream.Downstream)
		status   record.Status
		attempts int
		counts   [2]int
		is       []error
	}{
		{"an answer", time.Minute, "$2\r\nv1", nil, record.OK, 1, [2]int{1, 0}, nil},
		{"an absent key", time.Minute, "$-1", nil, record.OK, 1, [2]int{1, 0}, nil},
		{"a wrong type", time.Minute, "-WRONGTYPE x", nil, record.Failed, 1, [2]int{1, 0}, nil},
		{"loading", time.Minute, "-LOADING x", nil, record.Failed, 1, [2]int{0, 1}, nil},
		{"no reply", time.Minute, "", nil, record.Timeout, 1, [2]int{0, 1}, []error{budget.ErrCallTimeout, context.DeadlineExceeded}},
		{"no reply, and little time", 50 * ms, "", nil, record.Timeout, 1, [2]int{0, 0}, []error{budget.ErrExhausted, context.DeadlineExceeded}},
		{"no time left", -1, "", nil, record.Refused, 0, [2]int{0, 0}, []error{budget.ErrExhausted, context.DeadlineExceeded}},
		{"open", time.Minute, "", func(d *downstream.Downstream) { d.Breaker().Force(breaker.Open, true) },
			record.Open, 0, [2]int{0, 0}, []error{breaker.ErrOpen}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d, records := cache(nil)
				s := &script{reply: func(string) string { return c.reply }}
				rdb := connect(t, s, d)
				if c.prepare != nil {
					c.prepare(d)
				}
				start := time.Now()
				cmd := rdb.Get(within(t, c.left), "k")
				v, err := cmd.Result()
				check(t, err, records, c.status, c.attempts, c.is...)
				idle(t, d)
				switch {
				case counts(d) != c.counts:
					t.Errorf("successes, failures: %v, want %v", counts(d), c.counts)
				case c.name == "an answer" && (v != "v1" || err != nil):
					t.Errorf("%q, %v", v, err)
				case c.name == "an absent key" && err != redis.Nil: // not errors.Is: much code compares
					t.Errorf("%v is not redis.Nil", err)
				case c.name == "a wrong type" && !redis.HasErrorPrefix(err, "WRONGTYPE"):
					t.Errorf("%v is no error of Redis", err)
				}
				if commands, _ := s.sent(); (len(commands) > 0) != (c.attempts > 0) {
					t.Errorf("arrived: %v", commands)
				}
				if want := max(min(c.left, 200*ms), 0); c.status == record.Timeout && time.Since(start) != want {
					t.Errorf("after %v", time.Since(start))
				}
			})
		})
	}
}

func TestCommandFull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, records := cache(nil)
		rdb := connect(t, &script{reply: func(string) string { return "" }}, d)
		first := make(chan error)
		go func() { first <- rdb.Get(t.Context(), "k").Err() }()
		synctest.Wait()
		err := rdb.Get(t.Context(), "k").Err()
		check(t, err, records, record.Full, 0, pool.ErrFull)
		check(t, <-first, records, record.Timeout, 1)
	})
}

// The handshake comes by the same hooks. Counted for itself, it would find the only place taken.
func TestHandshakeIsPartOfItsCommand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, records := cache(nil)
		s := &script{reply: func(string) string { return "+OK" }}
		rdb := connect(t, s, d)
		err := rdb.Set(t.Context(), "k", "v", 0).Err()
		if commands, handshakes := s.sent(); err != nil || len(commands) != 1 || handshakes < 2 {
			t.Errorf("%v, %v, %d handshakes", err, commands, handshakes)
		}
		check(t, err, records, record.OK, 1)
		if got := counts(d); got != [2]int{1, 0} {
			t.Errorf("successes, failures: %v", got)
		}
	})
}

func TestDialIsPartOfItsCommand(t *testing.T) {
	for name, dial := range map[string]func(context.Context, string, string) (net.Conn, error){
		"hangs": func(ctx context.Context, _, _ string) (net.Conn, error) { <-ctx.Done(); return nil, ctx.Err() },
		"refused": func(context.Context, string, string) (net.Conn, error) {
			return nil, &net.OpError{Op: "dial", Err: io.EOF}
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d, records := cache(nil)
				rdb := redis.NewClient(&redis.Options{Addr: "127.0.0.1:6379", ContextTimeoutEnabled: true, MaxRetries: -1, Dialer: dial,
					DialTimeout: time.Second, DialerRetries: 1})
				defer time.Sleep(time.Second) // go-redis dials on, by a context of its own
				defer rdb.Close()
				if err := redisbudget.Attach(rdb, d); err != nil {
					t.Fatal(err)
				}
				start := time.Now()
				err := rdb.Get(t.Context(), "k").Err()
				if name == "hangs" {
					check(t, err, records, record.Timeout, 1, budget.ErrCallTimeout)
					if took := time.Since(start); took != 200*ms {
						t.Errorf("after %v", took)
					}
				} else {
					check(t, err, records, record.Failed, 1)
				}
				if idle(t, d); counts(d) != [2]int{0, 1} {
					t.Errorf("successes, failures: %v", counts(d))
				}
			})
		})
	}
}

func TestCanceled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, records := cache(nil)
		rdb := connect(t, &script{reply: func(string) string { return "" }}, d)
		left := errors.New("the client left")
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(50*ms, func() { cancel(left) })
		start := time.Now()
		err := rdb.Get(ctx, "k").Err()
		check(t, err, records, record.Canceled, 1, left)
		if took := time.Since(start); took != 200*ms { // as the package documentation says
			t.Errorf("after %v", took)
		}
		check(t, rdb.Get(ctx, "k").Err(), records, record.Canceled, 0, left)
		if idle(t, d); counts(d) != [2]int{} {
			t.Errorf("successes, failures: %v", counts(d))
		}
	})
}

func TestBreakerKeepsCommandsIn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, records := cache(func(c *downstream.Config) {
			c.Breaker = &contract.Breaker{MinimumRequests: 5, FailureRateThreshold: 0.5, OpenDuration: time.Second, HalfOpenProbeCount: 1}
		})
		reply := "-LOADING Redis is loading the dataset in memory"
		s := &script{reply: func(string) string { return reply }}
		rdb := connect(t, s, d)
		for range 20 {
			rdb.Get(t.Context(), "k")
		}
		if commands, _ := s.sent(); len(commands) != 5 || d.Snapshot().Breaker.State != breaker.Open {
			t.Errorf("%d arrived, %+v", len(commands), d.Snapshot().Breaker)
		}
		records.Reset()
		check(t, rdb.Get(t.Context(), "k").Err(), records, record.Open, 0, breaker.ErrOpen)
		reply = "$1\r\nv"
		time.Sleep(2 * time.Second) // with jitter it is open for up to 1.2 s
		if v, err := rdb.Get(t.Context(), "k").Result(); v != "v" || err != nil {
			t.Errorf("%q, %v", v, err)
		}
	})
}

func TestRetry(t *testing.T) {
	for _, c := range []struct {
		name       string
		idempotent bool
		left       time.Duration
		replies    []string // then +OK
		want       int      // arrived
		status     record.Status
		is         error
	}{
		{"until it succeeds", true, time.Minute, []string{"-LOADING x", "-TRYAGAIN x"}, 3, record.OK, nil},
		{"in vain", true, time.Minute, []string{"-LOADING x", "-LOADING x", "-LOADING x"}, 3, record.Failed, nil},
		{"not idempotent", false, time.Minute, []string{"-LOADING x"}, 1, record.Failed, nil},
		{"an answer", true, time.Minute, []string{"-WRONGTYPE x"}, 1, record.Failed, nil},
		{"an absent value", true, time.Minute, []string{"$-1"}, 1, record.OK, nil},
		{"after a timeout", true, time.Minute, []string{""}, 2, record.OK, nil},
		{"as far as the time goes", true, 300 * ms, []string{"", ""}, 2, record.Timeout, budget.ErrExhausted},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d, records := cache(func(cfg *downstream.Config) {
					cfg.Retry = &contract.Retry{Attempts: 3, Base: 1, Cap: 1, Idempotent: c.idempotent}
				})
				var n atomic.Int32 // a timeout leaves the connection, and its server, behind
				s := &script{reply: func(string) string {
					if n := int(n.Add(1)); n <= len(c.replies) {
						return c.replies[n-1]
					}
					return "+OK"
				}}
				err := connect(t, s, d).Set(within(t, c.left), "k", "v", 0).Err()
				check(t, err, records, c.status, c.want)
				if c.is != nil && !errors.Is(err, c.is) {
					t.Errorf("%v is no %v", err, c.is)
				}
				if commands, _ := s.sent(); len(commands) != c.want || c.status == record.OK && err != nil && err != redis.Nil {
					t.Errorf("%v, arrived: %v", err, commands)
				}
			})
		})
	}
}

func TestPipeline(t *testing.T) {
	for _, c := range []struct {
		name    string
		left    time.Duration
		replies map[string]string
		status  record.Status
		counts  [2]int
		exec    string    // prefix of Exec's error
		each    [3]string // of the commands' errors
	}{
		{"all well", time.Minute, map[string]string{"get a": "$1\r\n1", "get b": "$1\r\n2", "get c": "$1\r\n3"},
			record.OK, [2]int{1, 0}, "", [3]string{}},
		{"absent keys", time.Minute, map[string]string{"get a": "$-1", "get b": "$1\r\n2", "get c": "$-1"},
			record.OK, [2]int{1, 0}, "redis: nil", [3]string{"redis: nil", "", "redis: nil"}},
		{"one is wrong", time.Minute, map[string]string{"get a": "$-1", "get b": "-WRONGTYPE x", "get c": "$1\r\n3"},
			record.Failed, [2]int{1, 0}, "cache: failed: WRONGTYPE x", [3]string{"redis: nil", "WRONGTYPE x", ""}},
		{"the failure behind the wrong one", time.Minute, map[string]string{"get a": "-WRONGTYPE x", "get b": "$1\r\n2", "get c": "-OOM x"},
			record.Failed, [2]int{0, 1}, "cache: failed: OOM x", [3]string{"WRONGTYPE x", "", "OOM x"}},
		{"silence", time.Minute, map[string]string{"get a": "$1\r\n1", "get b": "", "get c": ""},
			record.Timeout, [2]int{0, 1}, "cache: timeout: read pipe: i/o timeout", [3]string{"read pipe: i/o", "read pipe: i/o", "read pipe: i/o"}},
		{"no time left", -1, nil,
			record.Refused, [2]int{0, 0}, "cache: refused", [3]string{"cache: refused", "cache: refused", "cache: refused"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d, records := cache(nil)
				s := &script{reply: func(command string) string { return c.replies[command] }}
				cmds, err := connect(t, s, d).Pipelined(within(t, c.left), func(p redis.Pipeliner) error {
					for _, k := range []string{"a", "b", "c"} {
						p.Get(t.Context(), k)
					}
					return nil
				})
				attempts := 1
				if c.replies == nil {
					attempts = 0
				}
				check(t, err, records, c.status, attempts)
				says(t, "Exec", err, c.exec)
				if c.exec == "redis: nil" && err != redis.Nil {
					t.Errorf("%v is not redis.Nil", err)
				}
				for i, cmd := range cmds {
					says(t, cmd.String(), cmd.Err(), c.each[i])
				}
				if idle(t, d); counts(d) != c.counts || len(cmds) != 3 {
					t.Errorf("%d commands; successes, failures: %v, want %v", len(cmds), counts(d), c.counts)
				}
			})
		})
	}
}

func says(t *testing.T, who string, err error, want string) {
	t.Helper()
	if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
		t.Errorf("%s: %v, want %q", who, err, want)
	}
}

// panics is a hook with a bug, inside of ours.
type panics struct{}

func (panics) DialHook(next redis.DialHook) redis.DialHook { return next }
func (panics) ProcessHook(redis.ProcessHook) redis.ProcessHook {
	return func(context.Context, redis.Cmder) error { panic("bug") }
}
func (panics) ProcessPipelineHook(redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(context.Context, []redis.Cmder) error { panic("bug") }
}

func TestPanic(t *testing.T) {
	d, records := cache(nil)
	rdb := connect(t, &script{}, d)
	rdb.AddHook(panics{})
	for _, f := range []func(){
		func() { rdb.Get(t.Context(), "k") },
		func() {
			rdb.Pipelined(t.Context(), func(p redis.Pipeliner) error { p.Get(t.Context(), "k"); return nil })
		},
	} {
		func() {
			defer func() {
				if v := recover(); v != "bug" {
					t.Errorf("recovered %v", v)
				}
			}()
			f()
		}()
	}
	idle(t, d)
	if r := records.All(); len(r) != 2 || !r[0].Panicked || !r[1].Panicked || counts(d) != [2]int{0, 2} {
		t.Errorf("records %+v", r)
	}
}

// Two hooks for the same downstream, such as of a cluster and of its nodes, are one call; two downstreams are two.
func TestNestedHooks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, records := cache(nil)
		host, hosts := cache(nil)
		rdb := connect(t, &script{reply: func(string) string { return "$-1" }}, d)
		rdb.AddHook(redisbudget.New(d))
		rdb.AddHook(redisbudget.New(host))
		if err := rdb.Get(t.Context(), "k").Err(); err != redis.Nil {
			t.Error(err)
		}
		check(t, nil, records, record.OK, 1)
		check(t, nil, hosts, record.OK, 1)
		host.Breaker().Force(breaker.Open, true)
		err := rdb.Get(t.Context(), "k").Err()
		check(t, err, records, record.Failed, 1, breaker.ErrOpen)
		if got := counts(d); got != [2]int{1, 1} {
			t.Errorf("an open host counts as %v", got)
		}
	})
}

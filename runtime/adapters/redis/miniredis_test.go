package redisbudget_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"

	redisbudget "github.com/budgetlint/budgetlint/runtime/adapters/redis"
	"github.com/budgetlint/budgetlint/runtime/downstream"
	"github.com/budgetlint/budgetlint/runtime/downstreamtest"
	"github.com/budgetlint/budgetlint/runtime/record"
)

// real is a server with the semantics of Redis, on the loopback, and a client of it through d.
func real(t *testing.T) (*miniredis.Miniredis, *redis.Client, *downstream.Downstream, *downstreamtest.Records) {
	t.Helper()
	d, records := cache(func(c *downstream.Config) { c.Timeout = time.Minute }) // no slow machine is a timeout
	server := miniredis.RunT(t)
	rdb := redis.NewClient(&redis.Options{Addr: server.Addr(), ContextTimeoutEnabled: true, MaxRetries: -1})
	t.Cleanup(func() { rdb.Close() })
	if err := redisbudget.Attach(rdb, d); err != nil {
		t.Fatal(err)
	}
	return server, rdb, d, records
}

func TestTransactions(t *testing.T) {
	server, rdb, d, records := real(t)
	ctx := t.Context()
	add := func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, "n").Int()
		if err != nil && err != redis.Nil {
			return err
		}
		if n == 1 {
			server.Set("n", "5") // somebody else
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error { p.Set(ctx, "n", n+1, 0); return nil })
		return err
	}
	if err := rdb.Watch(ctx, add, "n"); err != nil {
		t.Error(err)
	}
	if err := rdb.Watch(ctx, add, "n"); err != redis.TxFailedErr {
		t.Errorf("%v is not redis.TxFailedErr", err)
	}
	if v, _ := server.Get("n"); v != "5" {
		t.Errorf("n is %s", v)
	}
	// WATCH, GET and the transaction, each time; UNWATCH is left to go-redis.
	if got := records.Statuses("cache"); len(got) < 6 || slices.ContainsFunc(got, func(s record.Status) bool { return s != record.OK }) {
		t.Errorf("records %v", got)
	}
	if idle(t, d); counts(d)[1] != 0 {
		t.Errorf("a lost race counts as a failure: %v", counts(d))
	}

	records.Reset()
	cmds, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Get(ctx, "absent")
		p.LPush(ctx, "n", "x")
		return nil
	})
	check(t, err, records, record.Failed, 1)
	if !redis.HasErrorPrefix(err, "WRONGTYPE") || len(cmds) != 2 || cmds[0].Err() != redis.Nil || counts(d)[1] != 0 {
		t.Errorf("%v, %v, %v", err, cmds, counts(d))
	}
}

// go-redis reads errors of its own commands, which must not hide from it what they are.
func TestScriptIsLoadedWhereItIsMissing(t *testing.T) {
	_, rdb, _, records := real(t)
	v, err := redis.NewScript(`return ARGV[1]`).Run(t.Context(), rdb, nil, "pen").Text()
	if v != "pen" || err != nil {
		t.Errorf("%q, %v", v, err)
	}
	if got := records.Statuses("cache"); !slices.Equal(got, []record.Status{record.Failed, record.OK}) {
		t.Errorf("records %v, want EVALSHA and EVAL", got)
	}
}

func TestSubscriptionsGoAround(t *testing.T) {
	_, rdb, d, records := real(t)
	sub := rdb.Subscribe(t.Context(), "news")
	defer sub.Close()
	if _, err := sub.Receive(t.Context()); err != nil { // the confirmation
		t.Fatal(err)
	}
	idle(t, d)
	records.Reset()
	if err := rdb.Publish(t.Context(), "news", "pen").Err(); err != nil {
		t.Fatal(err)
	}
	m, err := sub.ReceiveMessage(t.Context())
	if err != nil || m.Payload != "pen" {
		t.Errorf("%v, %v", m, err)
	}
	if got := records.Statuses("cache"); !slices.Equal(got, []record.Status{record.OK}) {
		t.Errorf("records %v, want that of PUBLISH", got)
	}
}

func TestServerGone(t *testing.T) {
	server, rdb, d, records := real(t)
	for i := range 3 {
		if err := rdb.Set(t.Context(), fmt.Sprint("k", i), "v", 0).Err(); err != nil {
			t.Fatal(err)
		}
	}
	server.Close()
	records.Reset()
	check(t, rdb.Get(t.Context(), "k1").Err(), records, record.Failed, 1)
	if idle(t, d); counts(d) != [2]int{3, 1} {
		t.Errorf("successes, failures: %v", counts(d))
	}
	if err := server.Restart(); err != nil {
		t.Fatal(err)
	}
	if v, err := rdb.Get(t.Context(), "k1").Result(); v != "v" || err != nil {
		t.Errorf("%q, %v", v, err)
	}
}

package redisbudget_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/budgetlint/budgetlint/runtime/breaker"
)

// What waits for something to happen is no slow answer: it may take longer than the timeout, holds no place, and waits
// while the breaker is open.
func TestBlockingCommandsGoAround(t *testing.T) {
	ctx := context.Background()
	for name, c := range map[string]struct {
		run  func(*redis.Client) error
		says string
	}{
		"blpop":      {func(r *redis.Client) error { return r.BLPop(ctx, time.Second, "q").Err() }, "*-1"},
		"brpop":      {func(r *redis.Client) error { return r.BRPop(ctx, time.Second, "q").Err() }, "*-1"},
		"brpoplpush": {func(r *redis.Client) error { return r.BRPopLPush(ctx, "q", "p", time.Second).Err() }, "$-1"},
		"blmove":     {func(r *redis.Client) error { return r.BLMove(ctx, "q", "p", "LEFT", "RIGHT", time.Second).Err() }, "$-1"},
		"blmpop":     {func(r *redis.Client) error { return r.BLMPop(ctx, time.Second, "LEFT", 1, "q").Err() }, "*-1"},
		"bzpopmin":   {func(r *redis.Client) error { return r.BZPopMin(ctx, time.Second, "q").Err() }, "*-1"},
		"bzpopmax":   {func(r *redis.Client) error { return r.BZPopMax(ctx, time.Second, "q").Err() }, "*-1"},
		"bzmpop":     {func(r *redis.Client) error { return r.BZMPop(ctx, time.Second, "MIN", 1, "q").Err() }, "*-1"},
		"xread": {func(r *redis.Client) error {
			return r.XRead(ctx, &redis.XReadArgs{Streams: []string{"s", "$"}, Block: time.Second}).Err()
		}, "*-1"},
		"xreadgroup": {func(r *redis.Client) error {
			return r.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "streams", Consumer: "c", Streams: []string{"s", ">"}, Block: time.Second}).Err()
		}, "*-1"},
		"wait":    {func(r *redis.Client) error { return r.Wait(ctx, 1, time.Second).Err() }, ":0"},
		"waitaof": {func(r *redis.Client) error { return r.WaitAOF(ctx, 1, 1, time.Second).Err() }, "*2\r\n:0\r\n:0"},
		"by Do": {func(r *redis.Client) error {
			return r.Do(ctx, "XREAD", []byte("BLOCK"), 1000, "STREAMS", "s", "$").Err()
		}, "*-1"},
		"in a pipeline": {func(r *redis.Client) error {
			_, err := r.Pipelined(ctx, func(p redis.Pipeliner) error { p.BLPop(ctx, time.Second, "q"); return nil })
			return err
		}, "*-1"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d, records := cache(nil)
				rdb := connect(t, &script{reply: func(string) string { time.Sleep(time.Second); return c.says }}, d)
				d.Breaker().Force(breaker.Open, true)
				start := time.Now()
				done := make(chan error)
				go func() { done <- c.run(rdb) }()
				time.Sleep(500 * ms)
				idle(t, d)
				if err := <-done; err != nil && err != redis.Nil {
					t.Error(err)
				}
				if took := time.Since(start); took != time.Second || len(records.All()) != 0 {
					t.Errorf("after %v, records %+v", took, records.All())
				}
			})
		})
	}
}

func TestOtherFormsDoNotBlock(t *testing.T) {
	ctx := context.Background()
	for name, run := range map[string]func(*redis.Client) error{
		"xread": func(r *redis.Client) error {
			return r.XRead(ctx, &redis.XReadArgs{Streams: []string{"block", "$"}, Block: -1}).Err()
		},
		"xreadgroup": func(r *redis.Client) error {
			return r.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "block", Consumer: "block", Streams: []string{"s", ">"}, Block: -1}).Err()
		},
		"ts.read": func(r *redis.Client) error { return r.Do(ctx, "TS.READ", "block", "block").Err() },
		"lpop":    func(r *redis.Client) error { return r.LPop(ctx, "block").Err() },
		"short":   func(r *redis.Client) error { return r.Do(ctx, "XREADGROUP").Err() },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d, _ := cache(nil)
				rdb := connect(t, &script{reply: func(string) string { return "*-1" }}, d)
				if err := run(rdb); err != redis.Nil || counts(d) != [2]int{1, 0} {
					t.Errorf("%v; successes, failures: %v", err, counts(d))
				}
			})
		})
	}
}

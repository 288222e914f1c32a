// Package redisbudget makes the commands of a go-redis client (github.com/redis/go-redis/v9) calls to a
// downstream.Downstream. It leaves alone what is no command with an answer to wait for: Pub/Sub connections and
// commands that wait for something to happen.
//
//	rdb := redis.NewClient(&redis.Options{Addr: addr, ContextTimeoutEnabled: true, MaxRetries: -1})
//	err := redisbudget.Attach(rdb, cache)
//
// with cache's Config.Classify set to Classify. Both options matter. Without ContextTimeoutEnabled go-redis reads and
// writes by its own timeouts and does not look at the context, so neither the attempt's timeout nor the request's
// deadline would end a command. MaxRetries is 3 unless set, below zero for none: such retries run inside of each attempt of
// ours, and so multiply with them, and repeat INCR as they do GET. Let Config.Retry say whether commands may be
// repeated; it holds for all commands of the client, so a client of which only some may be is two, each with a
// Downstream. ReadTimeout and WriteTimeout still apply where they are shorter than the time that an attempt has; leave
// them above Config.Timeout.
//
// go-redis hears a cancellation while it waits for a connection, but while it waits for a reply only the deadline: a
// command whose request is canceled is over when its attempt's time is, at the latest. It is recorded as canceled.
//
// # What is a call
//
// Each command is one, each pipeline and each transaction (MULTI to EXEC) is one, and so is each command of a Watch; the
// function that Watch runs is not under any timeout. What a command must do first for its connection, dialing and
// HELLO, is part of its call and not one of its own; a dial that go-redis makes in advance is none at all. go-redis dials
// by a context of its own, bounded by DialTimeout and DialerRetries: the command stops waiting for it at its timeout, and
// a later one gets the connection.
//
// redis.Nil and redis.TxFailedErr are answers: they are returned as they are, so that err == redis.Nil holds, and
// recorded as OK. Every other error is a *downstream.Error around what go-redis says, for errors.Is and errors.As; the
// Is… functions of go-redis and redis.HasErrorPrefix see through it. Of a pipeline it is the first failure, or else the
// first other error that is no such answer, and each command keeps its own. A command that was refused has the refusal
// for its error, and was not sent.
//
// BLPOP and its like, WAIT, WAITAOF, and XREAD, XREADGROUP and TS.READ with BLOCK go around the Downstream, as does a
// pipeline with one of them: how long they take says how long nothing came, not how well Redis is. Their own timeout
// bounds them, and ctx, which they should have from the work that waits rather than from a request. Note that a zero
// Block in redis.XReadArgs blocks for ever; give -1 to have none. Subscriptions go around it too, but for the handshake
// of their connections.
package redisbudget

import (
	"errors"
	"fmt"

	"github.com/redis/go-redis/v9"

	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/downstream"
)

// Attach adds the hook of New to c, a *redis.Client, *redis.ClusterClient or *redis.Ring. It returns an error, and adds
// nothing, if c's options make the hook useless, as the package documentation says: without ContextTimeoutEnabled, or with
// retries of c's own. Who wants to live with either adds New(d) with c.AddHook.
//
// A cluster's redirections (MaxRedirects) stay inside of an attempt. For a Downstream per node, which fail apart, add New
// to each in OnNewNode instead.
func Attach(c redis.UniversalClient, d *downstream.Downstream) error {
	var heeds bool
	var retries int
	switch c := c.(type) {
	case *redis.Client:
		heeds, retries = c.Options().ContextTimeoutEnabled, c.Options().MaxRetries
	case *redis.ClusterClient:
		heeds, retries = c.Options().ContextTimeoutEnabled, c.Options().MaxRetries
	case *redis.Ring:
		heeds, retries = c.Options().ContextTimeoutEnabled, c.Options().MaxRetries
	default:
		return fmt.Errorf("redisbudget: the options of a %T are not known: add New with AddHook", c)
	}
	var errs []error
	if !heeds {
		errs = append(errs, fmt.Errorf("redisbudget: the client for %s does not heed deadlines: set ContextTimeoutEnabled", d.Name()))
	}
	if retries > 0 {
		errs = append(errs, fmt.Errorf("redisbudget: the client for %s makes %d retries of its own: set MaxRetries to -1", d.Name(), retries))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	c.AddHook(New(d))
	return nil
}

// busy are the replies by which Redis says that it cannot serve, whatever the command.
var busy = [...]string{
	"LOADING ",     // after a start, its data is being read
	"BUSY ",        // a script runs
	"OOM ",         // at maxmemory
	"MISCONF ",     // it cannot save, and so takes no writes
	"MASTERDOWN ",  // a replica without its master
	"NOREPLICAS ",  // a master with too few of its replicas
	"CLUSTERDOWN ", // slots without a node
	"TRYAGAIN ",    // a slot on the move
	"max number of clients reached",
}

// Classify says what an error of go-redis means for the breaker; it is for downstream.Config.Classify. What is no reply of
// Redis goes to downstream.Classify.
//
// Failure: the replies that say that Redis cannot serve at present, such as LOADING, OOM, READONLY (a master that has
// become a replica) and CLUSTERDOWN; no connection to be had from the client's pool in time; and broken connections.
// Excluded: redis.ErrClosed, which is about the client.
// Success: redis.Nil, redis.TxFailedErr, and all other replies, such as WRONGTYPE, NOSCRIPT, NOAUTH and MOVED, since Redis
// has answered and would answer the same again.
func Classify(err error) breaker.Outcome {
	if errors.Is(err, redis.ErrClosed) {
		return breaker.Excluded
	}
	if _, ok := errors.AsType[redis.Error](err); !ok {
		return downstream.Classify(err)
	}
	if redis.IsReadOnlyError(err) {
		return breaker.Failure
	}
	for _, prefix := range busy {
		if redis.HasErrorPrefix(err, prefix) {
			return breaker.Failure
		}
	}
	return breaker.Success
}

// isAnswer says whether err is a value by another name: an absent key, or a race that somebody else won.
func isAnswer(err error) bool {
	return err == nil || errors.Is(err, redis.Nil) || errors.Is(err, redis.TxFailedErr)
}

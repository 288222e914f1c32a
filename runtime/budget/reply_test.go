package budget_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/budgetlint/budgetlint/runtime/budget"
)

func TestReplyOutlivesTheBudgetByTheMargin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := context.WithValue(start(t, t.Context(), 2000*ms, 300*ms), name{}, "ann")
		<-ctx.Done()
		reply := budget.Reply(ctx)
		if reply.Err() != nil || context.Cause(reply) != nil {
			t.Fatalf("error %v, cause %v at the budget's end", reply.Err(), context.Cause(reply))
		}
		if got := reply.Value(name{}); got != "ann" {
			t.Errorf("value %v: values from below Start are lost", got)
		}
		call, cancel := budget.Within(reply, 100*ms)
		defer cancel()
		if got := left(t, call); got != 100*ms {
			t.Errorf("a call under Reply has %v", got)
		}
		if budget.Reply(reply) != reply {
			t.Error("Reply of Reply is not itself")
		}
		<-reply.Done()
		if got := context.Cause(reply); got != budget.ErrExhausted || reply.Err() != context.DeadlineExceeded {
			t.Errorf("cause %v, error %v", got, reply.Err())
		}
	})
}

func TestReplyEndsWithTheClientOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gone := errors.New("client gone")
		client, leave := context.WithCancelCause(t.Context())
		outer := start(t, client, 2000*ms, 300*ms)
		group, fail := context.WithCancel(outer)
		inner := start(t, group, 1000*ms, 100*ms)
		replies := []context.Context{budget.Reply(outer), budget.Reply(group), budget.Reply(inner)}
		child, cancel := context.WithCancel(replies[2])
		defer cancel()
		fail()
		for i, reply := range replies {
			if reply.Err() != nil {
				t.Errorf("reply %d ended with a sibling", i)
			}
		}
		if inner.Err() == nil {
			t.Error("the inner budget did not end with its parent")
		}
		leave(gone)
		for i, reply := range append(replies, child, budget.Reply(outer)) {
			if reply.Err() != context.Canceled || context.Cause(reply) != gone {
				t.Errorf("reply %d: error %v, cause %v", i, reply.Err(), context.Cause(reply))
			}
		}
	})
}

func TestReplyIsReleasedByCancel(t *testing.T) {
	outer, cancelOuter := budget.Start(t.Context(), 2000*ms, 300*ms)
	inner, cancelInner := budget.Start(outer, 1000*ms, 100*ms)
	before := budget.Reply(inner)
	cancelInner()
	after := budget.Reply(inner)
	if before.Err() == nil || after.Err() == nil {
		t.Errorf("errors %v and %v after the budget's cancel", before.Err(), after.Err())
	}
	if err := budget.Reply(outer).Err(); err != nil {
		t.Errorf("the outer budget's reply ended with the inner: %v", err)
	}
	cancelOuter()
	cancelOuter()
	if budget.Reply(outer).Err() == nil {
		t.Error("the outer budget's reply goes on after its cancel")
	}
}

func TestReplyOutsideABudget(t *testing.T) {
	ctx := t.Context()
	if budget.Reply(ctx) != ctx {
		t.Error("Reply without a budget is not ctx")
	}
}

func TestReplyFromManyGoroutines(t *testing.T) {
	ctx, cancel := budget.Start(t.Context(), 2000*ms, 300*ms)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			if i == 5 {
				cancel()
			}
			<-budget.Reply(ctx).Done()
		})
	}
	wg.Wait()
}

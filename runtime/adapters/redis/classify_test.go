package redisbudget_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"testing"
	"testing/synctest"

	"github.com/redis/go-redis/v9"

	redisbudget "github.com/budgetlint/budgetlint/runtime/adapters/redis"
	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/budget"
	"github.com/budgetlint/budgetlint/runtime/record"
)

func TestClassify(t *testing.T) {
	for _, c := range []struct {
		err  error
		want breaker.Outcome
	}{
		{nil, breaker.Success},
		{redis.Nil, breaker.Success},
		{fmt.Errorf("page: %w", redis.Nil), breaker.Success},
		{redis.TxFailedErr, breaker.Success},
		{redis.ErrNoScript, breaker.Success},
		{redis.ErrCrossSlot, breaker.Success},
		{redis.ErrClosed, breaker.Excluded},
		{redis.ErrPoolTimeout, breaker.Failure},
		{redis.ErrPoolExhausted, breaker.Failure},
		{io.EOF, breaker.Failure},
		{&net.OpError{Op: "read", Err: os.ErrDeadlineExceeded}, breaker.Failure},
		{errors.New("redis: unexpected reply"), breaker.Failure},
		{context.Canceled, breaker.Failure},
		{budget.ErrExhausted, breaker.Excluded},
		{breaker.ErrOpen, breaker.Failure},
	} {
		if got := redisbudget.Classify(c.err); got != c.want {
			t.Errorf("%v: %v, want %v", c.err, got, c.want)
		}
	}
}

// The replies are read by go-redis, which makes a type of its own of each.
func TestClassifyReplies(t *testing.T) {
	for reply, want := range map[string]breaker.Outcome{
		"ERR unknown command 'GRT'":                               breaker.Success,
		"WRONGTYPE Operation against a key":                       breaker.Success,
		"NOSCRIPT No matching script":                             breaker.Success,
		"BUSYGROUP Consumer Group name already exists":            breaker.Success,
		"BUSYKEY Target key name already exists.":                 breaker.Success,
		"EXECABORT Transaction discarded":                         breaker.Success,
		"NOAUTH Authentication required.":                         breaker.Success,
		"WRONGPASS invalid username-password pair":                breaker.Success,
		"NOPERM this user has no permissions":                     breaker.Success,
		"MOVED 3999 127.0.0.1:6381":                               breaker.Success,
		"ASK 3999 127.0.0.1:6381":                                 breaker.Success,
		"LOADING Redis is loading the dataset in memory":          breaker.Failure,
		"BUSY Redis is busy running a script":                     breaker.Failure,
		"OOM command not allowed when used memory > 'maxmemory'.": breaker.Failure,
		"MISCONF Redis is configured to save RDB snapshots":       breaker.Failure,
		"MASTERDOWN Link with MASTER is down":                     breaker.Failure,
		"NOREPLICAS Not enough good replicas to write.":           breaker.Failure,
		"CLUSTERDOWN Hash slot not served":                        breaker.Failure,
		"TRYAGAIN Multiple keys request during rehashing of slot": breaker.Failure,
		"READONLY You can't write against a read only replica.":   breaker.Failure,
		"ERR max number of clients reached":                       breaker.Failure,
	} {
		synctest.Test(t, func(t *testing.T) {
			d, records := cache(nil)
			err := connect(t, &script{reply: func(string) string { return "-" + reply }}, d).Set(t.Context(), "k", "v", 0).Err()
			check(t, err, records, record.Failed, 1)
			counted := map[breaker.Outcome][2]int{breaker.Success: {1, 0}, breaker.Failure: {0, 1}}[want]
			if got := redisbudget.Classify(err); got != want || counts(d) != counted {
				t.Errorf("%s: %v, want %v; successes, failures: %v", reply, got, want, counts(d))
			}
		})
	}
}

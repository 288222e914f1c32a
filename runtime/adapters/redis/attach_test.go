package redisbudget_test

import (
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"

	redisbudget "github.com/budgetlint/budgetlint/runtime/adapters/redis"
	"github.com/budgetlint/budgetlint/runtime/breaker"
	"github.com/budgetlint/budgetlint/runtime/record"
)

func TestAttachLooksAtTheOptions(t *testing.T) {
	d, records := cache(nil)
	never := func(context.Context, string, string) (net.Conn, error) { return nil, io.EOF }
	for name, c := range map[string]struct {
		client redis.UniversalClient
		want   []string // of the error; none: attached
	}{
		"defaults":          {redis.NewClient(&redis.Options{Dialer: never}), []string{"cache", "ContextTimeoutEnabled", "3 retries", "MaxRetries to -1"}},
		"ring's defaults":   {redis.NewRing(&redis.RingOptions{Dialer: never}), []string{"ContextTimeoutEnabled", "3 retries"}},
		"cluster's":         {redis.NewClusterClient(&redis.ClusterOptions{Addrs: []string{"127.0.0.1:6379"}, Dialer: never}), []string{"ContextTimeoutEnabled"}},
		"own retries":       {redis.NewClient(&redis.Options{ContextTimeoutEnabled: true, MaxRetries: 2, Dialer: never}), []string{"2 retries"}},
		"client":            {redis.NewClient(&redis.Options{ContextTimeoutEnabled: true, MaxRetries: -1, Dialer: never}), nil},
		"cluster":           {redis.NewClusterClient(&redis.ClusterOptions{Addrs: []string{"127.0.0.1:6379"}, ContextTimeoutEnabled: true, Dialer: never}), nil},
		"ring":              {redis.NewRing(&redis.RingOptions{ContextTimeoutEnabled: true, MaxRetries: -1, Dialer: never}), nil},
		"unknown to Attach": {struct{ redis.UniversalClient }{redis.NewClient(&redis.Options{Dialer: never})}, []string{"AddHook"}},
	} {
		err := redisbudget.Attach(c.client, d)
		if (err == nil) != (c.want == nil) {
			t.Errorf("%s: %v", name, err)
		}
		for _, part := range c.want {
			if err != nil && !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %q does not speak of %q", name, err, part)
			}
		}
		d.Breaker().Force(breaker.Open, true) // so that nothing is dialed where the hook is in place
		records.Reset()
		if err == nil {
			got := c.client.Get(t.Context(), "k").Err()
			if !errors.Is(got, breaker.ErrOpen) || !slices.Equal(records.Statuses("cache"), []record.Status{record.Open}) {
				t.Errorf("%s: %v, the hook is not in place", name, got)
			}
		}
		c.client.Close()
	}
}

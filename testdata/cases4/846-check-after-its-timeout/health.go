package health

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
)

var errSlow = errors.New("timed out")

type Check struct {
	Name    string
	Timeout time.Duration
	Run     func(context.Context) error
}

func Redis(rdb *redis.Client) Check {
	return Check{
		Name:    "redis",
		Timeout: time.Second,
		Run:     func(ctx context.Context) error { return rdb.Ping(ctx).Err() },
	}
}

func (c Check) outcome(ctx context.Context) error {
	res := make(chan error) // want:chanleak
	go func() {
		res <- c.Run(ctx) // alt:chanleak
	}()
	select {
	case err := <-res:
		return err
	case <-time.After(c.Timeout):
		return errSlow
	}
}

func Handler(checks ...Check) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 10*time.Second)
		defer cancel()
		bad := map[string]string{}
		for _, c := range checks {
			if err := c.outcome(ctx); err != nil {
				bad[c.Name] = err.Error()
			}
		}
		if len(bad) > 0 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		_ = json.NewEncoder(w).Encode(bad)
	}
}

package slowfallback

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/afex/hystrix-go/hystrix"
	"github.com/redis/go-redis/v9"
)

// The first has a deadline of its own, which leaves time.
func (c *client) leavesTime(ctx context.Context) (*http.Response, error) {
	quick, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	resp, err := c.ask(quick, c.primary, "")
	if err != nil {
		return c.ask(ctx, c.second, "")
	}
	return resp, nil
}

// … and so has the second.
func (c *client) keepsTime(ctx context.Context) (*http.Response, error) {
	resp, err := c.ask(ctx, c.primary, "")
	if err != nil {
		quick, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		return c.ask(quick, c.second, "")
	}
	return resp, nil
}

// The callee bounds itself.
func (c *client) short(ctx context.Context, url string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return c.ask(ctx, url, "")
}

func (c *client) bothShort(ctx context.Context) (*http.Response, error) {
	resp, err := c.short(ctx, c.primary)
	if err != nil {
		return c.short(ctx, c.second)
	}
	return resp, nil
}

// A cache, and then its source.
type repo struct {
	redis *redis.Client
	db    *source
}

func (r *repo) title(ctx context.Context, id string) (string, error) {
	t, err := r.redis.Get(ctx, id).Result()
	if err != nil {
		return r.db.title(ctx, id)
	}
	return t, nil
}

type cached struct{ cache, origin *source }

func (c *cached) title(ctx context.Context, id string) (string, error) {
	t, err := c.cache.title(ctx, id)
	if err != nil {
		t, err = c.origin.title(ctx, id)
	}
	return t, err
}

// Another attempt on the same target is a retry.
func (p *pair) again(ctx context.Context, id string) (string, error) {
	t, err := p.near.title(ctx, id)
	if err != nil {
		return p.near.title(ctx, id)
	}
	return t, nil
}

// Another id is another question.
func (p *pair) orDefault(ctx context.Context, id string) (string, error) {
	t, err := p.near.title(ctx, id)
	if err != nil {
		return p.near.title(ctx, "default")
	}
	return t, nil
}

// A default in memory.
func (p *pair) orNothing(ctx context.Context, id string) string {
	t, err := p.near.title(ctx, id)
	if err != nil {
		t = "untitled"
	}
	return t
}

// What is done about the failure.
func (p *pair) reported(ctx context.Context, id string) (string, error) {
	t, err := p.near.title(ctx, id)
	if err != nil {
		_, _ = p.far.db.ExecContext(ctx, "INSERT INTO failures VALUES (?)", id)
		return "", err
	}
	return t, nil
}

// Only what is missing is looked up elsewhere.
var errMissing = errors.New("missing")

func (p *pair) missing(ctx context.Context, id string) (string, error) {
	t, err := p.near.title(ctx, id)
	if errors.Is(err, errMissing) {
		return p.far.title(ctx, id)
	}
	return t, err
}

// A fallback in memory.
func (p *pair) plain(ctx context.Context, id string) (t string, err error) {
	err = hystrix.Do("near", func() error {
		t, err = p.near.title(ctx, id)
		return err
	}, func(error) error {
		t = "untitled"
		return nil
	})
	return t, err
}

// One after the other from a list: the loop decides.
func (c *client) anyOf(ctx context.Context, urls []string) (resp *http.Response, err error) {
	for _, u := range urls {
		if resp, err = c.ask(ctx, u, ""); err == nil {
			return resp, nil
		}
	}
	return nil, err
}

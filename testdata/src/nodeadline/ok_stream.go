package nodeadline

import (
	"context"
	"net/http"

	"github.com/redis/go-redis/v9"
)

// Events stay open on purpose.
func okEvents(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	return http.DefaultClient.Do(req)
}

func okSubscribe(c *redis.Client) (*redis.Message, error) {
	return c.Subscribe(context.Background(), "orders").ReceiveMessage(context.Background())
}

// go-redis gives its sockets limits by default.
func okCached(c *redis.Client) (string, error) {
	return c.Get(context.Background(), "rates").Result()
}

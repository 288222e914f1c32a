package cache

import (
	"context"
	"net/http"
	"sync"
	"time"
)

type entry struct {
	state string
	at    time.Time
}

type Cache struct {
	mu   sync.Mutex
	m    map[string]entry
	busy map[string]bool
	hc   *http.Client
}

func (c *Cache) fetch(ctx context.Context, url string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return "", err
	}
	return resp.Status, resp.Body.Close()
}

func (c *Cache) refresh(url string) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	s, err := c.fetch(ctx, url)
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.busy, url)
	if err == nil {
		c.m[url] = entry{s, time.Now()}
	}
}

func (c *Cache) Get(ctx context.Context, url string) (string, error) {
	c.mu.Lock()
	e, ok := c.m[url]
	if ok && time.Since(e.at) > time.Minute && !c.busy[url] {
		c.busy[url] = true
		go c.refresh(url)
	}
	c.mu.Unlock()
	if ok {
		return e.state, nil
	}
	return c.fetch(ctx, url)
}

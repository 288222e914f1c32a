package crawl

import (
	"errors"
	"io"
	"net/http"
	"time"

	"cases/863-deadline-kept-in-the-task/task"
)

type Crawler struct {
	hc    *http.Client
	limit time.Duration
}

func New() *Crawler { return &Crawler{hc: &http.Client{}, limit: 20 * time.Second} }

func (c *Crawler) run(t *task.Task) ([]byte, error) {
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, t.URL, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, errors.New(t.URL + ": " + resp.Status)
	}
	return io.ReadAll(resp.Body)
}

func (c *Crawler) Page(url string) ([]byte, error) {
	t := task.New(url, c.limit)
	defer t.Done()
	return c.run(t)
}

package thanks

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"cases/818-paced-by-provider-rule/pace"
)

type Checker struct {
	hc   *http.Client
	pace *pace.Pacer
}

func New() *Checker {
	return &Checker{hc: &http.Client{Timeout: 10 * time.Second}, pace: pace.PerSecond(1)}
}

func (c *Checker) starred(ctx context.Context, repo string) (bool, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://forge.example/user/starred/"+repo, nil)
	if err != nil {
		return false, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return false, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusNoContent:
		return true, nil
	case http.StatusNotFound:
		return false, nil
	}
	return false, fmt.Errorf("%s: %s", repo, resp.Status)
}

func (c *Checker) Missing(ctx context.Context, repos []string) (missing []string, err error) {
	for _, repo := range repos {
		if err := c.pace.Next(ctx); err != nil {
			return nil, err
		}
		ok, err := c.starred(ctx, repo)
		if err != nil {
			return nil, err
		}
		if !ok {
			missing = append(missing, repo)
		}
	}
	return missing, nil
}

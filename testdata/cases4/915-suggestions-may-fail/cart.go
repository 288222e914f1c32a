// none: the degradable member never fails the group, only the core one does

package cart

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"golang.org/x/sync/errgroup"
)

type View struct {
	Items       []string
	Suggestions []string
	Degraded    []string
}

type Carts struct {
	carts, suggest string
	hc             *http.Client
}

func (c *Carts) list(ctx context.Context, url string) (out []string, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", url, resp.Status)
	}
	err = json.NewDecoder(resp.Body).Decode(&out)
	return out, err
}

//budgetlint:downstream name=carts core timeout=500ms
func (c *Carts) items(ctx context.Context, user string) ([]string, error) {
	return c.list(ctx, c.carts+"/"+url.PathEscape(user))
}

//budgetlint:downstream name=suggest degradable timeout=300ms
func (c *Carts) suggestions(ctx context.Context, user string) ([]string, error) {
	return c.list(ctx, c.suggest+"/"+url.PathEscape(user))
}

//budgetlint:entry total=1s margin=100ms
func (c *Carts) View(ctx context.Context, user string) (View, error) {
	ctx, cancel := context.WithTimeout(ctx, 900*time.Millisecond)
	defer cancel()
	v := View{Degraded: []string{}}
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		v.Items, err = c.items(gctx, user)
		return err
	})
	g.Go(func() error {
		s, err := c.suggestions(gctx, user)
		if err != nil {
			slog.WarnContext(gctx, "suggestions left out", "err", err)
			v.Degraded = append(v.Degraded, "suggest")
			return nil
		}
		v.Suggestions = s
		return nil
	})
	if err := g.Wait(); err != nil {
		return View{}, err
	}
	return v, nil
}

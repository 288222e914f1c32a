// none: member that reads the degradable notices logs its failure and returns nil, the account decides alone

package account

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
	"golang.org/x/sync/errgroup"
)

type BFF struct {
	accounts, notices string
	hc                *http.Client
}

func New(accounts, notices string) *BFF {
	return &BFF{accounts: accounts, notices: notices, hc: &http.Client{}}
}

func (b *BFF) get(ctx context.Context, url string, limit time.Duration, v any) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := b.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", url, resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(v)
}

//budgetlint:downstream name=account-service core timeout=500ms
func (b *BFF) account(ctx context.Context, id string) (acc map[string]any, err error) {
	err = b.get(ctx, b.accounts+"/accounts/"+id, 500*time.Millisecond, &acc)
	return acc, err
}

//budgetlint:downstream name=notice-service degradable timeout=200ms
func (b *BFF) notes(ctx context.Context, id string) (list []string, err error) {
	err = b.get(ctx, b.notices+"/notices/"+id, 200*time.Millisecond, &list)
	return list, err
}

func (b *BFF) Show(c echo.Context) error {
	var (
		acc      map[string]any
		list     []string
		degraded = []string{}
		id       = c.Param("id")
	)
	g, ctx := errgroup.WithContext(c.Request().Context())
	g.Go(func() (err error) {
		acc, err = b.account(ctx, id)
		return err
	})
	g.Go(func() error {
		l, err := b.notes(ctx, id)
		if err != nil {
			slog.WarnContext(ctx, "notices left out", "err", err)
			degraded = append(degraded, "notices")
			return nil
		}
		list = l
		return nil
	})
	if err := g.Wait(); err != nil {
		return echo.NewHTTPError(http.StatusServiceUnavailable, "account unavailable").SetInternal(err)
	}
	return c.JSON(http.StatusOK, map[string]any{"account": acc, "notices": list, "degraded": degraded})
}

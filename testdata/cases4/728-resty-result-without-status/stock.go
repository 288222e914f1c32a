package stock

import (
	"context"
	"fmt"
	"time"

	"github.com/go-resty/resty/v2"
)

type Level struct {
	SKU  string `json:"sku"`
	Free int    `json:"free"`
}

type Warehouse struct{ rc *resty.Client }

func New(base, token string) *Warehouse {
	rc := resty.New().
		SetBaseURL(base).
		SetAuthToken(token).
		SetTimeout(3 * time.Second)
	return &Warehouse{rc: rc}
}

// Levels returns the free stock of the given articles.
func (w *Warehouse) Levels(ctx context.Context, skus ...string) (map[string]int, error) {
	var levels []Level
	_, err := w.rc.R(). // alt:coreempty
				SetContext(ctx).
				SetBody(map[string]any{"skus": skus}).
				SetResult(&levels).
				Post("/levels/query") // want:coreempty
	if err != nil {
		return nil, fmt.Errorf("stock levels: %w", err)
	}
	free := make(map[string]int, len(levels))
	for _, l := range levels { // alt:coreempty
		free[l.SKU] = l.Free
	}
	return free, nil // alt:coreempty
}

package coreempty

import (
	"context"
	"errors"

	"github.com/go-resty/resty/v2"
)

type level struct{ sku string }

type warehouse struct{ client *resty.Client }

func newWarehouse() *warehouse { return &warehouse{resty.New()} }

// The client gives no error for a bad status.
func (w *warehouse) levels(ctx context.Context) (map[string]bool, error) {
	var levels []level
	_, err := w.client.R().SetContext(ctx).SetResult(&levels).Get("/levels") // want `nobody looks at the status: this client returns an error only where there is no answer at all, and after a bad status levels is as empty as before \(coreempty/status\)`
	if err != nil {
		return nil, err
	}
	free := map[string]bool{}
	for _, l := range levels {
		free[l.sku] = true
	}
	return free, nil
}

func (w *warehouse) asked(ctx context.Context) ([]level, error) {
	var levels []level
	resp, err := w.client.R().SetContext(ctx).SetResult(&levels).Get("/levels")
	if err != nil {
		return nil, err
	}
	if resp.IsError() {
		return nil, errors.New(resp.Status())
	}
	return levels, nil
}

func (w *warehouse) counted(ctx context.Context) ([]level, error) {
	var levels []level
	_, err := w.client.R().SetContext(ctx).SetResult(&levels).Get("/levels")
	if err != nil {
		return nil, err
	}
	if len(levels) == 0 {
		return nil, errors.New("no levels")
	}
	return levels, nil
}

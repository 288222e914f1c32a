package rest

import (
	"context"
	"time"

	"github.com/go-resty/resty/v2"
)

type API struct{ rc *resty.Client }

func New(base string) *API {
	rc := resty.New().SetBaseURL(base)
	rc.SetTimeout(3 * time.Second)
	return &API{rc}
}

func (a *API) Item(ctx context.Context, id string) (v struct{ Name string }, err error) {
	_, err = a.rc.R().SetContext(ctx).SetResult(&v).Get("/items/" + id)
	return v, err
}

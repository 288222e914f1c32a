package accounts

import (
	"context"
	"time"

	"github.com/go-resty/resty/v2"
)

type Profile struct {
	ID     string
	TeamID string
}

type Team struct{ Name string }

type Settings struct{ Theme string }

type API struct{ rc *resty.Client }

func New(base string) *API {
	return &API{rc: resty.New().SetBaseURL(base).SetTimeout(2 * time.Second)}
}

func get[T any](ctx context.Context, a *API, path string) (*T, error) {
	var out T
	resp, err := a.rc.R().SetContext(ctx).SetResult(&out).Get(path)
	if err != nil {
		return nil, err
	}
	if resp.IsError() {
		return nil, &StatusError{Path: path, Code: resp.StatusCode()}
	}
	return &out, nil
}

func (a *API) Profile(ctx context.Context, id string) (*Profile, error) {
	return get[Profile](ctx, a, "/profiles/"+id)
}

func (a *API) Team(ctx context.Context, id string) (*Team, error) {
	return get[Team](ctx, a, "/teams/"+id)
}

func (a *API) Settings(ctx context.Context, id string) (*Settings, error) {
	return get[Settings](ctx, a, "/settings/"+id)
}

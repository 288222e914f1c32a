package repos

import (
	"context"
	"fmt"
	"time"

	"github.com/go-resty/resty/v2"
)

type Repo struct {
	FullName string `json:"full_name"`
	Stars    int    `json:"stargazers_count"`
}

type Forge struct{ rc *resty.Client }

func NewForge(base, token string) *Forge {
	rc := resty.New().SetBaseURL(base).SetAuthToken(token).SetTimeout(10 * time.Second)
	return &Forge{rc: rc}
}

func (f *Forge) repo(ctx context.Context, owner, name string) (Repo, error) {
	var r Repo
	resp, err := f.rc.R().
		SetContext(ctx).
		SetPathParams(map[string]string{"owner": owner, "name": name}).
		SetResult(&r).
		Get("/repos/{owner}/{name}")
	if err != nil {
		return Repo{}, err
	}
	if resp.IsError() {
		return Repo{}, fmt.Errorf("%s/%s: %s", owner, name, resp.Status())
	}
	return r, nil
}

func (f *Forge) Details(ctx context.Context, owner string, names []string) ([]Repo, error) {
	out := make([]Repo, 0, len(names))
	for _, name := range names {
		r, err := f.repo(ctx, owner, name) // want:seqloop
		if err != nil {
			return nil, fmt.Errorf("owner %s: %w", owner, err)
		}
		out = append(out, r)
	}
	return out, nil
}

// none: registries are asked in order of preference until one knows the module

package resolve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

var ErrUnknown = errors.New("module unknown to every registry")

type Version struct {
	Number string
	Origin string
}

type Resolver struct {
	registries []string // most private first
	hc         *http.Client
}

func New(registries ...string) *Resolver {
	return &Resolver{registries: registries, hc: &http.Client{Timeout: 5 * time.Second}}
}

func (r *Resolver) ask(ctx context.Context, registry, module string) (*Version, bool, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, registry+"/"+module+"/@latest", nil)
	if err != nil {
		return nil, false, err
	}
	resp, err := r.hc.Do(req)
	if err != nil {
		return nil, false, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		v := &Version{Origin: registry}
		err := json.NewDecoder(resp.Body).Decode(&v.Number)
		return v, err == nil, err
	case http.StatusNotFound, http.StatusGone:
		return nil, false, nil
	default:
		return nil, false, fmt.Errorf("%s: %s", registry, resp.Status)
	}
}

func (r *Resolver) Latest(ctx context.Context, module string) (*Version, error) {
	for _, reg := range r.registries {
		v, found, err := r.ask(ctx, reg, module)
		if err != nil {
			return nil, err
		}
		if found {
			return v, nil
		}
	}
	return nil, ErrUnknown
}

package ctxdrop

import (
	"context"
	"net/http"
)

// An interface around a context is one; the function that takes it does not lack a parameter.
type sessionContext interface {
	context.Context
	Client() *http.Client
}

func avatar(ctx sessionContext, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return ctx.Client().Do(req)
}

func logo(ctx sessionContext, url string) (*http.Response, error) {
	return ctx.Client().Get(url) // want `\(\*http.Client\).Get takes no context, so ctx cannot end it`
}

func header(ctx sessionContext) (*http.Response, error) {
	if resp, err := avatar(ctx, "https://a.internal/me.png"); err == nil {
		return resp, nil
	}
	return logo(ctx, "https://a.internal/logo.png")
}

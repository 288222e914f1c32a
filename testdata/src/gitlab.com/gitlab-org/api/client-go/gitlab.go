// Package gitlab is the part of the real one that fixtures use.
package gitlab

import (
	"context"
	"net/http"
)

type RequestOptionFunc func(*http.Request) error

func WithContext(ctx context.Context) RequestOptionFunc {
	return func(*http.Request) error { return ctx.Err() }
}

func WithHeader(name, value string) RequestOptionFunc {
	return func(*http.Request) error { return nil }
}

type Client struct {
	Projects ProjectsServiceInterface
}

type Project struct{ Name string }

type Response struct{ *http.Response }

type GetProjectOptions struct{ Statistics *bool }

type ProjectsServiceInterface interface {
	GetProject(pid any, opt *GetProjectOptions, options ...RequestOptionFunc) (*Project, *Response, error)
}

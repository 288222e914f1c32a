// Package oauth2 is a stub with the true signatures.
package oauth2

import (
	"context"
	"net/http"
)

type Token struct{ AccessToken string }

type TokenSource interface{ Token() (*Token, error) }

type Config struct{ ClientID, ClientSecret string }

type ContextKey struct{}

var HTTPClient ContextKey

func (c *Config) Client(ctx context.Context, t *Token) *http.Client { return nil }

func (c *Config) Exchange(ctx context.Context, code string) (*Token, error) { return nil, nil }

func NewClient(ctx context.Context, src TokenSource) *http.Client { return nil }

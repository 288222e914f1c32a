// Package nohttp has a client without an import of net/http.
package nohttp

import (
	"context"
	"time"

	"golang.org/x/oauth2"

	"example.com/maps"
)

func okLimited(src oauth2.TokenSource) *maps.Client {
	hc := oauth2.NewClient(context.Background(), src)
	hc.Timeout = 10 * time.Second
	return maps.New(hc)
}

func open(src oauth2.TokenSource) *maps.Client {
	hc := oauth2.NewClient(context.Background(), src) // want `oauth2.NewClient sets no timeout`
	return maps.New(hc)
}

package nodeadline

import (
	"context"
	"net/http"

	"golang.org/x/oauth2"

	"example.com/maps"
)

// The SDK will use the client as it likes.
func vendor() *maps.Client {
	return maps.New(&http.Client{}) // want `http.Client without Timeout, and maps.New will use it`
}

func vendorOption() *maps.Client {
	hc := &http.Client{} // want `http.Client without Timeout, and maps.WithHTTPClient will use it`
	return maps.NewClient("key", maps.WithHTTPClient(hc))
}

func vendorField() *maps.Client {
	return &maps.Client{HTTP: http.DefaultClient} // want `http.DefaultClient has no Timeout, and maps.Client.HTTP will use it`
}

// An oauth2 client has no timeout of its own.
func calendar(cfg *oauth2.Config, t *oauth2.Token) (*http.Response, error) {
	hc := cfg.Client(context.Background(), t) // want `oauth2 clients have no timeout`
	return hc.Get("https://calendar.example.com")
}

func okVendor() *maps.Client {
	return maps.New(&http.Client{Timeout: callTimeout})
}

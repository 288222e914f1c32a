package nodeadline

import (
	"net/http"

	"nodeadline/geo"
)

// The caller leaves the client nil, and gets one without a limit.
func place(name string) (*http.Response, error) {
	return geo.Lookup(nil, name) // want `http.DefaultClient has no Timeout; path: geo.Lookup`
}

func okPlace(name string) (*http.Response, error) {
	return geo.New(&http.Client{Timeout: callTimeout}).Place(name)
}

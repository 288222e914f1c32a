package nodeadline

import (
	"net/http"

	"nodeadline/geo"
)

// The caller leaves the client nil, and gets one without a limit.
func place(name string) (*http.Response, error) {
	return geo.Lookup(nil, name) // want `http.DefaultClient has no Timeout; path: geo.Lookup`
}

// The constructor keeps what it is given, in another package: what is in the field then cannot be told here.
func okKept(name string) (*http.Response, error) {
	return geo.New(nil).Place(name)
}

func okPlace(name string) (*http.Response, error) {
	return geo.New(&http.Client{Timeout: callTimeout}).Place(name)
}

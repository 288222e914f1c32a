// Package allornothing loads the parts of an order page.
package allornothing

import (
	"net/http"
	"net/url"
)

func order(at string) (*http.Response, error) {
	return http.Get(at) // want `http.Get leaves the process`
}

func address(base, id string) (string, error) {
	return url.JoinPath(base, "orders", id)
}
